package io.idem4j.internal;

import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Outcome.Recording;
import io.idem4j.RecordStatus;
import io.idem4j.RecordTooLargeException;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.ResultCodec;
import io.idem4j.spi.WriteResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells the store how a claim ends, again until it answers or the time for it is over (E-02 to E-05). */
final class Ending {
    private final CallSpec<?> call;
    private final Claim claim;
    private final IdempotencyStore store;
    private final ResultCodec codec;
    private final Ticker ticker;
    private final Events events;
    private final Events.Scene scene;
    private final Repeats repeats;

    Ending(
            CallSpec<?> call,
            Claim claim,
            IdempotencyStore store,
            ResultCodec codec,
            Ticker ticker,
            Events events,
            Events.Scene scene) {
        this.call = call;
        this.claim = claim;
        this.store = store;
        this.codec = codec;
        this.ticker = ticker;
        this.events = events;
        this.scene = scene;
        this.repeats = new Repeats(ticker, error -> events.tell(Kind.STORE_ERROR, scene, claim.attempt(), error));
    }

    /** What the store knows, and why it does not know more. */
    record Ended(Recording recording, @Nullable Throwable cause) {}

    /** Records a result; one that can't be encoded, or that the store refuses, completes without it (E-05). */
    Ended result(@Nullable Object value) {
        Duration retention = call.policy().retention();
        Completion completion;
        Throwable unkept = null;
        try {
            completion = new Completion(RecordStatus.COMPLETED, encoded(value), retention);
        } catch (Throwable e) {
            unkept = e;
            completion = new Completion(RecordStatus.COMPLETED_WITHOUT_RESULT, null, retention);
        }
        Ticker.Mark sent = ticker.mark();
        Repeats.Answer<WriteResult> answer = complete(completion);
        if (answer.error() instanceof StoreRejectedException refused && completion.data() != null) {
            unkept = refused;
            answer = complete(new Completion(RecordStatus.COMPLETED_WITHOUT_RESULT, null, retention));
        }
        Ended ended = ended(answer, unkept == null ? Recording.STORED : Recording.WITHOUT_RESULT);
        if (unkept != null && ended.recording() == Recording.WITHOUT_RESULT) {
            String type = value == null
                    ? call.type().type().getTypeName()
                    : value.getClass().getName();
            events.tellUnrecorded(scene, claim.attempt(), type, unkept);
        } else if (ended.recording() == Recording.STORED) {
            cache(completion, sent);
        }
        return ended;
    }

    /**
     * Keeps what was just stored for this process's duplicates. Where a takeover came without a fingerprint the record's
     * own is not known here, so that nothing is kept.
     */
    private void cache(Completion completion, Ticker.Mark sent) {
        LocalCache cache = call.results().cache();
        boolean maybeTakenOver = claim.attempt() > 1 || claim.isUncertain();
        if (cache == null || (maybeTakenOver && call.fingerprint() == null)) {
            return;
        }
        Instant now = ticker.instant();
        StoredRecord record = new StoredRecord(
                call.key(),
                completion.status(),
                claim.token().token(),
                call.executionId(),
                call.fingerprint(),
                claim.attempt(),
                null,
                now.plus(completion.retention()),
                null,
                now,
                completion.data(),
                null,
                now);
        cache.keep(record, sent);
    }

    private @Nullable String encoded(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        String data = codec.encode(value, call.type().type());
        if (data == null) {
            throw new IllegalStateException("the codec answered null");
        }
        long limit = store.traits().maxDataBytes();
        if (limit < Long.MAX_VALUE) {
            long bytes = data.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > limit) {
                throw new RecordTooLargeException(call.key(), bytes, limit);
            }
        }
        return data;
    }

    /** Applies the failure policy. */
    Ended failure(Throwable failure) {
        return switch (Joining.adapted(choice(failure), store.traits())) {
            case RELEASE -> noEffect();
            case STORE -> storedFailure(failure);
            case KEEP -> kept();
        };
    }

    private OnFailure choice(Throwable failure) {
        if (call.policy().onFailure() == null) {
            return call.atMostOnce() || call.recovery() != null ? OnFailure.KEEP : OnFailure.RELEASE;
        }
        try {
            OnFailure choice = call.policy().onFailure().apply(failure);
            return choice == null ? OnFailure.KEEP : choice;
        } catch (Throwable e) {
            return OnFailure.KEEP;
        }
    }

    private Ended storedFailure(Throwable failure) {
        FailureText text = FailureText.of(failure);
        Duration retention = call.policy().retention();
        Repeats.Answer<WriteResult> answer = complete(new Completion(RecordStatus.FAILED, text.toJson(), retention));
        if (answer.error() instanceof StoreRejectedException) {
            String type = text.withoutMessage().toJson();
            answer = complete(new Completion(RecordStatus.FAILED, type, retention));
        }
        return ended(answer, Recording.STORED);
    }

    /**
     * Gives the claim back; where an earlier attempt is unaccounted for its lease is ended instead, so that the next one
     * still learns of it (E-02, E-15). So it is where the claim itself may arrive once more: it could take a later run over
     * under the token of this release, whose repeat would then delete the record, and that run with it.
     */
    Ended noEffect() {
        if (claim.mayHaveRunBefore() || claim.mayArriveAgain()) {
            return kept();
        }
        return givenUp(
                () -> store.release(claim.token()), () -> events.tell(Kind.RELEASED, scene, claim.attempt(), null));
    }

    /** Ends the lease and keeps the claim (S-22). */
    Ended kept() {
        claim.endLease();
        boolean nextGoesOn = claim.attempt() < call.takeOverBelow();
        return givenUp(
                () -> store.renew(claim.token(), Duration.ZERO, call.keepFor()),
                () -> events.tellKept(scene, claim.attempt(), nextGoesOn));
    }

    /** FENCED after an unknown answer: it was applied, and somebody else has claimed since (E-03). */
    private Ended givenUp(Supplier<WriteResult> write, Runnable tell) {
        Repeats.Answer<WriteResult> answer = send(write);
        if (answer.result() == WriteResult.FENCED && answer.unknown()) {
            answer = new Repeats.Answer<>(WriteResult.APPLIED, null, true);
        }
        Ended ended = ended(answer, Recording.RELEASED);
        if (ended.recording() == Recording.RELEASED) {
            tell.run();
        }
        return ended;
    }

    /** In a caller's transaction once: after a failure there is nothing left to repeat it in (T-02). */
    private Repeats.Answer<WriteResult> complete(Completion completion) {
        ClaimToken token = claim.token();
        return store.traits().completesInTransaction()
                ? repeats.ending(call.key(), Duration.ZERO, () -> store.complete(token, completion))
                : send(() -> store.complete(token, completion));
    }

    /** Whether what the result was recorded in is the caller's transaction, which must not commit without it (T-01). */
    boolean isCommittedByCaller() {
        return store.traits().completesInTransaction();
    }

    /** Repeated within the setting, the lease and the invocation; sent once in any case. */
    private Repeats.Answer<WriteResult> send(Supplier<WriteResult> write) {
        Duration within =
                claim.isUncertain() ? Duration.ZERO : Ticker.min(call.policy().recordWithin(), claim.leaseLeft());
        CallSpec.TimeLimit limit = call.limit();
        if (limit != null) {
            within = Ticker.min(within, limit.left(ticker));
        }
        return repeats.ending(call.key(), within, write);
    }

    private Ended ended(Repeats.Answer<WriteResult> answer, Recording applied) {
        if (claim.isUncertain() && answer.result() != WriteResult.APPLIED) {
            return new Ended(Recording.UNPROTECTED, answer.error());
        }
        if (answer.error() != null) {
            events.tell(Kind.UNRECORDED, scene, claim.attempt(), answer.error());
            return new Ended(Recording.UNCONFIRMED, answer.error());
        }
        if (answer.orThrow() == WriteResult.FENCED) {
            claim.lost();
            return new Ended(Recording.FENCED, null);
        }
        return new Ended(applied, null);
    }
}
