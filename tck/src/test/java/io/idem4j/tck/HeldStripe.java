package io.idem4j.tck;

import io.idem4j.IdempotencyKey;
import io.idem4j.spi.IdempotencyStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets calls of the in-memory store wait for their lock. That store reads its clock while it holds the lock of a key and before
 * it looks at the record; so a find that is held at the clock keeps every other call on that key waiting, and what its thread
 * does meanwhile is done under the lock.
 */
final class HeldStripe implements InstantSource {
    private static final long PATIENCE_SECONDS = 30;

    private final InstantSource clock;
    private final AtomicReference<@Nullable Runnable> atNextReading = new AtomicReference<>();

    HeldStripe(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public Instant instant() {
        Runnable held = atNextReading.getAndSet(null);
        if (held != null) {
            held.run();
        }
        return clock.instant();
    }

    Interleaving of(IdempotencyStore store) {
        return new Interleaving() {
            @Override
            public <T> T during(
                    IdempotencyKey key, Function<IdempotencyStore, T> call, Consumer<IdempotencyStore> meanwhile) {
                CompletableFuture<T> answer = new CompletableFuture<>();
                Thread caller = new Thread(() -> answer.completeAsync(() -> call.apply(store), Runnable::run));
                atNextReading.set(() -> {
                    caller.start();
                    awaitWaiting(caller);
                    meanwhile.accept(store);
                });
                store.find(key);
                return answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
            }
        };
    }

    private static void awaitWaiting(Thread caller) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (caller.getState() != Thread.State.WAITING) {
            if (System.nanoTime() > deadline || caller.getState() == Thread.State.TERMINATED) {
                throw new AssertionError("the call did not wait for the lock of its key");
            }
            Thread.onSpinWait();
        }
    }
}
