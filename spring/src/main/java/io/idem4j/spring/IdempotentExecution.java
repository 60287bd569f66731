package io.idem4j.spring;

import io.idem4j.Execution;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The execution of the {@link Idempotent} method that the current thread is in: to abandon it, or for downstream keys. */
public final class IdempotentExecution {
    private static final ThreadLocal<@Nullable Execution> CURRENT = new ThreadLocal<>();

    private IdempotentExecution() {}

    /** Empty outside of such a method, and in a request handler, whose execution is {@code IdempotencyFilter.execution}. */
    public static Optional<Execution> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    @FunctionalInterface
    interface Body {
        @Nullable Object run() throws Throwable;
    }

    static @Nullable Object during(Execution execution, Body body) throws Throwable {
        Execution outer = CURRENT.get();
        CURRENT.set(execution);
        try {
            return body.run();
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }
}
