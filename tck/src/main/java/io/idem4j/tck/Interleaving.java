package io.idem4j.tck;

import io.idem4j.IdempotencyKey;
import io.idem4j.spi.IdempotencyStore;
import java.util.function.Consumer;
import java.util.function.Function;

/** Forces what else happens to a record between a call's beginning and its write (S-01, S-03, S-14, S-19). */
public interface Interleaving {
    /**
     * Begins {@code call}, holds it as late before its write as the store allows (waiting for the row's lock, or between
     * its look at the row and its write, if these are two), runs {@code meanwhile}, lets the call go on. Where only the
     * change itself can hold the call (a row that is not there yet), {@code meanwhile} may run first, uncommitted, and be
     * committed once the call waits for it.
     *
     * @param meanwhile gets the store through which it can change the row while the call is held: the store itself, or one
     *     on the connection that holds the row; it may change nothing and only let time pass
     * @return what {@code call} answered
     */
    <T> T during(IdempotencyKey key, Function<IdempotencyStore, T> call, Consumer<IdempotencyStore> meanwhile);
}
