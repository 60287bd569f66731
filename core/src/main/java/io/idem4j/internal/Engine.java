package io.idem4j.internal;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotentOperation;
import io.idem4j.NoTimeLeftException;
import io.idem4j.Outcome;
import io.idem4j.Records;
import io.idem4j.StoreException;
import io.idem4j.StoredRecord;
import io.idem4j.TypeRef;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.StoreTraits;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The protocol: claim, then wait, recover or run, then record. One atomic store step at each border, so that a process
 * may die between any two:
 *
 * <ul>
 *   <li>before the claim, or while it is sent: nothing ran; at worst a claim that lapses (E-18)
 *   <li>after it, before or after the effect: the claim lapses, and the next call takes it over, asks the recovery, or is
 *       told that it is in doubt, as the policy says (E-09)
 *   <li>while the completion is sent: as before it, or as after it
 *   <li>after it: every call replays
 * </ul>
 *
 * A reply that was lost is asked for again with the same token, which every store answers as the first time (S-12).
 */
public final class Engine {
    private final Settings settings;
    private final Shared shared;
    private final Ticker ticker;
    private final Events events;
    private final Decisions decisions;
    private final Claimer claimer;
    private final Waiting waiting;
    private final Recovery recovery;

    private Engine(Settings settings, Shared shared) {
        this.settings = settings;
        this.shared = shared;
        this.ticker = new Ticker(settings.clock());
        this.events = new Events(settings.listeners(), ticker);
        this.decisions = new Decisions(settings.codec());
        this.claimer = new Claimer(settings, ticker, events, shared);
        this.waiting = new Waiting(settings.store(), claimer, ticker, shared.rooms());
        this.recovery = new Recovery(settings.store(), ticker, events, shared.rooms());
    }

    /** Throws {@code ConfigurationException} if the policy contradicts itself. */
    public static Engine create(Settings settings, IdempotencyPolicy policy) {
        PolicyRules.check(policy, false);
        return new Engine(settings, new Shared());
    }

    /** The same on another store; shares threads and waiting calls. */
    public Engine on(IdempotencyStore store) {
        return new Engine(settings.on(store), shared);
    }

    /** A call that touches nothing yet. */
    public <T extends @Nullable Object> Call<T> call(IdempotencyKey key, TypeRef<T> type, IdempotencyPolicy policy) {
        prepare(type);
        return call(new CallSpec<>(key, type, policy, null, null, null, null, ResultRules.none()));
    }

    <T extends @Nullable Object> Call<T> call(CallSpec<T> spec) {
        return new EngineCall<>(this, spec);
    }

    /** An operation's settings; {@code label} decides whether its keys may be shown. */
    public <P, R extends @Nullable Object> IdempotentOperation.Builder<P, R> operation(
            String scope, TypeRef<R> type, IdempotencyPolicy policy, UnaryOperator<IdempotencyKey> label) {
        return new OperationBuilder<>(this, scope, type, policy, label);
    }

    void prepare(TypeRef<?> type) {
        settings.codec().prepare(type.type());
    }

    LocalCache newCache(int maxEntries, Duration maxAge) {
        return shared.caches().add(maxEntries, maxAge, ticker);
    }

    /** A call whose payload held no key; {@code first} of its operation is logged as well. */
    <T extends @Nullable Object> Call<T> skipped(String scope, ResultRules<T> results, boolean first) {
        if (first) {
            events.warnOfMissingKey(scope);
        }
        return new SkippedCall<>(
                results, () -> events.tell(Kind.MISSING_KEY, new Events.Scene(null, ticker.mark()), 0, null));
    }

    /** The operator's view. */
    public Records records(IdempotencyPolicy policy) {
        return new Operator(settings, policy, shared.caches());
    }

    /** Stops renewing and waiting. */
    public void close() {
        shared.close();
    }

    StoreTraits traits() {
        return settings.store().traits();
    }

    Ticker ticker() {
        return ticker;
    }

    <T extends @Nullable Object> Attempt<T> begin(CallSpec<T> asked) {
        CallSpec<T> call = Joining.adapted(asked, traits());
        shared.requireOpen();
        if (!settings.enabled()) {
            return new Loose<>(new Unprotected(call.key()), call.results());
        }
        if (call.executionId() != null && shared.rooms().isOwn(settings.store(), call.key())) {
            // The run itself, in its own action, and not the same execution again: it must not take itself over.
            return begin(call.withExecutionId(null));
        }
        Events.Scene scene = new Events.Scene(call.key(), ticker.mark());
        LocalCache cache = call.results().cache();
        StoredRecord cached = cache == null ? null : cache.find(call.key());
        if (cached != null) {
            claimer.timeLeft(call);
            return duplicate(call, scene, new Found.Theirs<>(cached));
        }
        while (true) {
            Found<T> found = waiting.until(call, scene, claimer.claim(call, scene), each -> isInProgress(call, each));
            Attempt<T> attempt = attempt(call, scene, found);
            if (attempt != null) {
                return attempt;
            }
        }
    }

    private <T extends @Nullable Object> boolean isInProgress(CallSpec<T> call, Found<T> found) {
        return found instanceof Found.Hidden<T>
                || (found instanceof Found.Theirs<T> theirs
                        && !theirs.isSettled()
                        && decisions.decide(call, theirs.record(), cause -> {}) instanceof Outcome.InProgress<T>);
    }

    /** Null where a recovery found its claim lost: claim again. */
    private <T extends @Nullable Object> @Nullable Attempt<T> attempt(
            CallSpec<T> call, Events.Scene scene, Found<T> found) {
        if (found instanceof Found.Mine<T> mine) {
            return mine(call, scene, mine);
        }
        if (found instanceof Found.Unguarded<T> unguarded) {
            return unguarded.started();
        }
        if (found instanceof Found.Theirs<T> theirs) {
            return duplicate(call, scene, theirs);
        }
        events.tell(Kind.IN_PROGRESS, scene, 0, null);
        return new Outcome.InProgress<>(Decisions.UNKNOWN_END, null);
    }

    private <T extends @Nullable Object> @Nullable Attempt<T> mine(
            CallSpec<T> call, Events.Scene scene, Found.Mine<T> mine) {
        Attempt.Started<T> started = inTime(call, mine.holding());
        if (!mine.claim().mayHaveRunBefore() || call.recovery() == null) {
            return started;
        }
        Attempt<T> asked = recovery.ask(call, call.recovery(), mine, scene);
        return asked == started ? inTime(call, started) : asked;
    }

    /**
     * What was started; given back where claiming it, or asking what came before, took what the invocation had left to start
     * in: an action that is killed half done leaves its key blocked or in doubt (E-08).
     */
    private <T extends @Nullable Object> Attempt.Started<T> inTime(CallSpec<T> call, Attempt.Started<T> started) {
        if (!call.isTooLate(ticker)) {
            return started;
        }
        NoTimeLeftException late = new NoTimeLeftException(call.key());
        try {
            started.release();
        } catch (StoreException e) {
            late.addSuppressed(e); // its lease ends with the invocation
        }
        throw late;
    }

    private <T extends @Nullable Object> Outcome.Duplicate<T> duplicate(
            CallSpec<T> call, Events.Scene scene, Found.Theirs<T> theirs) {
        int attempt = theirs.record().attempt();
        Outcome.Duplicate<T> duplicate = decisions.decide(
                call,
                theirs.record(),
                cause ->
                        events.tellUnrecorded(scene, attempt, call.type().type().getTypeName(), cause));
        Kind kind = Kind.REPLAYED;
        if (duplicate instanceof Outcome.InProgress<T>) {
            kind = Kind.IN_PROGRESS;
        } else if (duplicate instanceof Outcome.Mismatch<T>) {
            kind = Kind.MISMATCH;
        } else if (duplicate instanceof Outcome.InDoubt<T>) {
            kind = Kind.IN_DOUBT;
        }
        events.tell(kind, scene, attempt, null);
        return duplicate instanceof Outcome.Replayed<T> replayed
                ? new Outcome.Replayed<>(
                        call.results().replayed(replayed.value(), replayed.record()), replayed.record())
                : duplicate;
    }

    /** From here to its close this thread runs the action of a key, and so can't wait for it. */
    RunningCall.Running running(IdempotencyKey key) {
        return shared.rooms().enter(settings.store(), key);
    }

    <T extends @Nullable Object> boolean isReplayCandidate(CallSpec<T> call) {
        StoredRecord found =
                settings.enabled() ? settings.store().find(call.key()).orElse(null) : null;
        if (found == null) {
            return false;
        }
        Outcome.Duplicate<T> duplicate = decisions.decide(call, found, cause -> {});
        boolean takeover =
                duplicate instanceof Outcome.InProgress<T> && (found.isLapsed() || Decisions.isOwn(call, found));
        return !(duplicate instanceof Outcome.Mismatch<T>) && !takeover;
    }
}
