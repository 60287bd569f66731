package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Threads on one key, round after round. */
abstract class WithThreads extends ClauseTests {
    private static final int ROUNDS = 2_000;
    private static final int CALLS = 5;
    private static final Duration TOLERANCE_ON_SERVER = Duration.ofMinutes(2);

    WithThreads(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause({"S-01", "S-04"})
    void one_of_many_claims_over_an_expired_record_acquires() {
        Deque<IdempotencyKey> expired = new ArrayDeque<>();
        for (int i = 0; i < size(ROUNDS); i++) {
            TestClaim brief = claim().key(Keys.fresh()).lease(time().brief()).keep(time().brief());
            expired.add(live(brief).request().key());
        }
        time().pass(time().brief().plus(subject().precision()));
        race(
                () -> claims(expired.remove()),
                (claims, thread) -> store().claim(claims.get(thread).request()),
                (claims, results) -> Races.assertOneAcquired(claims, results, 1));
    }

    @Test
    @Clause({"S-01", "S-05", "S-06"})
    void one_of_many_claims_takes_a_lapsed_record_over() {
        race(
                () -> claims(ended(live(claim().key(Keys.fresh()))).request().key()),
                (claims, thread) -> store().claim(claims.get(thread).request()),
                (claims, results) -> {
                    int winner = Races.assertOneAcquired(claims, results, 2);
                    TestClaim winning = claims.get(winner);
                    assertThat(found(winning.request().key()).token())
                            .isEqualTo(winning.request().token());
                });
    }

    @Test
    @Clause({"S-01", "S-20"})
    void one_run_of_an_execution_takes_its_own_claim_over() {
        race(
                () -> claims(live(claim().key(Keys.fresh()).owner("exec-1"))
                        .request()
                        .key()),
                (claims, thread) -> store().claim(claims.get(thread)
                        .owner("exec-1")
                        .takingOverBelow(2)
                        .request()),
                (claims, results) -> Races.assertOneAcquired(claims, results, 2));
    }

    @Test
    @Clause({"S-03", "S-05", "S-07"})
    void a_completion_and_takeovers_at_the_same_time_have_one_outcome() {
        race(
                () -> ended(live(claim().key(Keys.fresh()))),
                (holder, thread) -> thread == 0 ? holder.complete(DATA) : takeOver(holder),
                (holder, answers) -> {
                    long takenOver = acquired(answers);
                    StoredRecord record = found(holder.request().key());
                    if (answers.get(0) == APPLIED) {
                        assertThat(takenOver)
                                .as("takeovers beside a completion")
                                .isZero();
                        assertThat(record.data()).isEqualTo(DATA);
                    } else {
                        assertThat(takenOver)
                                .as("takeovers where the completion was fenced")
                                .isEqualTo(1);
                        assertThat(record.status()).isEqualTo(RecordStatus.IN_PROGRESS);
                        assertThat(record.attempt()).isEqualTo(2);
                    }
                });
    }

    @Test
    @Clause({"S-01", "S-10", "S-12"})
    void a_release_and_its_repeat_never_take_the_claim_of_another() {
        race(
                () -> live(claim().key(Keys.fresh())),
                (holder, thread) -> thread < 2 ? holder.release() : takeOver(holder),
                (holder, answers) -> {
                    long acquired = acquired(answers);
                    assertThat(acquired).as("claims that acquired").isLessThanOrEqualTo(1);
                    assertThat(answers.subList(0, 2))
                            .as("answers of the release and its repeat")
                            .contains(APPLIED);
                    assertThat(store().find(holder.request().key()).isPresent())
                            .as("a record is there")
                            .isEqualTo(acquired == 1);
                });
    }

    private ClaimResult takeOver(Holder holder) {
        return store().claim(claim().key(holder.request().key()).takingOver().request());
    }

    private static long acquired(List<Object> answers) {
        return answers.stream().filter(ClaimResult.Acquired.class::isInstance).count();
    }

    @Test
    @Clause("S-06")
    void attempts_rise_one_by_one() {
        IdempotencyKey key = Keys.fresh();
        AtomicInteger turns = new AtomicInteger(size(ROUNDS));
        try (Crew crew = new Crew(Races.THREADS)) {
            List<List<Integer>> perThread = crew.together(i -> () -> takeTurns(key, turns));
            List<Integer> attempts =
                    perThread.stream().flatMap(List::stream).sorted().toList();
            for (int i = 0; i < attempts.size(); i++) {
                assertThat(attempts.get(i)).as("attempts in order").isEqualTo(i + 1);
            }
            perThread.forEach(
                    mine -> assertThat(mine).as("attempts of one thread").isSorted());
        }
    }

    /** Claims, and ends the lease of what it got, so that the next may take over. */
    private List<Integer> takeTurns(IdempotencyKey key, AtomicInteger turns) {
        List<Integer> attempts = new ArrayList<>();
        while (turns.getAndDecrement() > 0) {
            TestClaim mine = TestClaim.of(key).takingOver();
            if (store().claim(mine.request()) instanceof ClaimResult.Acquired acquired) {
                attempts.add(acquired.attempt());
                ended(new Holder(store(), mine.request(), acquired.attempt()));
            }
        }
        return attempts;
    }

    @Test
    @Clause({"S-01", "S-03", "S-05", "S-06", "S-07", "S-08", "S-10", "S-12", "S-21", "S-22"})
    void whatever_threads_do_can_be_put_in_an_order_that_the_table_allows() {
        long seed = Long.getLong("idem4j.seed", ThreadLocalRandom.current().nextLong());
        AtomicInteger rounds = new AtomicInteger();
        HistoryChecker checker = new HistoryChecker(
                new RecordTable(subject().clockSkew(), subject().expiredRecords() != ExpiredRecords.STAY),
                time().isInjected() ? subject().precision() : TOLERANCE_ON_SERVER,
                this::isSameData);
        race(
                () -> new Told(
                        new History(fixed(time().now())), seed + rounds.incrementAndGet() * (long) Races.THREADS),
                (told, thread) -> act(told, thread),
                (told, answers) -> assertThat(checker.fault(told.history.events()))
                        .as("-Didem4j.seed=%d", seed)
                        .isEmpty());
    }

    private static InstantSource fixed(Instant now) {
        return () -> now;
    }

    /** What is told of one key. */
    private record Told(History history, IdempotencyKey key, long seed) {
        Told(History history, long seed) {
            this(history, Keys.fresh(), seed);
        }
    }

    private boolean act(Told told, int thread) {
        IdempotencyStore store = told.history.recording(store());
        SplittableRandom random = new SplittableRandom(told.seed + thread);
        Holder last = new Holder(store, TestClaim.of(told.key).takingOver().request(), 1);
        for (int i = 0; i < CALLS; i++) {
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> {
                    last = new Holder(store, TestClaim.of(told.key).takingOver().request(), 1);
                    store.claim(last.request());
                }
                case 3 -> store.claim(last.request());
                case 4, 5 -> last.endLease();
                case 6 -> last.complete("\"" + thread + "\"");
                case 7 -> last.release();
                case 8 -> store.find(told.key).ifPresent(store::forget);
                default -> last.renew();
            }
        }
        return true;
    }

    private <P> void race(Supplier<P> prepare, Races.Act<P> act, Races.Check<P> check) {
        Races.run(size(ROUNDS), prepare, act, check);
    }

    static List<TestClaim> claims(IdempotencyKey key) {
        return Stream.generate(() -> TestClaim.of(key).takingOver())
                .limit(Races.THREADS)
                .toList();
    }

    private static Holder ended(Holder holder) {
        assertThat(holder.endLease()).isIn(WriteResult.APPLIED, WriteResult.FENCED);
        return holder;
    }
}
