package io.idem4j.spi;

/** How a write by token ended. */
public enum WriteResult {
    /** Done, now or by an earlier call with the same token. */
    APPLIED,
    /** Nothing was changed: the record is not, or no longer, this token's. */
    FENCED
}
