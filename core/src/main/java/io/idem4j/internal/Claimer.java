package io.idem4j.internal;

import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy.OnStoreDown;
import io.idem4j.NoTimeLeftException;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.IdempotencyStore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Claims a key for one call, and answers for a claim whose outcome stays unknown (E-08, E-11). */
final class Claimer {
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(1);

    private final Settings settings;
    private final IdempotencyStore store;
    private final Ticker ticker;
    private final Events events;
    private final Shared shared;

    Claimer(Settings settings, Ticker ticker, Events events, Shared shared) {
        this.settings = settings;
        this.store = settings.store();
        this.ticker = ticker;
        this.events = events;
        this.shared = shared;
    }

    /** One claim under a new token. */
    <T extends @Nullable Object> Found<T> claim(CallSpec<T> call, Events.Scene scene) {
        return new Try<>(call, scene, call.policy().onStoreDown() == OnStoreDown.RUN_UNPROTECTED).send();
    }

    /** The same for a call that knows of a holder, beside which it must not run unprotected. */
    <T extends @Nullable Object> Found<T> claimAgain(CallSpec<T> call, Events.Scene scene) {
        return new Try<>(call, scene, false).send();
    }

    /** What is left of the invocation to start in; null where it has no end. With nothing left the call fails, whatever there is (E-08). */
    @Nullable Duration timeLeft(CallSpec<?> call) {
        if (call.limit() == null) {
            return null;
        }
        Duration left = call.limit().leftToStart(ticker);
        if (left.isZero()) {
            throw new NoTimeLeftException(call.key());
        }
        return left;
    }

    private final class Try<T extends @Nullable Object> {
        private final CallSpec<T> call;
        private final Events.Scene scene;
        private final boolean mayRunUnprotected;
        private final ClaimToken token;
        private final Repeats repeats;
        private Ticker.Mark sent = ticker.mark();
        private @Nullable Duration leaseFor;

        Try(CallSpec<T> call, Events.Scene scene, boolean mayRunUnprotected) {
            this.call = call;
            this.scene = scene;
            this.mayRunUnprotected = mayRunUnprotected;
            Token fresh = Tokens.next();
            this.token = new ClaimToken(call.key(), fresh);
            this.repeats = new Repeats(ticker, error -> events.tell(Kind.STORE_ERROR, scene, 0, error));
        }

        Found<T> send() {
            Duration within = call.policy().claimWithin();
            Duration left = timeLeft(call);
            if (left != null) {
                within = Ticker.min(within, left);
            }
            Repeats.Answer<ClaimResult> answer = repeats.claim(call.key(), within, () -> {
                ClaimRequest request = request();
                sent = ticker.mark();
                leaseFor = request.leaseFor();
                return store.claim(request);
            });
            if (answer.error() != null) {
                return down(answer.error(), answer.unknown());
            }
            ClaimResult result = answer.orThrow();
            if (result instanceof ClaimResult.Acquired acquired) {
                return acquired(acquired.attempt(), answer.unknown());
            }
            if (result instanceof ClaimResult.Existing existing) {
                return new Found.Theirs<>(kept(Decisions.underCallsKey(call, existing.record())));
            }
            return new Found.Hidden<>();
        }

        private StoredRecord kept(StoredRecord record) {
            LocalCache cache = call.results().cache();
            if (cache != null) {
                cache.keep(record, sent);
            }
            return record;
        }

        /** Anew for each sending: what is left of the invocation gets less meanwhile. */
        private ClaimRequest request() {
            Duration lease = lease();
            Duration keepFor = call.keepFor();
            return new ClaimRequest(
                    call.key(),
                    token.token(),
                    call.executionId(),
                    call.fingerprint(),
                    lease,
                    lease == null || keepFor.compareTo(lease) >= 0 ? keepFor : lease,
                    call.takeOverBelow(),
                    settings.claimedBy());
        }

        private @Nullable Duration lease() {
            Duration configured = call.policy().lease();
            if (call.limit() == null) {
                return configured;
            }
            Duration left = call.limit().left(ticker);
            Duration lease = configured == null ? left : Ticker.min(configured, left);
            return lease.compareTo(SHORTEST_LEASE) < 0 ? SHORTEST_LEASE : lease;
        }

        private Found<T> acquired(int attempt, boolean stray) {
            Claim claim = claim(attempt, false, stray);
            events.tell(attempt == 1 ? Kind.STARTED : Kind.TAKEN_OVER, scene, attempt, null);
            Duration renewFor = renewFor();
            if (leaseFor != null && !renewFor.isZero()) {
                shared.leases().keep(claim, leaseFor, renewFor, ticker, sent);
            }
            return new Found.Mine<>(claim, holding(claim));
        }

        private Duration renewFor() {
            Duration set = call.policy().renewFor();
            if (set != null) {
                return set;
            }
            return call.limit() == null ? PolicyRules.DEFAULT_RENEWAL : Duration.ZERO;
        }

        private Claim claim(int attempt, boolean uncertain, boolean stray) {
            return new Claim(call, token, attempt, store, ticker, events, scene, sent, leaseFor, uncertain, stray);
        }

        private Holding<T> holding(Claim claim) {
            Ending ending = new Ending(call, claim, store, settings.codec(), ticker, events, scene);
            return new Holding<>(
                    call, claim, ending, events, scene, () -> shared.rooms().tell(store, call.key()));
        }

        private Found<T> down(StoreException error, boolean unknown) {
            boolean runs = mayRunUnprotected
                    && !call.isTooLate(ticker)
                    && (error instanceof StoreUnavailableException || error instanceof OutcomeUnknownException);
            if (runs) {
                events.tell(Kind.UNPROTECTED, scene, 0, error);
                return new Found.Unguarded<>(
                        unknown
                                ? holding(claim(1, true, true))
                                : new Loose<>(new Unprotected(call.key()), call.results()));
            }
            if (!unknown) {
                throw error;
            }
            giveBack();
            throw new StoreUnavailableException(
                    call.key(), "the store did not answer a claim; nothing ran, try again", error);
        }

        /** Once. Unless at most once, the claim may have been a takeover, which a release would hide (E-11). */
        private void giveBack() {
            repeats.ending(
                    call.key(),
                    Duration.ZERO,
                    () -> call.atMostOnce() ? store.release(token) : store.renew(token, Duration.ZERO, call.keepFor()));
        }
    }
}
