package io.idem4j.spring;

import org.jspecify.annotations.Nullable;

/**
 * Who is logged in where the current thread works. A bean of this type replaces what Spring Security or the request says: for bean
 * methods, and for request handlers whose {@code HttpPolicy} sets no principal of its own. Several are an error, unless one is
 * primary. Thread-safe.
 */
@FunctionalInterface
public interface Caller {
    /** Null: nobody is known, and all such callers share their keys. What it throws refuses the call; nothing runs. */
    @Nullable String name();
}
