package io.idem4j.jdbc;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordTooLargeException;
import io.idem4j.StoreRejectedException;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;

/**
 * Refuses text that would not come back as it was written. PostgreSQL's text can't hold U+0000, and a driver writes a
 * lone surrogate as a question mark. JSON text escapes both; what another codec emits completes without it (E-05). H2 could keep them; it is held to
 * the same, so that what was tested on it works on PostgreSQL.
 */
final class Texts {
    private static final long UNFIT = -1;

    private Texts() {}

    static void check(ClaimRequest request) {
        check(request.key());
        check(request.key(), "claimedBy", request.claimedBy());
        if (request.owner() != null) {
            check(request.key(), "owner", request.owner());
        }
        if (request.fingerprint() != null) {
            check(request.key(), "fingerprint", request.fingerprint().value());
        }
    }

    /** Only an id made elsewhere can hold what a key's parts can't. */
    static void check(IdempotencyKey key) {
        check(key, "key", key.value());
    }

    static void check(ClaimToken claim, Completion completion, long maxBytes) {
        check(claim.key());
        if (completion.data() == null) {
            return;
        }
        long bytes = check(claim.key(), "data", completion.data());
        if (bytes > maxBytes) {
            throw new RecordTooLargeException(claim.key(), bytes, maxBytes);
        }
    }

    private static long check(IdempotencyKey key, String what, String text) {
        long bytes = utf8Length(text);
        if (bytes == UNFIT) {
            throw new StoreRejectedException(
                    key,
                    what + ": holds U+0000 or a lone surrogate, which a text column can't keep; nothing was written",
                    null);
        }
        return bytes;
    }

    private static long utf8Length(String text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return UNFIT;
            } else if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return UNFIT;
                }
                bytes += 2;
                i++;
            } else if (c >= 0x800) {
                bytes += 2;
            } else if (c >= 0x80) {
                bytes++;
            }
        }
        return bytes;
    }
}
