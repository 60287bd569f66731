package io.idem4j.linearizability;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.tck.StoreAnswer;
import io.idem4j.tck.StoreCall;
import java.time.Duration;
import java.time.Instant;

/** Calls of two keys under three tokens, and answers as text, so that they can be compared. Nothing expires. */
final class Said {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final Duration TICK = Duration.ofMinutes(1);

    private static final Duration LEASE = Duration.ofSeconds(90);
    private static final Duration FOREVER = Duration.ofDays(365);

    private Said() {}

    static StoreCall claim(int key, int token, int takeOverBelow) {
        return new StoreCall.Claim(new ClaimRequest(
                key(key),
                new Token("t" + token),
                null,
                new Fingerprint("asked"),
                LEASE,
                FOREVER,
                takeOverBelow,
                "test"));
    }

    static StoreCall complete(int key, int token) {
        return new StoreCall.Complete(
                claim(key, token), new Completion(RecordStatus.COMPLETED, "\"r" + token + "\"", FOREVER));
    }

    static StoreCall release(int key, int token) {
        return new StoreCall.Release(claim(key, token));
    }

    static StoreCall renew(int key, int token) {
        return new StoreCall.Renew(claim(key, token), LEASE, FOREVER);
    }

    static StoreCall endLease(int key, int token) {
        return new StoreCall.Renew(claim(key, token), Duration.ZERO, FOREVER);
    }

    static StoreCall find(int key) {
        return new StoreCall.Find(key(key));
    }

    /** As an operator who saw a claim under that token. */
    static StoreCall forget(int key, int token) {
        return new StoreCall.Forget(new StoredRecord(
                key(key),
                RecordStatus.IN_PROGRESS,
                new Token("t" + token),
                null,
                null,
                1,
                START,
                START,
                START,
                null,
                null,
                "test",
                START));
    }

    private static ClaimToken claim(int key, int token) {
        return new ClaimToken(key(key), new Token("t" + token));
    }

    private static IdempotencyKey key(int key) {
        return IdempotencyKey.of("test", "key-" + key);
    }

    static String text(StoreAnswer answer) {
        if (answer instanceof StoreAnswer.Claimed claimed) {
            if (claimed.result() instanceof ClaimResult.Acquired acquired) {
                return "acquired, attempt " + acquired.attempt();
            }
            return text(((ClaimResult.Existing) claimed.result()).record());
        }
        if (answer instanceof StoreAnswer.Found found) {
            return found.record().map(Said::text).orElse("nothing");
        }
        return ((StoreAnswer.Written) answer).result().name();
    }

    private static String text(StoredRecord record) {
        String lapsed = record.isLapsed() ? ", lapsed" : "";
        return record.status() + " " + record.token().value() + ", attempt " + record.attempt() + ", " + record.data()
                + lapsed;
    }
}
