package io.idem4j.internal;

import io.idem4j.Attempt;
import io.idem4j.CompletionFailedException;
import io.idem4j.Execution;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy.OnUnrecorded;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import io.idem4j.StoreException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A claim in a caller's hands: the first of complete, fail and release ends it, later ones wait for what came of that. */
final class Holding<T extends @Nullable Object> implements Attempt.Started<T> {
    private final CallSpec<T> call;
    private final Claim claim;
    private final Ending ending;
    private final Events events;
    private final Events.Scene scene;
    private final Runnable onEnd;
    private final AtomicReference<@Nullable End<T>> end = new AtomicReference<>();

    private enum Way {
        COMPLETE,
        FAIL,
        RELEASE
    }

    /** The one ending: by whom, and what came of it. */
    private static final class End<T extends @Nullable Object> {
        private final Way way;
        private final T result;
        private final Thread by = Thread.currentThread();
        private final CompletableFuture<Ending.Ended> done = new CompletableFuture<>();

        End(Way way, T result) {
            this.way = way;
            this.result = result;
        }

        /** A listener, codec or rule that is asked on the way would wait for itself. */
        Ending.Ended ended() {
            if (by == Thread.currentThread() && !done.isDone()) {
                throw new IllegalStateException("the claim is being ended by this very thread");
            }
            return done.join();
        }
    }

    /** {@code onEnd} runs once the store has been told, or could not be. */
    Holding(CallSpec<T> call, Claim claim, Ending ending, Events events, Events.Scene scene, Runnable onEnd) {
        this.call = call;
        this.claim = claim;
        this.ending = ending;
        this.events = events;
        this.scene = scene;
        this.onEnd = onEnd;
    }

    @Override
    public Execution execution() {
        return claim;
    }

    @Override
    public Executed<T> complete(T result) {
        boolean noEffect = claim.isAbandoned() || call.results().saysNoEffect(result);
        End<T> first = end(noEffect ? Way.RELEASE : Way.COMPLETE, result, () -> {
            Ending.Ended told = noEffect ? ending.noEffect() : ending.result(result);
            events.tell(Kind.EXECUTED, scene, claim.attempt(), null);
            return told;
        });
        if (first.way == Way.COMPLETE) {
            return returned(first.result, first.ended());
        }
        Recording recording = first.ended().recording();
        // A failure is what is stored, so that this result is nobody else's.
        return new Executed<>(result, recording == Recording.STORED ? Recording.FENCED : recording, noEffect);
    }

    @Override
    public void fail(Throwable failure) {
        Objects.requireNonNull(failure, "failure");
        End<T> first = endWithout(Way.FAIL, () -> {
            events.tell(Kind.ACTION_FAILED, scene, claim.attempt(), failure);
            Ending.Ended told = claim.isAbandoned() ? ending.noEffect() : ending.failure(failure);
            if (told.cause() != null && told.cause() != failure) {
                failure.addSuppressed(told.cause());
            }
            return told;
        });
        first.ended();
    }

    @Override
    public void release() {
        End<T> first = endWithout(Way.RELEASE, ending::noEffect);
        if (first.way == Way.COMPLETE) {
            throw new IllegalStateException("a complete has been sent; its claim is never released");
        }
        if (first.ended().cause() instanceof StoreException error) {
            throw error;
        }
    }

    /** The outside world says that it has happened, with this result. */
    Executed<T> recovered(T result) {
        return returned(
                result, end(Way.COMPLETE, result, () -> ending.result(result)).ended());
    }

    /** The outside world does not know: the lease ends and the claim stays. */
    void doubted() {
        endWithout(Way.FAIL, ending::kept);
    }

    private Executed<T> returned(T result, Ending.Ended ended) {
        if (ending.isCommittedByCaller()) {
            requireRecorded(result, ended);
        }
        if (ended.recording() == Recording.UNCONFIRMED && call.policy().onUnrecorded() == OnUnrecorded.THROW) {
            throw new CompletionFailedException(call.key(), result, ended.cause());
        }
        return new Executed<>(result, ended.recording());
    }

    /** What the transaction holds besides must not commit without the record, so that the caller has to hear of it. */
    private void requireRecorded(T result, Ending.Ended ended) {
        boolean missing = ended.recording() == Recording.UNCONFIRMED || ended.recording() == Recording.FENCED;
        if (missing && ended.cause() instanceof StoreException error) {
            throw error;
        }
        if (missing) {
            throw new CompletionFailedException(call.key(), result, ended.cause());
        }
    }

    @SuppressWarnings("NullAway") // no result is asked of an end that is no complete
    private End<T> endWithout(Way way, Supplier<Ending.Ended> tell) {
        return end(way, null, tell);
    }

    /**
     * Ends the claim if nobody has; answers with the first ending, which may be still under way in another thread. A
     * completion that the caller commits can't be answered so: the first ending is of an earlier transaction (T-01).
     */
    private End<T> end(Way way, T result, Supplier<Ending.Ended> tell) {
        End<T> mine = new End<>(way, result);
        if (!end.compareAndSet(null, mine)) {
            if (way == Way.COMPLETE && ending.isCommittedByCaller()) {
                throw new CompletionFailedException(call.key(), result, null);
            }
            return Objects.requireNonNull(end.get());
        }
        claim.end();
        Ending.Ended ended = new Ending.Ended(Recording.UNCONFIRMED, null);
        try {
            ended = tell.get();
        } finally {
            mine.done.complete(ended);
            onEnd.run();
        }
        return mine;
    }
}
