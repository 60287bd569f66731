package io.idem4j.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Threads that begin at the same moment. */
final class Crew implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final int size;
    private final ExecutorService threads;

    Crew(int size) {
        this.size = size;
        this.threads = Executors.newFixedThreadPool(size);
    }

    /** Gives every thread its work, begins together, answers in the threads' order; fails with the first failure. */
    <T> List<T> together(IntFunction<Callable<T>> work) {
        CyclicBarrier start = new CyclicBarrier(size);
        List<Future<T>> running = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Callable<T> mine = work.apply(i);
            running.add(threads.submit(() -> {
                start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                return mine.call();
            }));
        }
        List<T> answers = new ArrayList<>();
        for (Future<T> future : running) {
            answers.add(answer(future));
        }
        return answers;
    }

    private static <T> T answer(Future<T> future) {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw new AssertionError("a thread failed: " + failed.getCause(), failed.getCause());
        } catch (TimeoutException late) {
            throw new AssertionError("a thread did not end within " + PATIENCE_SECONDS + " s", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupted);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
