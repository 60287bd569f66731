package io.idem4j.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotentOperation;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.InProgress;
import io.idem4j.Outcome.Recording;
import io.idem4j.Outcome.Replayed;
import io.idem4j.json.JsonCodec;
import io.idem4j.operations.OperationStore.Opened;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many threads call many operations of one engine and one store, one inside the other, two deep, while the actions change
 * what they were given. Nested operations have higher numbers, so that none can meet itself.
 */
class CrowdTest {
    private static final int CALLS = Tier.size(100_000);
    private static final int THREADS = 16;
    private static final int OPERATIONS = 20;
    private static final int DEPTH = 2;
    /** Of each operation; far fewer than its calls, so that most of them are duplicates. */
    private static final int KEYS = Math.max(1, CALLS / OPERATIONS / 10);

    /** What is asked of an operation; actions change it. */
    private static final class Asked {
        private String value;
        private String what;

        Asked(String value, String what) {
            this.value = value;
            this.what = what;
        }
    }

    record Answer(int operation, String value, String what, String by) {}

    private record Slot(int operation, String value) {}

    /** One run of the whole on one store. */
    private static final class Crowd {
        private final String run = UUID.randomUUID().toString();
        private final List<IdempotentOperation<Asked, Answer>> operations = new ArrayList<>();
        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicInteger replays = new AtomicInteger();
        private final Map<Slot, Answer> executed = new ConcurrentHashMap<>();
        private final List<String> faults = new ArrayList<>();

        Crowd(Idempotency idempotency) {
            for (int i = 0; i < OPERATIONS; i++) {
                var builder = idempotency
                        .operation("crowd." + i, Asked.class, Answer.class)
                        .key(asked -> run + asked.value)
                        .fingerprint(asked -> Fingerprint.ofParts(asked.what));
                operations.add((i % 3 == 0 ? builder.localCache(KEYS) : builder).build());
            }
        }

        void call(int operation, int key, int depth) {
            calls.incrementAndGet();
            String value = "k" + key;
            String what = operation + " of " + key;
            Asked asked = new Asked(value, what);
            AtomicInteger runs = new AtomicInteger();
            Outcome<Answer> outcome = operations.get(operation).call(asked).run(() -> {
                runs.incrementAndGet();
                asked.value = "changed";
                asked.what = "changed too";
                if (depth > 0) {
                    call(operation + 1, key, depth - 1);
                }
                Answer answer =
                        new Answer(operation, value, what, UUID.randomUUID().toString());
                Answer other = executed.putIfAbsent(new Slot(operation, value), answer);
                if (other != null) {
                    fault("ran twice: " + other + " and " + answer);
                }
                return answer;
            });
            check(outcome, new Slot(operation, value), what, runs.get());
        }

        private void check(Outcome<Answer> outcome, Slot slot, String what, int runs) {
            boolean ran = outcome instanceof Executed<Answer> mine && mine.recording() == Recording.STORED;
            boolean expected = ran || outcome instanceof Replayed || outcome instanceof InProgress;
            if (!expected || runs != (ran ? 1 : 0)) {
                fault(slot + " was answered " + outcome + " after " + runs + " runs");
            } else if (!(outcome instanceof InProgress)) {
                Answer answer = outcome.get();
                if (!answer.equals(executed.get(slot)) || !answer.what().equals(what)) {
                    fault(slot + " got " + answer + " in place of " + executed.get(slot));
                }
                replays.addAndGet(ran ? 0 : 1);
            }
        }

        private void fault(String what) {
            synchronized (faults) {
                faults.add(what);
            }
        }

        Void work(SplittableRandom random) {
            while (calls.get() < CALLS) {
                call(random.nextInt(OPERATIONS - DEPTH), random.nextInt(KEYS), DEPTH);
            }
            return null;
        }

        IdempotencyKey key(Slot slot) {
            return IdempotencyKey.of("crowd." + slot.operation(), run + slot.value());
        }
    }

    @ParameterizedTest
    @EnumSource(OperationStore.class)
    void no_call_gets_another_s_answer_and_none_completes_another_s_record(OperationStore on) throws Exception {
        try (Opened opened = on.open();
                Idempotency idempotency = Idempotency.builder(opened.store()).build()) {
            Crowd crowd = new Crowd(idempotency);
            runAll(crowd);

            assertThat(crowd.faults).isEmpty();
            assertThat(crowd.replays.get()).as("most calls were duplicates").isGreaterThan(CALLS / 2);
            assertRecords(crowd, opened.store());
        }
    }

    private static void runAll(Crowd crowd) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Void>> work = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                SplittableRandom random = new SplittableRandom(i);
                work.add(() -> crowd.work(random));
            }
            for (Future<Void> each : pool.invokeAll(work)) {
                each.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static void assertRecords(Crowd crowd, IdempotencyStore store) {
        JsonCodec codec = new JsonCodec();
        assertThat(crowd.executed).isNotEmpty();
        crowd.executed.forEach((slot, answer) -> assertThat(
                        codec.decode(store.find(crowd.key(slot)).orElseThrow().data(), Answer.class))
                .isEqualTo(answer));
        assertThat(store.find(IdempotencyKey.of("crowd.0", crowd.run + "changed")))
                .as("a key that was read again")
                .isEmpty();
    }
}
