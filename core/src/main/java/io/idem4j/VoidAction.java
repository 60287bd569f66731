package io.idem4j;

/**
 * What must happen once and has no result. As {@link Action} otherwise.
 *
 * @param <X> what it throws
 */
@FunctionalInterface
public interface VoidAction<X extends Throwable> {
    /** Does it. */
    void run() throws X;
}
