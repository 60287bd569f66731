package io.idem4j.tck;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A history told by hand. One call after the other, unless a call is begun and ended apart. */
final class Tale {
    static final Duration LEASE = Duration.ofSeconds(30);
    static final Duration KEEP = Duration.ofHours(1);

    final IdempotencyKey key = Keys.fresh();
    private final List<History.Event> events = new ArrayList<>();
    private final Instant start = Instant.parse("2030-01-01T00:00:00Z");
    private Instant now = start;
    private long moment;

    Instant now() {
        return now;
    }

    Tale pass(Duration by) {
        now = now.plus(by);
        return this;
    }

    List<History.Event> events() {
        return events;
    }

    /** A call that its client has sent. */
    final class Sent {
        private final StoreCall call;
        private final long began = ++moment;
        private final Instant earliest = now;

        private Sent(StoreCall call) {
            this.call = call;
        }

        Tale answered(StoreAnswer answer) {
            events.add(History.Event.answered(call, answer, began, ++moment, earliest, now));
            return Tale.this;
        }

        Tale acquired(int attempt) {
            return answered(new StoreAnswer.Claimed(new ClaimResult.Acquired(attempt)));
        }

        Tale given(StoredRecord record) {
            return answered(new StoreAnswer.Claimed(new ClaimResult.Existing(record)));
        }

        Tale found(@Nullable StoredRecord record) {
            return answered(new StoreAnswer.Found(Optional.ofNullable(record)));
        }

        Tale applied() {
            return answered(new StoreAnswer.Written(WriteResult.APPLIED));
        }

        Tale fenced() {
            return answered(new StoreAnswer.Written(WriteResult.FENCED));
        }

        Tale lost() {
            events.add(History.Event.unanswered(call, began, earliest));
            return Tale.this;
        }
    }

    TestClaim claimOf() {
        return TestClaim.of(key).lease(LEASE).keep(KEEP).takingOver();
    }

    Sent claim(TestClaim claim) {
        return new Sent(new StoreCall.Claim(claim.request()));
    }

    Sent complete(TestClaim claim, String data) {
        return new Sent(
                new StoreCall.Complete(token(claim), new Completion(RecordStatus.COMPLETED, data, Duration.ofDays(1))));
    }

    Sent release(TestClaim claim) {
        return new Sent(new StoreCall.Release(token(claim)));
    }

    Sent renew(TestClaim claim) {
        return new Sent(new StoreCall.Renew(token(claim), LEASE, KEEP));
    }

    Sent find() {
        return new Sent(new StoreCall.Find(key));
    }

    private ClaimToken token(TestClaim claim) {
        return new ClaimToken(key, claim.request().token());
    }

    /** The record in progress, claimed at that moment, as it is read now. */
    StoredRecord running(TestClaim claim, int attempt, Instant created, Instant claimed) {
        return record(
                RecordStatus.IN_PROGRESS,
                claim.request().token(),
                claim.request().fingerprint(),
                attempt,
                claimed.plus(LEASE),
                claimed.plus(KEEP),
                created,
                null,
                null);
    }

    /** The completed record as it is read now. */
    StoredRecord completed(TestClaim claim, int attempt, Instant created, Instant claimed, Instant at, String data) {
        return record(
                RecordStatus.COMPLETED,
                claim.request().token(),
                claim.request().fingerprint(),
                attempt,
                claimed.plus(LEASE),
                at.plus(Duration.ofDays(1)),
                created,
                at,
                data);
    }

    private StoredRecord record(
            RecordStatus status,
            Token token,
            @Nullable Fingerprint fingerprint,
            int attempt,
            Instant leaseUntil,
            Instant expiresAt,
            Instant created,
            @Nullable Instant completed,
            @Nullable String data) {
        return new StoredRecord(
                key,
                status,
                token,
                null,
                fingerprint,
                attempt,
                leaseUntil,
                expiresAt,
                created,
                completed,
                data,
                "tck",
                now);
    }
}
