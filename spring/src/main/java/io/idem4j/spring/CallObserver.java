package io.idem4j.spring;

import org.jspecify.annotations.Nullable;

/** Around each call of an annotated bean method; a bean of this type is used. Thread-safe. */
@FunctionalInterface
public interface CallObserver {
    /**
     * Runs {@code call} once, on this thread; returns and throws what it does.
     *
     * @param operation its scope
     */
    @Nullable Object around(String operation, ObservedCall call) throws Throwable;

    /** The call. */
    @FunctionalInterface
    interface ObservedCall {
        /** Runs it; of a method that returns a future the future. */
        @Nullable Object proceed() throws Throwable;
    }
}
