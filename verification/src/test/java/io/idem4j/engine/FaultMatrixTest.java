package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Call;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Outcome;
import io.idem4j.RecordStatus;
import io.idem4j.Recovered;
import io.idem4j.StoreException;
import io.idem4j.StoredRecord;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.ClaimToken;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Fault;
import io.idem4j.tck.FaultPlan;
import io.idem4j.tck.FaultyStore;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.StoreCall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Every operation, at every position, going wrong in every way, once or several times in a row, its late calls arriving at
 * each of three moments: no effect is doubled that a clause does not allow, and none is lost.
 */
@OnStore("memory")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FaultMatrixTest {
    private static final List<Class<? extends StoreCall>> OPERATIONS = List.of(
            StoreCall.Claim.class,
            StoreCall.Complete.class,
            StoreCall.Release.class,
            StoreCall.Renew.class,
            StoreCall.Find.class);
    private static final List<Fault> FAULTS =
            List.of(new Fault.FailBefore(), new Fault.LoseReply(), new Fault.ArriveLate());
    private static final int POSITIONS = 3;
    private static final List<Integer> IN_A_ROW = List.of(1, 2, 50);
    private static final int ROUNDS = 5;
    private static final Duration BRIEF = Duration.ofMillis(25);

    private enum Mode {
        RETRY,
        AT_MOST_ONCE,
        RECOVER
    }

    /** What the first call's action does. */
    private enum First {
        SUCCEEDS,
        THROWS_WITHOUT_EFFECT,
        HAS_ITS_EFFECT_AND_THROWS
    }

    /** When calls that are still under way reach the store. */
    private enum Arrival {
        AFTER_THE_FIRST_CALL,
        AFTER_THE_SECOND_CALL,
        AT_THE_END
    }

    private record Trial(
            Mode mode,
            First first,
            Class<? extends StoreCall> operation,
            int position,
            int times,
            Fault fault,
            Arrival arrival) {
        FaultPlan plan() {
            AtomicInteger calls = new AtomicInteger();
            return call -> {
                int number = operation.isInstance(call) ? calls.getAndIncrement() : -1;
                return number >= position && number < position + times ? fault : new Fault.None();
            };
        }
    }

    private void everyTrial(Mode mode, First first) {
        for (Class<? extends StoreCall> operation : OPERATIONS) {
            for (int position = 0; position < POSITIONS; position++) {
                for (int times : IN_A_ROW) {
                    for (Fault fault : FAULTS) {
                        for (Arrival arrival : Arrival.values()) {
                            if (fault instanceof Fault.ArriveLate || arrival == Arrival.AT_THE_END) {
                                new Story(new Trial(mode, first, operation, position, times, fault, arrival)).play();
                            }
                        }
                    }
                }
            }
        }
    }

    @Test
    @Clause({"E-01", "E-04", "E-11", "E-18", "S-12"})
    void retry_of_an_action_that_succeeds() {
        everyTrial(Mode.RETRY, First.SUCCEEDS);
    }

    @Test
    @Clause({"E-02", "E-03", "E-11", "E-18", "S-12"})
    void retry_of_an_action_that_throws_without_effect() {
        everyTrial(Mode.RETRY, First.THROWS_WITHOUT_EFFECT);
    }

    @Test
    @Clause({"E-04", "E-09", "E-11", "E-18", "S-12"})
    void at_most_once_of_an_action_that_succeeds() {
        everyTrial(Mode.AT_MOST_ONCE, First.SUCCEEDS);
    }

    @Test
    @Clause({"E-02", "E-03", "E-09", "E-18", "S-12"})
    void at_most_once_of_an_action_that_throws_without_effect() {
        everyTrial(Mode.AT_MOST_ONCE, First.THROWS_WITHOUT_EFFECT);
    }

    @Test
    @Clause({"E-02", "E-09", "E-18", "S-12"})
    void at_most_once_of_an_action_that_has_its_effect_and_throws() {
        everyTrial(Mode.AT_MOST_ONCE, First.HAS_ITS_EFFECT_AND_THROWS);
    }

    @Test
    @Clause({"E-04", "E-09", "E-11", "E-18", "S-12"})
    void recovery_of_an_action_that_succeeds() {
        everyTrial(Mode.RECOVER, First.SUCCEEDS);
    }

    @Test
    @Clause({"E-02", "E-03", "E-09", "E-18", "S-12"})
    void recovery_of_an_action_that_throws_without_effect() {
        everyTrial(Mode.RECOVER, First.THROWS_WITHOUT_EFFECT);
    }

    @Test
    @Clause({"E-02", "E-09", "E-18", "S-12"})
    void recovery_of_an_action_that_has_its_effect_and_throws() {
        everyTrial(Mode.RECOVER, First.HAS_ITS_EFFECT_AND_THROWS);
    }

    /** One key's life under one trial. */
    private static final class Story {
        private final Trial trial;
        private final World world = new World();
        private final InMemoryStore memory = new InMemoryStore();
        private final IdempotencyKey key = EngineTest.freshKey();
        private final FaultyStore faulty;

        Story(Trial trial) {
            this.trial = trial;
            this.faulty = new FaultyStore(memory, trial.plan());
        }

        void play() {
            try (Idempotency engine = Idempotency.builder(faulty)
                    .policy(policy -> policy.claimWithin(BRIEF).recordWithin(BRIEF))
                    .build()) {
                call(engine, trial.first());
                arrive(Arrival.AFTER_THE_FIRST_CALL);
                for (int round = 0; round < ROUNDS; round++) {
                    holderIsGone();
                    call(engine, First.SUCCEEDS);
                    if (round == 0) {
                        arrive(Arrival.AFTER_THE_SECOND_CALL);
                    }
                }
                arrive(Arrival.AT_THE_END);
            }
            assertSettled();
        }

        private void arrive(Arrival now) {
            if (trial.arrival() == now) {
                while (faulty.deliverLate().isPresent()) {
                    assertThat(trial.fault()).isInstanceOf(Fault.ArriveLate.class);
                }
            }
        }

        /** Every call has returned, so that whoever holds a claim now is gone. */
        private void holderIsGone() {
            memory.find(key)
                    .filter(record -> record.status() == RecordStatus.IN_PROGRESS)
                    .map(StoredRecord::token)
                    .ifPresent(token -> memory.renew(new ClaimToken(key, token), Duration.ZERO, EngineTest.KEEP));
        }

        private Call<String> call(Idempotency engine) {
            Call<String> call = engine.call(key, String.class);
            return switch (trial.mode()) {
                case RETRY -> call;
                case AT_MOST_ONCE -> call.policy(policy -> policy.maxAttempts(1));
                case RECOVER ->
                    call.recover(lapsed -> world.effects().isEmpty()
                            ? Recovered.notDone()
                            : Recovered.done(world.effects().get(0)));
            };
        }

        private void call(Idempotency engine, First action) {
            Call<String> call = call(engine);
            if (action == First.THROWS_WITHOUT_EFFECT) {
                call = call.policy(policy -> policy.onFailure(failure -> OnFailure.RELEASE));
            }
            try {
                world.heard(call.run(execution -> {
                    world.begin(execution);
                    return switch (action) {
                        case SUCCEEDS -> world.effect();
                        case THROWS_WITHOUT_EFFECT -> throw new IllegalStateException("no effect");
                        case HAS_ITS_EFFECT_AND_THROWS -> throw new IllegalStateException("after " + world.effect());
                    };
                }));
            } catch (StoreException | IllegalStateException expected) {
                assertThat(expected).isNotNull();
            }
            world.assertSound(trial.mode() != Mode.RETRY, trial.toString());
        }

        private void assertSettled() {
            try (Idempotency healthy = Idempotency.builder(memory).build()) {
                holderIsGone();
                Outcome<String> last = call(healthy).run(execution -> {
                    world.begin(execution);
                    return world.effect();
                });
                world.heard(last);
                world.assertSound(trial.mode() != Mode.RETRY, trial.toString());
                boolean doubt = last instanceof Outcome.InDoubt;
                assertThat(doubt && trial.mode() != Mode.AT_MOST_ONCE)
                        .as("in doubt: %s", trial)
                        .isFalse();
                if (!doubt) {
                    assertThat(world.effects()).as("none lost: %s", trial).contains(last.get());
                }
                Optional<StoredRecord> record = memory.find(key);
                assertThat(record.map(StoredRecord::status))
                        .as("settled: %s", trial)
                        .hasValue(doubt ? RecordStatus.IN_PROGRESS : RecordStatus.COMPLETED);
                assertThat(record.orElseThrow().isLapsed()).isEqualTo(doubt);
            }
        }
    }
}
