package io.idem4j.engine;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** Threads of a test, and bounded waits for them. */
final class Threads {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private Threads() {}

    /** A thread at work, and what came of it. */
    static final class Started<T> {
        private final FutureTask<T> task;
        private final Thread thread;

        Started(Callable<T> work) {
            task = new FutureTask<>(work);
            thread = new Thread(task, "engine-test");
            thread.setDaemon(true);
            thread.start();
        }

        Thread thread() {
            return thread;
        }

        boolean isDone() {
            return task.isDone();
        }

        T answer() {
            try {
                return task.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (ExecutionException failed) {
                throw new AssertionError("a thread failed: " + failed.getCause(), failed.getCause());
            } catch (InterruptedException | TimeoutException e) {
                throw new AssertionError("a thread did not end", e);
            }
        }

        Throwable failure() {
            try {
                T answer = task.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                throw new AssertionError("a thread should have failed and answered " + answer);
            } catch (ExecutionException failed) {
                return failed.getCause();
            } catch (InterruptedException | TimeoutException e) {
                throw new AssertionError("a thread did not end", e);
            }
        }

        /** Until it is parked, as one that waits is. */
        Started<T> parked() {
            until(() -> isDone()
                    || thread.getState() == Thread.State.TIMED_WAITING
                    || thread.getState() == Thread.State.WAITING);
            return this;
        }
    }

    static <T> Started<T> start(Callable<T> work) {
        return new Started<>(work);
    }

    /** All begin at the same moment; answers in their order. */
    static <T> List<T> together(int count, IntFunction<Callable<T>> work) {
        CyclicBarrier begin = new CyclicBarrier(count);
        List<Started<T>> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Callable<T> mine = work.apply(i);
            started.add(start(() -> {
                begin.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                return mine.call();
            }));
        }
        return started.stream().map(Started::answer).toList();
    }

    static void until(BooleanSupplier condition) {
        await().pollInterval(Duration.ofMillis(1)).atMost(PATIENCE).until(condition::getAsBoolean);
    }
}
