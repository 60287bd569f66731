package io.idem4j.tck;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/**
 * Random calls, repeats, late arrivals and steps of the clock: store and {@link RecordTable} agree on every answer. On a
 * server's clock scripts run side by side, each on its key, so that they wait together. One that disagrees is made as short as
 * it can be.
 */
abstract class WithRandomCalls extends ClauseTests {
    private static final int SCRIPTS_IN_PROCESS = 20_000;
    private static final int SCRIPTS_ON_SERVER = 2_000;
    private static final int TOGETHER_ON_SERVER = 100;
    private static final int LENGTH = 30;
    private static final Duration TOLERANCE_ON_SERVER = Duration.ofMinutes(2);

    WithRandomCalls(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause({
        "S-02", "S-04", "S-05", "S-06", "S-07", "S-08", "S-10", "S-11", "S-12", "S-14", "S-18", "S-20", "S-21", "S-22"
    })
    void store_and_table_agree_on_every_answer() {
        int scripts = size(time().isInjected() ? SCRIPTS_IN_PROCESS : SCRIPTS_ON_SERVER);
        long seed = Long.getLong("idem4j.seed", ThreadLocalRandom.current().nextLong());
        int together = time().isInjected() ? 1 : TOGETHER_ON_SERVER;
        for (int done = 0; done < scripts; done += together) {
            runTogether(seed + done, Math.min(together, scripts - done));
        }
    }

    private void runTogether(long seed, int count) {
        List<List<RandomCall>> scripts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            scripts.add(RandomScript.of(seed + i, LENGTH, time().brief(), steps()));
        }
        List<RandomRun> runs = run(scripts);
        for (int i = 0; i < count; i++) {
            if (runs.get(i).disagrees()) {
                throw new AssertionError("store and table disagree; -Didem4j.seed=%d makes the same calls\n  %s\n%s"
                        .formatted(seed + i, runs.get(i).report(), shortened(scripts.get(i))));
            }
        }
    }

    private String shortened(List<RandomCall> script) {
        List<RandomCall> shortest = shorten(script);
        RandomRun run = run(List.of(shortest)).get(0);
        return run.disagrees()
                ? "of which %d calls are enough\n  %s".formatted(shortest.size(), run.report())
                : "but not when they run again";
    }

    /** All scripts, line by line. */
    private List<RandomRun> run(List<List<RandomCall>> scripts) {
        RecordTable table = new RecordTable(subject().clockSkew(), subject().expiredRecords() != ExpiredRecords.STAY);
        Answers answers =
                new Answers(time().isInjected() ? subject().precision() : TOLERANCE_ON_SERVER, this::isSameData);
        List<RandomRun> runs = new ArrayList<>();
        scripts.forEach(script -> runs.add(new RandomRun(store(), table, answers)));
        for (int line = 0; line < LENGTH; line++) {
            Instant now = time().now();
            purge(scripts, line, runs, now);
            Duration passing = Duration.ZERO;
            for (int i = 0; i < scripts.size(); i++) {
                if (line < scripts.get(i).size()) {
                    RandomCall call = scripts.get(i).get(line);
                    runs.get(i).make(call, now);
                    passing = longer(passing, passesAfter(call));
                }
            }
            letPass(passing);
        }
        return runs;
    }

    /** One purges for all. */
    private void purge(List<List<RandomCall>> scripts, int line, List<RandomRun> runs, Instant now) {
        boolean anybody = false;
        for (List<RandomCall> script : scripts) {
            anybody |= line < script.size() && script.get(line) instanceof RandomCall.Purge;
        }
        if (anybody) {
            store().purge(1_000);
            runs.forEach(run -> run.purged(now));
        }
    }

    private Duration passesAfter(RandomCall call) {
        if (call instanceof RandomCall.Pass pass) {
            return pass.by();
        }
        return !time().isInjected() && call.isBrief(time().brief()) ? time().brief() : Duration.ZERO;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    private void letPass(Duration passing) {
        if (passing.isZero()) {
            return;
        }
        if (time().isInjected()) {
            time().exact().advance(passing);
        } else {
            time().pass(passing.plus(subject().precision()));
        }
    }

    /** Around the ends of what is brief, and of what is not; a server's clock can only pass what is brief. */
    private List<Duration> steps() {
        Duration brief = time().brief();
        if (!time().isInjected()) {
            return List.of(brief);
        }
        Duration second = Duration.ofSeconds(1);
        return List.of(
                second, brief.minus(second), brief, brief.plus(second), Duration.ofMinutes(10), Duration.ofMinutes(21));
    }

    /** Leaves calls out for as long as store and table still disagree. */
    private List<RandomCall> shorten(List<RandomCall> script) {
        List<RandomCall> shortest = script;
        boolean shorter = true;
        while (shorter) {
            shorter = false;
            for (int leftOut = shortest.size() - 1; leftOut >= 0; leftOut--) {
                List<RandomCall> without = new ArrayList<>(shortest);
                without.remove(leftOut);
                if (run(List.of(without)).get(0).disagrees()) {
                    shortest = without;
                    shorter = true;
                }
            }
        }
        return shortest;
    }
}
