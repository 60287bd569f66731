package io.idem4j.protocol;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.protocol.Store.Rule;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.RecordTable.Step;
import io.idem4j.tck.StoreAnswer;
import io.idem4j.tck.StoreCall;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The table with one rule of an S clause taken out. */
final class StoreMutations {
    private static final Rule TABLE = Store.table();

    private StoreMutations() {}

    static Rule completeLooksAtNoToken() {
        return (record, call, now) -> call instanceof StoreCall.Complete complete && record.isPresent()
                ? TABLE.step(record, new StoreCall.Complete(ofRecord(record), complete.completion()), now)
                : TABLE.step(record, call, now);
    }

    static Rule releaseLooksAtNoToken() {
        return (record, call, now) -> call instanceof StoreCall.Release && record.isPresent()
                ? TABLE.step(record, new StoreCall.Release(ofRecord(record)), now)
                : TABLE.step(record, call, now);
    }

    static Rule renewLooksAtNoToken() {
        return (record, call, now) -> call instanceof StoreCall.Renew renew && record.isPresent()
                ? TABLE.step(record, new StoreCall.Renew(ofRecord(record), renew.leaseFor(), renew.keepFor()), now)
                : TABLE.step(record, call, now);
    }

    private static ClaimToken ofRecord(Optional<StoredRecord> record) {
        return new ClaimToken(record.get().key(), record.get().token());
    }

    static Rule repeatedClaimAlwaysAcquires() {
        return (record, call, now) -> call instanceof StoreCall.Claim claim
                        && isUnder(record, claim.request().token())
                ? TABLE.step(Optional.empty(), call, now)
                : TABLE.step(record, call, now);
    }

    static Rule repeatedClaimKeepsItsLease() {
        return (record, call, now) -> {
            Step step = TABLE.step(record, call, now);
            boolean repeat = call instanceof StoreCall.Claim claim
                    && isUnder(record, claim.request().token())
                    && !isExpired(record, now);
            return repeat ? new Step(record, step.answer()) : step;
        };
    }

    static Rule completeCreatesOrOverwrites() {
        return (record, call, now) -> {
            if (!(call instanceof StoreCall.Complete complete)) {
                return TABLE.step(record, call, now);
            }
            Duration any = complete.completion().retention();
            Token token = complete.claim().token();
            ClaimRequest request = new ClaimRequest(call.key(), token, null, null, any, any, 0, "model");
            Step claimed = TABLE.step(Optional.empty(), new StoreCall.Claim(request), now);
            return TABLE.step(claimed.record(), call, now);
        };
    }

    static Rule releaseDeletesWhatIsSettled() {
        return (record, call, now) -> call instanceof StoreCall.Release release
                        && isUnder(record, release.claim().token())
                ? new Step(Optional.empty(), new StoreAnswer.Written(WriteResult.APPLIED))
                : TABLE.step(record, call, now);
    }

    static Rule renewReopensWhatIsSettled() {
        return (record, call, now) -> {
            boolean settled = call instanceof StoreCall.Renew renew
                    && isUnder(record, renew.claim().token())
                    && record.get().status() != RecordStatus.IN_PROGRESS;
            return settled
                    ? TABLE.step(Optional.of(unfinished(record.get())), call, now)
                    : TABLE.step(record, call, now);
        };
    }

    private static StoredRecord unfinished(StoredRecord record) {
        return with(record, RecordStatus.IN_PROGRESS, record.attempt(), record.leaseUntil(), record.expiresAt());
    }

    static Rule renewalLeavesTheExpiry() {
        return (record, call, now) -> {
            Step step = TABLE.step(record, call, now);
            boolean renewed =
                    call instanceof StoreCall.Renew renew && !renew.leaseFor().isZero();
            return renewed && isApplied(step)
                    ? new Step(
                            step.record()
                                    .map(after -> with(
                                            after,
                                            after.status(),
                                            after.attempt(),
                                            after.leaseUntil(),
                                            record.get().expiresAt())),
                            step.answer())
                    : step;
        };
    }

    static Rule endedLeaseHasNoEnd() {
        return (record, call, now) -> {
            Step step = TABLE.step(record, call, now);
            boolean ended =
                    call instanceof StoreCall.Renew renew && renew.leaseFor().isZero();
            return ended && isApplied(step)
                    ? new Step(
                            step.record()
                                    .map(after ->
                                            with(after, after.status(), after.attempt(), null, after.expiresAt())),
                            step.answer())
                    : step;
        };
    }

    static Rule takeoverLeavesTheAttempt() {
        return (record, call, now) -> {
            Step step = TABLE.step(record, call, now);
            boolean takeover = call instanceof StoreCall.Claim
                    && step.record().map(StoredRecord::attempt).orElse(1) > 1
                    && step.record().get().attempt() > record.get().attempt();
            if (!takeover) {
                return step;
            }
            StoredRecord taken = step.record().get();
            int attempt = record.get().attempt();
            return new Step(
                    Optional.of(with(taken, taken.status(), attempt, taken.leaseUntil(), taken.expiresAt())),
                    step.answer());
        };
    }

    static Rule writesLookAtTheExpiry() {
        return (record, call, now) -> {
            boolean write = call instanceof StoreCall.Complete
                    || call instanceof StoreCall.Release
                    || call instanceof StoreCall.Renew;
            return TABLE.step(write && isExpired(record, now) ? Optional.empty() : record, call, now);
        };
    }

    static Rule anyPayloadTakesOver() {
        return (record, call, now) -> {
            boolean unfinished = record.map(StoredRecord::status).orElse(null) == RecordStatus.IN_PROGRESS;
            if (!unfinished || !(call instanceof StoreCall.Claim claim)) {
                return TABLE.step(record, call, now);
            }
            ClaimRequest asked = claim.request();
            ClaimRequest same = new ClaimRequest(
                    asked.key(),
                    asked.token(),
                    asked.owner(),
                    record.get().fingerprint(),
                    asked.leaseFor(),
                    asked.keepFor(),
                    asked.takeOverBelow(),
                    asked.claimedBy());
            return TABLE.step(record, new StoreCall.Claim(same), now);
        };
    }

    static Rule forgetLooksAtTheIdOnly() {
        return (record, call, now) -> call instanceof StoreCall.Forget && record.isPresent()
                ? TABLE.step(record, new StoreCall.Forget(record.get()), now)
                : TABLE.step(record, call, now);
    }

    private static boolean isUnder(Optional<StoredRecord> record, Token token) {
        return record.isPresent() && token.equals(record.get().token());
    }

    private static boolean isExpired(Optional<StoredRecord> record, Instant now) {
        return record.isPresent() && now.isAfter(record.get().expiresAt());
    }

    private static boolean isApplied(Step step) {
        return step.answer().equals(new StoreAnswer.Written(WriteResult.APPLIED));
    }

    private static StoredRecord with(
            StoredRecord record, RecordStatus status, int attempt, Instant leaseUntil, Instant expiresAt) {
        boolean settled = status != RecordStatus.IN_PROGRESS;
        return new StoredRecord(
                record.key(),
                status,
                record.token(),
                record.owner(),
                record.fingerprint(),
                attempt,
                leaseUntil,
                expiresAt,
                record.createdAt(),
                settled ? record.completedAt() : null,
                settled ? record.data() : null,
                record.claimedBy(),
                record.observedAt());
    }
}
