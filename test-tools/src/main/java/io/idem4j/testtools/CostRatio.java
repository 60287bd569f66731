package io.idem4j.testtools;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * How many operations a second one way of doing something makes of those that the bare way makes. Each of some threads does
 * the two in turns, so that what else the machine does meets both; it is the median of five such turns, which are printed.
 */
public final class CostRatio {
    private static final int TURNS = 5;
    private static final int MOST_SERIES = 3;
    private static final Duration TURN = Duration.ofSeconds(2);

    private final String what;
    private final int threads;
    private final Work bare;
    private final Work measured;

    /** One operation. */
    public interface Work {
        /** Makes it. */
        void run() throws Exception;
    }

    private CostRatio(String what, int threads, Work bare, Work measured) {
        this.what = what;
        this.threads = threads;
        this.bare = bare;
        this.measured = measured;
    }

    /** Between these two. */
    public static CostRatio of(String what, int threads, Work bare, Work measured) {
        return new CostRatio(what, threads, bare, measured);
    }

    /** What else the machine does counts against what is measured, so that less than this is measured again, three times at most. */
    public double best(double enough) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            double ratio = 0;
            for (int series = 0; series < MOST_SERIES && ratio < enough; series++) {
                ratio = Math.max(ratio, median(pool));
            }
            return ratio;
        } finally {
            pool.shutdownNow();
        }
    }

    private double median(ExecutorService pool) throws InterruptedException, ExecutionException {
        turn(pool);
        double[] ratios = new double[TURNS];
        for (int turn = 0; turn < TURNS; turn++) {
            Times times = turn(pool);
            ratios[turn] = times.bare / (double) times.measured;
            System.out.printf(
                    "%s, %d pairs: bare %.1f us, measured %.1f us, ratio %.3f%n",
                    what,
                    times.pairs,
                    times.bare / 1_000.0 / times.pairs,
                    times.measured / 1_000.0 / times.pairs,
                    ratios[turn]);
        }
        Arrays.sort(ratios);
        return ratios[TURNS / 2];
    }

    /** Nanoseconds of all threads together. */
    private record Times(long pairs, long bare, long measured) {
        Times plus(Times other) {
            return new Times(pairs + other.pairs, bare + other.bare, measured + other.measured);
        }
    }

    private Times turn(ExecutorService pool) throws InterruptedException, ExecutionException {
        long end = System.nanoTime() + TURN.toNanos();
        List<Future<Times>> turns = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            turns.add(pool.submit(() -> {
                Times times = new Times(0, 0, 0);
                while (System.nanoTime() < end) {
                    long start = System.nanoTime();
                    bare.run();
                    long middle = System.nanoTime();
                    measured.run();
                    times = times.plus(new Times(1, middle - start, System.nanoTime() - middle));
                }
                return times;
            }));
        }
        Times all = new Times(0, 0, 0);
        for (Future<Times> turn : turns) {
            all = all.plus(turn.get());
        }
        return all;
    }
}
