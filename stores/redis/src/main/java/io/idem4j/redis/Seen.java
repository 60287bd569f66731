package io.idem4j.redis;

import io.idem4j.StoredRecord;
import io.idem4j.Token;
import java.util.Objects;

/**
 * A record and the value that it was read from.
 *
 * @param value not to be changed
 * @param ours laid out by this store
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Seen(byte[] value, boolean ours, StoredRecord record) {

    /** Whether it is what was seen (S-21), and another library's. */
    boolean isSameOutsider(StoredRecord seen) {
        Token token = record.token();
        return !ours
                && record.status() == seen.status()
                && Objects.equals(token, seen.token())
                && (token != null
                        || (Objects.equals(record.leaseUntil(), seen.leaseUntil())
                                && Objects.equals(record.expiresAt(), seen.expiresAt())));
    }
}
