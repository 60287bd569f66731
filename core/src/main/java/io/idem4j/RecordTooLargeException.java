package io.idem4j;

import org.jspecify.annotations.Nullable;

/** It does not fit the store; nothing was written and the claim stays as it was (S-15). */
public final class RecordTooLargeException extends StoreRejectedException {
    private static final long serialVersionUID = 1L;

    private final long bytes;
    private final long limit;

    /** For stores: the size that was asked for, and the largest that fits. */
    public RecordTooLargeException(@Nullable IdempotencyKey key, long bytes, long limit) {
        super(key, "the record has " + bytes + " bytes, the store takes " + limit + "; return a smaller result", null);
        this.bytes = bytes;
        this.limit = limit;
    }

    /** What was asked for. */
    public long bytes() {
        return bytes;
    }

    /** What fits. */
    public long limit() {
        return limit;
    }
}
