package io.idem4j.tck;

import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.WriteResult;
import java.util.Optional;

/** What a {@link StoreCall} was answered. Immutable. */
public sealed interface StoreAnswer {
    /** Of a claim. */
    record Claimed(ClaimResult result) implements StoreAnswer {}

    /** Of complete, release, renew and forget. */
    record Written(WriteResult result) implements StoreAnswer {}

    /** Of find. */
    record Found(Optional<StoredRecord> record) implements StoreAnswer {}
}
