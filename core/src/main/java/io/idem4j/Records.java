package io.idem4j;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Records as operators and jobs see them. Thread-safe. Every method throws {@link StoreException} as its store does. */
public interface Records {
    /** Consistent read of an unexpired record. */
    Optional<StoredRecord> find(IdempotencyKey key);

    /**
     * Records whose holder is silent (lapsed or in doubt), the longest silent first; {@code
     * UnsupportedOperationException} where the store can't list.
     *
     * @param limit at least 1
     */
    List<StoredRecord> unsettled(int limit);

    /**
     * Settles a lapsed record as done with this result, fencing its holder; it replays from then on.
     *
     * @return false, and nothing changed, if it is absent or already settled, or changed meanwhile
     * @throws AlreadyInProgressException if the holder lives; nothing changed
     * @throws ConfigurationException if the codec can't encode the result; nothing changed
     */
    <T extends @Nullable Object> boolean resolve(IdempotencyKey key, Class<T> type, T result);

    /** The same for generic results. */
    <T extends @Nullable Object> boolean resolve(IdempotencyKey key, TypeRef<T> type, T result);

    /**
     * Deletes the record if it is still as {@code seen}: the next call runs the action.
     *
     * @return false, and nothing changed, if it has changed meanwhile
     * @throws AlreadyInProgressException if its holder lives; nothing changed
     */
    boolean forget(StoredRecord seen);

    /**
     * Finds, then forgets what was found; an absent record counts as forgotten.
     *
     * @param force a live claim too: its holder is fenced, and its action may run beside the next one (E-19)
     */
    boolean forget(IdempotencyKey key, boolean force);

    /** Deletes expired records, at most {@code limit} (at least 1); returns how many. */
    int purgeExpired(int limit);
}
