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
    private final AtomicReference<@Nullable End> end = new AtomicReference<>();

    private enum Way {
        COMPLETE,
        FAIL,
        RELEASE
    }

    private record End(Way way, CompletableFuture<Ending.Ended> done) {}

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
        Ending.Ended ended = end(Way.COMPLETE, () -> {
            Ending.Ended told = noEffect ? ending.noEffect() : ending.result(result);
            events.tell(Kind.EXECUTED, scene, claim.attempt(), null);
            return told;
        });
        return noEffect ? new Executed<>(result, ended.recording()) : returned(result, ended);
    }

    @Override
    public void fail(Throwable failure) {
        Objects.requireNonNull(failure, "failure");
        Ending.Ended ended = end(Way.FAIL, () -> {
            events.tell(Kind.ACTION_FAILED, scene, claim.attempt(), failure);
            Ending.Ended told = claim.isAbandoned() ? ending.noEffect() : ending.failure(failure);
            if (told.cause() != null && told.cause() != failure) {
                failure.addSuppressed(told.cause());
            }
            return told;
        });
        Objects.requireNonNull(ended, "ended");
    }

    @Override
    public void release() {
        End first = end.get();
        if (first != null && first.way() == Way.COMPLETE) {
            throw new IllegalStateException("a complete has been sent; its claim is never released");
        }
        Ending.Ended ended = end(Way.RELEASE, ending::noEffect);
        if (ended.cause() instanceof StoreException error) {
            throw error;
        }
    }

    /** The outside world says that it has happened, with this result. */
    Executed<T> recovered(T result) {
        Ending.Ended ended = end(Way.COMPLETE, () -> ending.result(result));
        return returned(result, ended);
    }

    /** The outside world does not know: the lease ends and the claim stays. */
    void doubted() {
        Ending.Ended ended = end(Way.FAIL, ending::kept);
        Objects.requireNonNull(ended, "ended");
    }

    private Executed<T> returned(T result, Ending.Ended ended) {
        if (ended.recording() == Recording.UNCONFIRMED && call.policy().onUnrecorded() == OnUnrecorded.THROW) {
            throw new CompletionFailedException(call.key(), result, ended.cause());
        }
        return new Executed<>(result, ended.recording());
    }

    private Ending.Ended end(Way way, Supplier<Ending.Ended> tell) {
        End mine = new End(way, new CompletableFuture<>());
        if (!end.compareAndSet(null, mine)) {
            return Objects.requireNonNull(end.get()).done().join();
        }
        claim.end();
        Ending.Ended ended = new Ending.Ended(Recording.UNCONFIRMED, null);
        try {
            ended = tell.get();
            return ended;
        } finally {
            mine.done().complete(ended);
            onEnd.run();
        }
    }
}
