package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Threads that do something on one key at the same time, key after key, and what holds afterwards. */
final class Races {
    /** As many as meet on one key. */
    static final int THREADS = 8;
    /** Threads go through so many keys without stopping, so that they meet in ever other ways. */
    private static final int KEYS_AT_A_TIME = 20;

    private Races() {}

    /** What one thread does. */
    interface Act<P> {
        Object by(P prepared, int thread);
    }

    /** What holds of everybody's answers, in the order of the threads. */
    interface Check<P> {
        void that(P prepared, List<Object> answers);
    }

    static <P> void run(int rounds, Supplier<P> prepare, Act<P> act, Check<P> check) {
        try (Crew crew = new Crew(THREADS)) {
            for (int done = 0; done < rounds; done += KEYS_AT_A_TIME) {
                List<P> prepared = new ArrayList<>();
                for (int i = 0; i < Math.min(KEYS_AT_A_TIME, rounds - done); i++) {
                    prepared.add(prepare.get());
                }
                List<List<Object>> answers = crew.together(thread -> throughAll(prepared, act, thread));
                for (int i = 0; i < prepared.size(); i++) {
                    int round = i;
                    check.that(
                            prepared.get(i),
                            answers.stream()
                                    .map(ofThread -> ofThread.get(round))
                                    .toList());
                }
            }
        }
    }

    private static <P> Callable<List<Object>> throughAll(List<P> prepared, Act<P> act, int thread) {
        return () -> {
            List<Object> answers = new ArrayList<>();
            for (P each : prepared) {
                answers.add(act.by(each, thread));
            }
            return answers;
        };
    }

    /** One acquired with this attempt, everybody else got its record; answers which one. */
    static int assertOneAcquired(List<TestClaim> claims, List<Object> results, int attempt) {
        int winner = -1;
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i) instanceof ClaimResult.Acquired acquired) {
                assertThat(winner)
                        .as("index of a claim that acquired before claim %s did", i)
                        .isEqualTo(-1);
                assertThat(acquired.attempt()).as("attempt").isEqualTo(attempt);
                winner = i;
            }
        }
        assertThat(winner).as("index of the claim that acquired").isNotNegative();
        for (int i = 0; i < results.size(); i++) {
            if (i != winner) {
                StoredRecord seen = ClauseTests.recordOf((ClaimResult) results.get(i));
                assertThat(seen.token())
                        .as("token in the record that claim %s got", i)
                        .isEqualTo(claims.get(winner).request().token());
            }
        }
        return winner;
    }
}
