package io.idem4j.spring;

import org.jspecify.annotations.Nullable;

/** Who is logged in where the current thread works. A bean replaces what Spring Security or the request says. Thread-safe. */
@FunctionalInterface
public interface Caller {
    /** Null: nobody is known. */
    @Nullable String name();
}
