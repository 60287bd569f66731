package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Call;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Outcome;
import io.idem4j.StoreException;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.tck.Clause;
import io.idem4j.tck.FaultPlan;
import io.idem4j.tck.FaultyStore;
import io.idem4j.tck.History;
import io.idem4j.tck.HistoryChecker;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.RecordTable;
import io.idem4j.tck.TestClock;
import io.idem4j.tck.Tier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Three clients on one key while calls of the store fail, lose their replies and arrive late, leases end and holders throw;
 * again and again with other keys. What the store was asked and answered is checked against the table of the
 * specification, and the effects against what the engine promises.
 */
@OnStore("memory")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FaultSoakTest {
    private static final int ROUNDS = 1_500;
    private static final int CLIENTS = 3;
    private static final int CALLS_OF_A_CLIENT = 2;
    private static final int FAULTY_PERCENT = 25;
    private static final long SEED = 20_261_129;
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration BRIEF = Duration.ofMillis(15);

    @Test
    @Clause({"E-01", "E-02", "E-04", "E-11", "E-18", "S-12"})
    void retry() {
        soak(false);
    }

    @Test
    @Clause({"E-01", "E-02", "E-04", "E-09", "E-11", "E-18", "S-12"})
    void at_most_once() {
        soak(true);
    }

    private static void soak(boolean atMostOnce) {
        int rounds = Tier.size(ROUNDS);
        int effects = 0;
        for (int round = 0; round < rounds; round++) {
            Round one = new Round(SEED + round, atMostOnce);
            one.play();
            effects += one.world.effects().size();
        }
        assertThat(effects).as("effects of %d keys", rounds).isGreaterThan(rounds / 2);
    }

    private static final class Round {
        private final long seed;
        private final boolean atMostOnce;
        private final World world = new World();
        private final IdempotencyKey key = EngineTest.freshKey();
        private final TestClock clock = new TestClock();
        private final List<Instant> readings = new CopyOnWriteArrayList<>();
        private final InMemoryStore memory = new InMemoryStore(clock);
        private final FaultyStore faulty;
        private final History history = new History(clock);

        Round(long seed, boolean atMostOnce) {
            this.seed = seed;
            this.atMostOnce = atMostOnce;
            FaultPlan random = FaultPlan.random(seed, FAULTY_PERCENT);
            this.faulty = new FaultyStore(memory, call -> {
                synchronized (random) {
                    return random.next(call);
                }
            });
        }

        void play() {
            String how = "seed " + seed + (atMostOnce ? ", at most once" : ", retry");
            List<Idempotency> engines = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                engines.add(Idempotency.builder(history.recording(faulty))
                        .clock(clock)
                        .policy(policy -> policy.lease(LEASE)
                                .renewFor(Duration.ZERO)
                                .claimWithin(BRIEF)
                                .recordWithin(BRIEF))
                        .build());
            }
            Threads.together(CLIENTS + 1, i -> () -> {
                Random random = new Random(seed * 31 + i);
                if (i < CLIENTS) {
                    client(engines.get(i), random);
                } else {
                    disturb(random);
                }
                return i;
            });
            arriveAll();
            pass();
            finish(engines.get(0));
            engines.forEach(Idempotency::close);
            world.assertSound(atMostOnce, how);
            assertThat(new HistoryChecker(new RecordTable(Duration.ZERO, true), Duration.ZERO)
                            .fault(history.events(), readings))
                    .as(how)
                    .isEmpty();
        }

        private void client(Idempotency engine, Random random) {
            for (int i = 0; i < CALLS_OF_A_CLIENT; i++) {
                boolean throwsWithoutEffect = random.nextInt(4) == 0;
                call(engine, throwsWithoutEffect);
            }
        }

        private void call(Idempotency engine, boolean throwsWithoutEffect) {
            Call<String> call =
                    engine.call(key, String.class).policy(policy -> policy.onFailure(failure -> OnFailure.RELEASE));
            if (atMostOnce) {
                call = call.policy(policy -> policy.maxAttempts(1));
            }
            try {
                world.heard(call.run(execution -> {
                    world.begin(execution);
                    if (throwsWithoutEffect) {
                        throw new IllegalStateException("no effect");
                    }
                    return world.effect();
                }));
            } catch (StoreException | IllegalStateException expected) {
                assertThat(expected).isNotNull();
            }
        }

        private void disturb(Random random) {
            for (int i = 0; i < 4; i++) {
                if (random.nextInt(3) == 0) {
                    pass();
                }
                faulty.deliverLate();
                Thread.yield();
            }
        }

        private void pass() {
            clock.advance(LEASE.plusMillis(1));
            readings.add(clock.instant());
        }

        private void arriveAll() {
            while (faulty.deliverLate().isPresent()) {
                readings.add(clock.instant());
            }
        }

        /** With the store well again every key is settled, or in doubt where it may be. */
        private void finish(Idempotency same) {
            try (Idempotency healthy =
                    Idempotency.builder(history.recording(memory)).clock(clock).build()) {
                Call<String> call = healthy.call(key, String.class);
                Outcome<String> last = (atMostOnce ? call.policy(policy -> policy.maxAttempts(1)) : call)
                        .run(execution -> {
                            world.begin(execution);
                            return world.effect();
                        });
                world.heard(last);
                if (!atMostOnce || !(last instanceof Outcome.InDoubt)) {
                    assertThat(world.effects()).as("none lost, seed %d", seed).contains(last.get());
                }
            }
            assertThat(same).isNotNull();
        }
    }
}
