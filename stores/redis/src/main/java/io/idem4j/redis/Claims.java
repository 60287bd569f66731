package io.idem4j.redis;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Claims. The script decides on records of this store. What another library wrote is decided here and replaced only while
 * it is the very value that was seen; where another library writes to the same keys, so is each takeover, under the lock
 * that it takes too.
 */
final class Claims {
    private static final String LOCK_KEY = ":lock";
    private static final byte[] LOCK_SECONDS = Texts.ascii("10");
    private static final int FIRST = 1;

    private final Calls calls;
    private final boolean shared;

    Claims(Calls calls, boolean shared) {
        this.calls = calls;
        this.shared = shared;
    }

    ClaimResult claim(ClaimRequest request) {
        List<byte[]> arguments = List.of(
                Pieces.token(request.token()),
                Pieces.holder(request),
                Pieces.kept(request.key(), null, request.fingerprint()),
                Pieces.millis(request.leaseFor()),
                Pieces.millis(request.keepFor()),
                Texts.ascii(Integer.toString(shared ? 0 : request.takeOverBelow())),
                Pieces.owner(request));
        for (int i = 0; i < Calls.MOST_RACES; i++) {
            List<Object> answer = calls.confirmed(Script.CLAIM, request.key(), arguments);
            if (answer.get(1) instanceof Long attempt) {
                return new ClaimResult.Acquired(attempt.intValue());
            }
            Seen seen = Calls.seen(request.key(), answer);
            ClaimResult result =
                    shared || !seen.ours() ? decided(request, seen) : new ClaimResult.Existing(seen.record());
            if (result != null) {
                return result;
            }
        }
        throw RedisStore.contended(request.key());
    }

    /** Null: the record changed meanwhile. */
    private @Nullable ClaimResult decided(ClaimRequest request, Seen seen) {
        StoredRecord record = seen.record();
        if (record.isExpired()) {
            return acquire(request, seen, FIRST, Pieces.kept(request.key(), null, request.fingerprint()));
        }
        if (request.fingerprint() != null && !request.fingerprint().equals(record.fingerprint())) {
            return new ClaimResult.Existing(record);
        }
        boolean lapsed = record.status() == RecordStatus.IN_PROGRESS
                && (record.isLapsed()
                        || (request.owner() != null && request.owner().equals(record.owner())));
        if (!lapsed || record.attempt() >= request.takeOverBelow()) {
            return new ClaimResult.Existing(record);
        }
        byte[] kept = Pieces.kept(request.key(), record.createdAt(), record.fingerprint());
        return acquire(request, seen, record.attempt() + 1, kept);
    }

    private @Nullable ClaimResult acquire(ClaimRequest request, Seen seen, int attempt, byte[] kept) {
        IdempotencyKey key = request.key();
        if (shared && !isLocked(request)) {
            return new ClaimResult.Held();
        }
        List<Object> answer = calls.confirmed(
                Script.REPLACE,
                key,
                List.of(
                        seen.value(),
                        Pieces.token(request.token()),
                        Pieces.holder(request),
                        kept,
                        Texts.ascii(Integer.toString(attempt)),
                        Pieces.millis(request.leaseFor()),
                        Pieces.millis(request.keepFor())));
        return answer.size() > 1 ? new ClaimResult.Acquired(attempt) : null;
    }

    private boolean isLocked(ClaimRequest request) {
        List<byte[]> arguments = List.of(Texts.ascii(request.token().value()), LOCK_SECONDS);
        return Calls.isYes(calls.writing(Script.LOCK, request.key(), LOCK_KEY, arguments));
    }
}
