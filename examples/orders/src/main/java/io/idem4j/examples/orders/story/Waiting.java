package io.idem4j.examples.orders.story;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Says every few seconds what is being waited for. */
final class Waiting {
    private static final long SECONDS = 4;
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private Waiting() {}

    /** What the step answers. */
    static <T> T during(String what, Callable<T> step) throws Exception {
        long start = System.nanoTime();
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        var unused = clock.scheduleAtFixedRate(
                () -> System.out.println("   ... " + what + " ("
                        + Duration.ofNanos(System.nanoTime() - start).toSeconds() + " s)"),
                SECONDS,
                SECONDS,
                TimeUnit.SECONDS);
        try {
            return step.call();
        } finally {
            clock.shutdownNow();
        }
    }

    /** Asks every 50 ms; throws {@link StoryFailure} if it does not come true in half a minute. */
    static void until(String what, Callable<Boolean> isTrue) throws Exception {
        long start = System.nanoTime();
        during(what, () -> {
            while (!isTrue.call()) {
                StoryFailure.unless(
                        System.nanoTime() - start < LONGEST.toNanos(),
                        "Not after " + LONGEST.toSeconds() + " s: " + what);
                Thread.sleep(50);
            }
            return true;
        });
    }
}
