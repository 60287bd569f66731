package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.CompletionFailedException;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Outcome;
import io.idem4j.RecordStatus;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.tck.Clause;
import io.idem4j.tck.TestClock;
import io.idem4j.testtools.Numbers;
import io.idem4j.testtools.Requests;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The T clauses, on a database whose business rows are in the table {@code {rows}}, with one column {@code id}. */
abstract class TransactionsTest {
    static final Duration LOCK_WAIT = Duration.ofMillis(300);

    final IdempotencyKey key = Requests.key();
    final AtomicInteger effects = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    Transactions transactions;
    JdbcStore store;
    Idempotency plain;
    Idempotency joining;
    Idempotency completing;

    /** Made at the first call. */
    abstract DataSource source();

    abstract JdbcStoreBuilder builder();

    abstract String rows();

    abstract int countRows();

    @BeforeEach
    void build() {
        transactions = new Transactions(source());
        store = builder().lockWait(LOCK_WAIT).build();
        plain = Idempotency.builder(store).codec(new Numbers()).build();
        joining = plain.on(store.joining(transactions::current));
        completing = plain.on(store.completingIn(transactions::current));
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
        plain.close();
    }

    <T> Future<T> elsewhere(java.util.concurrent.Callable<T> work) {
        return threads.submit(work);
    }

    int place(Connection connection) throws SQLException {
        int number = effects.incrementAndGet();
        Transactions.update(connection, "INSERT INTO " + rows() + " VALUES (?)", number);
        return number;
    }

    Outcome<Integer> join(IdempotencyKey id) {
        return transactions.in(connection -> joining.call(id, Integer.class).run(() -> place(connection)));
    }

    private Attempt.Started<Integer> started() {
        return (Attempt.Started<Integer>) completing.call(key, Integer.class).begin();
    }

    private @Nullable RecordStatus status() {
        return store.find(key).map(StoredRecord::status).orElse(null);
    }

    private static class Undo extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    @Clause("T-01")
    void joining_row_and_record_commit_together_and_the_duplicate_replays() {
        assertThat(join(key)).isInstanceOf(Outcome.Executed.class);
        assertThat(countRows()).isEqualTo(1);
        assertThat(status()).isEqualTo(RecordStatus.COMPLETED);

        assertThat(join(key).get()).isEqualTo(1);
        assertThat(plain.call(key, Integer.class).run(effects::incrementAndGet)).isInstanceOf(Outcome.Replayed.class);
        assertThat(countRows()).isEqualTo(1);
    }

    @Test
    @Clause("T-01")
    void joining_what_rolls_back_leaves_neither_and_runs_again() {
        assertThatExceptionOfType(Undo.class)
                .isThrownBy(() -> transactions.in(connection -> {
                    joining.call(key, Integer.class).execute(() -> place(connection));
                    throw new Undo();
                }));
        assertThat(countRows()).isZero();
        assertThat(status()).isNull();

        assertThat(join(key)).isInstanceOf(Outcome.Executed.class);
        assertThat(countRows()).isEqualTo(1);
    }

    @Test
    @Clause("T-02")
    void joining_no_lease_is_lost_however_long_the_action_takes() {
        TestClock clock = new TestClock();
        try (Idempotency slow =
                Idempotency.builder(store).codec(new Numbers()).clock(clock).build()) {
            Idempotency inside = slow.on(store.joining(transactions::current));

            Outcome<Integer> outcome = transactions.in(connection -> inside.call(key, Integer.class)
                    .run(execution -> {
                        clock.advance(Duration.ofHours(1));
                        assertThat(execution.isLeaseLost()).isFalse();
                        assertThat(execution.renew(Duration.ofSeconds(10))).isTrue();
                        clock.advance(Duration.ofHours(1));
                        assertThat(execution.isLeaseLost()).isFalse();
                        assertThat(execution.leaseLeft()).isGreaterThan(Duration.ofDays(1));
                        return place(connection);
                    }));

            assertThat(((Outcome.Executed<Integer>) outcome).recording()).isEqualTo(Outcome.Recording.STORED);
            assertThat(countRows()).isEqualTo(1);
        }
    }

    @Test
    @Clause("T-01")
    void completing_row_and_record_commit_together() {
        Attempt.Started<Integer> mine = started();
        transactions.in(connection -> mine.complete(place(connection)));

        assertThat(countRows()).isEqualTo(1);
        assertThat(completing.call(key, Integer.class).begin())
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.value()).isEqualTo(1));
    }

    @Test
    @Clause("T-01")
    void completing_what_rolls_back_leaves_the_claim_to_its_lease() {
        Attempt.Started<Integer> mine = started();
        assertThatExceptionOfType(Undo.class)
                .isThrownBy(() -> transactions.in(connection -> {
                    mine.complete(place(connection));
                    throw new Undo();
                }));
        mine.fail(new Undo());

        assertThat(countRows()).isZero();
        assertThat(status()).isEqualTo(RecordStatus.IN_PROGRESS);
        assertThat(completing.call(key, Integer.class).begin()).isInstanceOf(Outcome.InProgress.class);
    }

    @Test
    @Clause("T-01")
    void completing_a_second_transaction_can_not_lean_on_the_completion_of_the_first() {
        Attempt.Started<Integer> mine = started();
        assertThatExceptionOfType(Undo.class)
                .isThrownBy(() -> transactions.in(connection -> {
                    mine.complete(place(connection));
                    throw new Undo();
                }));

        assertThatExceptionOfType(CompletionFailedException.class)
                .isThrownBy(() -> transactions.in(connection -> mine.complete(place(connection))));
        assertThat(countRows()).isZero();
        assertThat(status()).isEqualTo(RecordStatus.IN_PROGRESS);
    }

    @Test
    @Clause("T-01")
    void completing_a_transaction_that_committed_is_not_run_twice() {
        Attempt.Started<Integer> mine = started();
        transactions.in(connection -> mine.complete(place(connection)));

        assertThatExceptionOfType(CompletionFailedException.class)
                .isThrownBy(() -> transactions.in(connection -> mine.complete(place(connection))));
        assertThat(countRows()).isEqualTo(1);
        assertThat(status()).isEqualTo(RecordStatus.COMPLETED);
    }

    @Test
    @Clause("T-06")
    void completing_where_the_callers_connections_can_not_be_asked_is_unavailable_and_claims_nothing() {
        Idempotency broken = plain.on(store.completingIn(() -> {
            throw new IllegalStateException("no");
        }));

        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> broken.call(key, Integer.class).begin())
                .withMessageContaining("no connection to the database");
        assertThat(status()).isNull();
    }

    @Test
    @Clause("T-01")
    void completing_an_action_that_fails_before_is_released_at_once() {
        Attempt.Started<Integer> mine = started();
        mine.fail(new Undo());

        assertThat(status()).isNull();
    }

    @Test
    @Clause("T-01")
    void completing_a_completion_that_is_fenced_is_an_exception_and_leaves_no_row() {
        Attempt.Started<Integer> mine = started();
        store.forget(store.find(key).orElseThrow());

        assertThatExceptionOfType(CompletionFailedException.class)
                .isThrownBy(() -> transactions.in(connection -> mine.complete(place(connection))));
        assertThat(countRows()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = OnFailure.class,
            names = {"RELEASE", "KEEP"})
    @Clause("T-02")
    void an_action_that_throws_leaves_no_record_even_where_the_caller_commits(OnFailure choice) {
        transactions.in(connection -> {
            Call<Integer> call = joining.call(key, Integer.class).policy(policy -> policy.onFailure(failure -> choice));
            assertThatExceptionOfType(Undo.class)
                    .isThrownBy(() -> call.run(() -> {
                        throw new Undo();
                    }));
            return place(connection);
        });
        assertThat(status()).isNull();
        assertThat(countRows()).isEqualTo(1);
    }

    @Test
    @Clause("T-02")
    void a_result_that_was_rolled_back_is_not_replayed_from_the_cache() {
        var operation = joining.operation("orders", String.class, Integer.class)
                .key(id -> id)
                .localCache(10)
                .build();
        assertThatExceptionOfType(Undo.class)
                .isThrownBy(() -> transactions.in(connection -> {
                    operation.execute("order-1", () -> place(connection));
                    throw new Undo();
                }));

        int again = transactions.in(connection -> operation.execute("order-1", () -> place(connection)));
        assertThat(again).isEqualTo(2);
        assertThat(countRows()).isEqualTo(1);
    }

    @Test
    @Clause("T-02")
    void a_claim_that_had_to_give_up_leaves_the_transaction_usable() throws Exception {
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Future<Integer> holder = elsewhere(() ->
                transactions.in(connection -> joining.call(key, Integer.class).execute(() -> {
                    claimed.countDown();
                    over.await(1, TimeUnit.MINUTES);
                    return place(connection);
                })));
        claimed.await(1, TimeUnit.MINUTES);

        transactions.in(connection -> {
            place(connection);
            assertThat(joining.call(key, Integer.class).run(() -> place(connection)))
                    .isInstanceOf(Outcome.InProgress.class);
            return place(connection);
        });
        over.countDown();

        assertThat(holder.get(1, TimeUnit.MINUTES)).isEqualTo(3);
        assertThat(countRows()).isEqualTo(3);
    }

    @Test
    @Clause("T-03")
    void a_duplicate_is_in_progress_after_the_lock_wait_in_and_outside_of_a_transaction() throws Exception {
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Future<?> holder = elsewhere(() ->
                transactions.in(connection -> joining.call(key, Integer.class).execute(() -> {
                    claimed.countDown();
                    over.await(1, TimeUnit.MINUTES);
                    return place(connection);
                })));
        claimed.await(1, TimeUnit.MINUTES);

        long start = System.nanoTime();
        assertThat(join(key)).isInstanceOf(Outcome.InProgress.class);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(LOCK_WAIT.toNanos());
        assertThat(plain.call(key, Integer.class).run(effects::incrementAndGet)).isInstanceOf(Outcome.InProgress.class);
        assertThat(effects).hasValue(0);
        over.countDown();
        holder.get(1, TimeUnit.MINUTES);

        assertThat(join(key).get()).isEqualTo(1);
    }

    @Test
    @Clause({"T-03", "T-04"})
    void a_duplicate_that_waits_replays_once_the_other_has_committed() throws Exception {
        Idempotency patient =
                plain.on(builder().lockWait(Duration.ofMinutes(1)).build().joining(transactions::current));
        List<Outcome<Integer>> outcomes = Collections.synchronizedList(new ArrayList<>());
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            running.add(elsewhere(() -> outcomes.add(transactions.in(
                    connection -> patient.call(key, Integer.class).run(() -> place(connection))))));
        }
        for (Future<?> one : running) {
            one.get(1, TimeUnit.MINUTES);
        }

        assertThat(outcomes.stream().filter(Outcome.Executed.class::isInstance)).hasSize(1);
        assertThat(outcomes.stream().filter(Outcome.Executed.class::isInstance).map(Outcome::get))
                .containsExactly(1);
        assertThat(outcomes.stream().filter(Outcome.Replayed.class::isInstance).map(Outcome::get))
                .containsExactly(1, 1, 1);
        assertThat(countRows()).isEqualTo(1);
    }

    @Test
    @Clause("T-06")
    void joining_without_a_transaction_is_refused_and_nothing_runs() {
        assertThatExceptionOfType(StoreRejectedException.class)
                .isThrownBy(() -> joining.call(key, Integer.class).run(effects::incrementAndGet))
                .withMessageContaining("begin one first");
        assertThat(effects).hasValue(0);
        assertThat(status()).isNull();
    }

    @Test
    @Clause("T-06")
    void a_connection_in_autocommit_is_no_transaction_and_is_given_back() throws Exception {
        Connection outside = source().getConnection();
        Idempotency wrong = plain.on(store.joining(() -> outside));

        assertThatExceptionOfType(StoreRejectedException.class)
                .isThrownBy(() -> wrong.call(key, Integer.class).run(effects::incrementAndGet));
        assertThat(outside.isClosed()).isTrue();
    }

    @Test
    @Clause("T-06")
    void completing_a_claim_inside_the_transaction_is_refused_and_says_which_order_to_use() {
        assertThatExceptionOfType(StoreRejectedException.class)
                .isThrownBy(() -> transactions.in(
                        connection -> completing.call(key, Integer.class).begin()))
                .withMessageContaining("claim first, with begin()")
                .withMessageContaining("joining");
        assertThat(status()).isNull();
    }

    @Test
    @Clause("T-06")
    void completing_outside_of_a_transaction_is_refused() {
        Attempt.Started<Integer> mine = started();

        assertThatExceptionOfType(StoreRejectedException.class).isThrownBy(() -> mine.complete(1));
        assertThat(status()).isEqualTo(RecordStatus.IN_PROGRESS);
    }

    @Test
    @Clause("T-06")
    void calls_that_run_the_action_themselves_are_refused_where_only_the_completion_joins() {
        assertThatThrownBy(() -> completing.call(key, Integer.class).run(effects::incrementAndGet))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("begin()");
        assertThat(joining.call(key, Integer.class).runAsync(execution -> null))
                .failsWithin(Duration.ofSeconds(1))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(IllegalStateException.class);
        assertThat(effects).hasValue(0);
        assertThat(status()).isNull();
    }

    /** Each thread with one connection at a time, or all of them would wait for ever. */
    void all_finish(Transactions pooled, Idempotency inTransaction, Idempotency outside) throws Exception {
        List<Future<?>> running = new ArrayList<>();
        for (int thread = 0; thread < 64; thread++) {
            int number = thread;
            running.add(elsewhere(() -> {
                IdempotencyKey outer = IdempotencyKey.of("outer", "key-" + number / 2);
                IdempotencyKey inner = IdempotencyKey.of("inner", "key-" + number / 2);
                untilSettled(() -> pooled.in(connection -> inTransaction
                        .call(outer, Integer.class)
                        .run(() -> inTransaction.call(inner, Integer.class).execute(() -> place(connection)))));
                untilSettled(() -> completed(pooled, outside, IdempotencyKey.of("outside", "key-" + number / 2)));
                return null;
            }));
        }
        for (Future<?> one : running) {
            one.get(2, TimeUnit.MINUTES);
        }
        assertThat(countRows()).isEqualTo(64);
        assertThat(IntStream.range(0, 32)
                        .mapToObj(number -> List.of(
                                IdempotencyKey.of("outer", "key-" + number),
                                IdempotencyKey.of("inner", "key-" + number),
                                IdempotencyKey.of("outside", "key-" + number)))
                        .flatMap(List::stream)
                        .map(each -> store.find(each).orElseThrow().status()))
                .containsOnly(RecordStatus.COMPLETED);
    }

    private Outcome<Integer> completed(Transactions pooled, Idempotency outside, IdempotencyKey id) {
        Attempt<Integer> attempt = outside.call(id, Integer.class).begin();
        return attempt instanceof Attempt.Started<Integer> mine
                ? pooled.in(connection -> mine.complete(place(connection)))
                : (Outcome.Duplicate<Integer>) attempt;
    }

    private static void untilSettled(java.util.concurrent.Callable<Outcome<Integer>> call) throws Exception {
        while (call.call() instanceof Outcome.InProgress) {
            Thread.onSpinWait();
        }
    }
}
