package io.idem4j.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.InDoubtException;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Recording;
import io.idem4j.Records;
import io.idem4j.Recovered;
import io.idem4j.StoredRecord;
import io.idem4j.docs.Shop.Bank;
import io.idem4j.docs.Shop.DeclinedException;
import io.idem4j.docs.Shop.NoAnswerException;
import io.idem4j.docs.Shop.Order;
import io.idem4j.docs.Shop.Orders;
import io.idem4j.docs.Shop.Receipt;
import io.idem4j.memory.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The guide's second half: what throws, dies, hangs or stays unknown, and what an operator does about it. */
class TroubleSnippetsTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final Idempotency idempotency =
            Idempotency.builder(new InMemoryStore(now::get)).clock(now::get).build();
    private final Orders orders = new Orders();
    private final Bank bank = new Bank();
    private final Order order = new Order("7f1c", "ann", "book", 2);
    private final IdempotencyKey key = IdempotencyKey.of("payments.charge", "7f1c");

    @Test
    void a_final_no_is_stored_and_replayed() {
        bank.declines();

        assertThatExceptionOfType(DeclinedException.class).isThrownBy(this::pay);
        assertThatExceptionOfType(DeclinedException.class).isThrownBy(this::pay).withMessage("insufficient funds");
        assertThat(bank.asked()).isEqualTo(1);
    }

    private Receipt pay() throws DeclinedException {
        // region failures
        return idempotency
                .call(key, Receipt.class)
                .policy(policy -> policy.onFailure(
                                failure -> failure instanceof DeclinedException ? OnFailure.STORE : OnFailure.KEEP)
                        .rebuildFailure(DeclinedException.class, DeclinedException::new))
                .execute(execution -> bank.charge(order, execution.downstreamKey("charge")));
        // endregion
    }

    @Test
    void an_action_can_say_that_nothing_happened() {
        AtomicInteger stock = new AtomicInteger();

        assertThat(reserve(stock)).isFalse();
        stock.set(5);
        assertThat(reserve(stock)).isTrue();
        assertThat(reserve(stock)).isTrue();
        assertThat(stock).hasValue(3);
    }

    private boolean reserve(AtomicInteger stock) {
        // region abandon
        return idempotency.call(key, boolean.class).execute(execution -> {
            if (stock.get() < order.quantity()) {
                execution.abandon(); // nothing was done: the next call may try again
                return false;
            }
            stock.addAndGet(-order.quantity());
            return true;
        });
        // endregion
    }

    @Test
    void at_most_once_leaves_a_silent_holder_in_doubt() {
        bank.silent(true);

        assertThatExceptionOfType(NoAnswerException.class).isThrownBy(this::payAtMostOnce);
        assertThatExceptionOfType(InDoubtException.class).isThrownBy(this::payAtMostOnce);
        assertThat(bank.asked()).isEqualTo(1);
    }

    private Receipt payAtMostOnce() throws DeclinedException {
        // region at-most-once
        return idempotency
                .call(key, Receipt.class)
                .policy(policy -> policy.maxAttempts(1))
                .execute(() -> bank.charge(order, order.id()));
        // endregion
    }

    @Test
    void a_recovery_asks_before_anything_runs_again() throws Exception {
        bank.silent(true);
        assertThatExceptionOfType(NoAnswerException.class).isThrownBy(this::payWithRecovery);
        assertThatExceptionOfType(InDoubtException.class).isThrownBy(this::payWithRecovery);

        bank.silent(false);
        assertThat(payWithRecovery().number()).isEqualTo("C0");
        assertThat(bank.asked()).isEqualTo(1);
    }

    private Receipt payWithRecovery() throws DeclinedException {
        // region recover
        return idempotency
                .call(key, Receipt.class)
                .recover(lapsed -> {
                    Optional<Receipt> charged = bank.lookUp(order.id()); // throws: unknown, asked again later
                    return charged.map(Recovered::done).orElse(Recovered.notDone());
                })
                .execute(() -> bank.charge(order, order.id()));
        // endregion
    }

    @Test
    void a_duplicate_waits_for_the_holder() {
        var holder =
                (Attempt.Started<Receipt>) idempotency.call(key, Receipt.class).begin();
        FutureTask<Receipt> duplicate = new FutureTask<>(this::placeOrWait);
        Thread waiter = new Thread(duplicate);
        waiter.start();
        await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
        holder.complete(new Receipt("R1", "book"));

        assertThat(duplicate).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(new Receipt("R1", "book"));
        assertThat(orders.placed()).isZero();
    }

    private Receipt placeOrWait() {
        // region wait
        return idempotency
                .call(key, Receipt.class)
                .policy(policy -> policy.waitUpTo(Duration.ofSeconds(5)))
                .execute(() -> orders.place(order));
        // endregion
    }

    @Test
    void a_long_action_stops_when_its_claim_is_lost() {
        List<Order> batch = List.of(order, order, order);

        assertThat(placeAll(batch)).hasSize(3);
    }

    private List<Receipt> placeAll(List<Order> batch) {
        List<Receipt> receipts = new ArrayList<>();
        // region lease-lost
        idempotency.call(key, int.class).execute(execution -> {
            for (Order order : batch) {
                if (execution.isLeaseLost()) {
                    throw new IllegalStateException("another process has taken over; it goes on from here");
                }
                receipts.add(orders.place(order));
            }
            return receipts.size();
        });
        // endregion
        return receipts;
    }

    @Test
    void the_same_execution_takes_its_own_claim_over_at_once() {
        idempotency.call(key, Receipt.class).executionId("workflow-17").begin(); // and the workflow's process dies

        assertThat(resume()).isEqualTo(new Receipt("R1", "book"));
    }

    private Receipt resume() {
        // region execution-id
        return idempotency.call(key, Receipt.class).executionId("workflow-17").execute(() -> orders.place(order));
        // endregion
    }

    @Test
    void an_asynchronous_action_is_recorded_when_it_ends() {
        // region async
        CompletableFuture<Receipt> receipt = idempotency
                .call(key, Receipt.class)
                .runAsync(execution -> bank.chargeLater(order, execution.downstreamKey("charge")))
                .thenApply(Outcome::get);
        // endregion
        assertThat(receipt)
                .succeedsWithin(Duration.ofSeconds(10))
                .extracting(Receipt::number)
                .isEqualTo("C0");
    }

    @Test
    void a_call_within_an_invocation_ends_with_it() {
        // region within
        Receipt receipt = idempotency
                .call(key, Receipt.class)
                .within(Duration.ofSeconds(12), Duration.ofSeconds(2)) // what is left, and what the action needs
                .execute(() -> orders.place(order));
        // endregion
        assertThat(receipt.number()).isEqualTo("R1");
    }

    @Test
    void an_operator_settles_by_the_banks_statement() throws Exception {
        bank.silent(true);
        assertThatExceptionOfType(NoAnswerException.class).isThrownBy(this::payAtMostOnce);
        IdempotencyKey neverCharged = IdempotencyKey.of("payments.charge", "8a2d");
        idempotency
                .call(neverCharged, Receipt.class)
                .policy(policy -> policy.maxAttempts(1))
                .begin();
        now.set(now.get().plusSeconds(31));

        settle();

        assertThat(payAtMostOnce()).isEqualTo(new Receipt("C0", "book"));
        assertThat(idempotency.records().find(neverCharged)).isEmpty();
        assertThat(idempotency.records().unsettled(100)).isEmpty();
    }

    private void settle() {
        List<String> report = new ArrayList<>();
        // region unsettled
        Records records = idempotency.records();
        for (StoredRecord silent : records.unsettled(100)) {
            Receipt charged = bank.statement().get(silent.key().value());
            boolean settled = charged != null
                    ? records.resolve(silent.key(), Receipt.class, charged) // it happened: replayed from now on
                    : records.forget(silent); // it did not: the next call runs
            report.add(silent.key() + " of " + silent.claimedBy() + (settled ? ": settled" : ": changed meanwhile"));
        }
        // endregion
        assertThat(report).hasSize(2).allMatch(line -> line.endsWith(": settled"));
    }

    @Test
    void purging_goes_in_batches_until_nothing_is_left() {
        for (int i = 0; i < 3; i++) {
            idempotency.execute(IdempotencyKey.of("orders.place", "k" + i), Receipt.class, () -> orders.place(order));
        }
        now.set(now.get().plus(Duration.ofDays(2)));
        // region purge
        Records records = idempotency.records();
        while (records.purgeExpired(1_000) == 1_000) {
            // the next batch
        }
        // endregion
        assertThat(records.purgeExpired(1_000)).isZero();
    }

    @Test
    void a_holder_that_comes_back_too_late_is_told() {
        var late =
                (Attempt.Started<Receipt>) idempotency.call(key, Receipt.class).begin();
        now.set(now.get().plusSeconds(31));
        Receipt other = idempotency.execute(key, Receipt.class, () -> orders.place(order));
        // region fenced
        Outcome.Executed<Receipt> mine = late.complete(new Receipt("R0", "book"));
        if (mine.recording() == Recording.FENCED) {
            // The effect happened twice: undo this one. Duplicates get the other result.
        }
        // endregion
        assertThat(mine.recording()).isEqualTo(Recording.FENCED);
        assertThat(idempotency.execute(key, Receipt.class, () -> orders.place(order)))
                .isEqualTo(other);
    }
}
