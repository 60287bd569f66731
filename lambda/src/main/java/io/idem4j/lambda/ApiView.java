package io.idem4j.lambda;

import io.idem4j.http.RequestView;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A request as its event spells it, in an invocation. */
abstract class ApiView<E> implements RequestView {
    final E event;
    private final Object context;
    private final Duration left;

    ApiView(E event, Object context, Duration left) {
        this.event = event;
        this.context = context;
        this.left = left;
    }

    @Override
    public final @Nullable Duration timeLeft() {
        return left;
    }

    /** The event or the context. */
    @Override
    public final <T> Optional<T> unwrap(Class<T> type) {
        return Stream.of(event, context)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }
}
