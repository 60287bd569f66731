package io.idem4j.spi;

import io.idem4j.StoredRecord;
import java.util.List;

/** Optional: finds silent holders without their key. */
public interface ListableStore {
    /**
     * Unexpired records that are in progress and lapsed, the longest silent first, with {@code ofId} keys where the
     * store keeps only ids. Writes nothing. Errors as in {@link IdempotencyStore}.
     *
     * @param limit at most this many, at least 1
     */
    List<StoredRecord> unsettled(int limit);
}
