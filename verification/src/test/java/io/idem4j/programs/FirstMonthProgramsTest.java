package io.idem4j.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.Attempt;
import io.idem4j.Execution;
import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyException;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotentOperation;
import io.idem4j.InDoubtException;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.InProgress;
import io.idem4j.Outcome.Mismatch;
import io.idem4j.Outcome.Replayed;
import io.idem4j.PayloadMismatchException;
import io.idem4j.Records;
import io.idem4j.Recovered;
import io.idem4j.StoredFailureException;
import io.idem4j.StoredRecord;
import io.idem4j.TypeRef;
import io.idem4j.memory.InMemoryStore;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What a user writes in the first month, as it is written: each compiles without a cast or a warning and does what it says. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FirstMonthProgramsTest {
    record Order(String id, String customer, String item, int quantity) {}

    record Receipt(String orderId, Instant at) {}

    static final class DeclinedException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
    private final InMemoryStore store = new InMemoryStore(now::get);
    private final Idempotency idempotency =
            Idempotency.builder(store).clock(now::get).build();
    private final Order order = new Order("1", "ann", "book", 2);
    private final List<Order> placed = new ArrayList<>();

    private Receipt place(Order what) {
        placed.add(what);
        return new Receipt(what.id(), NOW);
    }

    private Receipt placeIo(Order what) throws IOException {
        return place(what);
    }

    private static IdempotencyKey key(String value) {
        return IdempotencyKey.of("orders.place", value);
    }

    private Receipt placeFor(String clientKey, Order what) {
        var key = IdempotencyKey.of("orders.place", clientKey).forPrincipal(what.customer());
        return idempotency.execute(key, Receipt.class, () -> place(what));
    }

    @Test
    void a_plain_service_method() {
        Receipt first = placeFor("k", order);
        assertThat(placeFor("k", order)).isEqualTo(first);
        idempotency.execute(IdempotencyKey.of("orders.ship", order.id()), () -> placed.clear());
        place(order);
        idempotency.execute(IdempotencyKey.of("orders.ship", order.id()), () -> placed.clear());

        assertThat(placed).hasSize(1);
    }

    @Test
    void a_payload_check() {
        Receipt first = checked("k", order);

        assertThat(checked("k", order)).isEqualTo(first);
        assertThatExceptionOfType(PayloadMismatchException.class)
                .isThrownBy(() -> checked("k", new Order("1", "ann", "pen", 2)));
    }

    private Receipt checked(String clientKey, Order what) {
        return idempotency
                .call(key(clientKey), Receipt.class)
                .fingerprint(Fingerprint.ofParts(what.customer(), what.item(), what.quantity()))
                .execute(() -> place(what));
    }

    private static final TypeRef<List<Receipt>> RECEIPTS = new TypeRef<>() {};

    @Test
    void generic_primitive_and_null_results() {
        for (int i = 0; i < 2; i++) {
            List<Receipt> all = idempotency.execute(key("batch"), RECEIPTS, () -> List.of(place(order)));
            assertThat(all).containsExactly(new Receipt("1", NOW));
            assertThat(idempotency.<Optional<Receipt>, RuntimeException>execute(
                            key("maybe"), new TypeRef<Optional<Receipt>>() {}, () -> Optional.empty()))
                    .isEmpty();
            int number = idempotency.execute(key("number"), int.class, () -> 42);
            assertThat(number).isEqualTo(42);
            Integer nothing = idempotency.execute(key("nothing"), Integer.class, () -> null);
            assertThat(nothing).isNull();
        }
        assertThat(placed).hasSize(1);
    }

    @Test
    void checked_exceptions_keep_their_type() throws IOException {
        Receipt one = idempotency.execute(key("io"), Receipt.class, () -> placeIo(order));
        Receipt none = idempotency.execute(key("plain"), Receipt.class, () -> place(order));
        assertThat(one).isEqualTo(none);
        assertThat(idempotency.call(key("execution"), Receipt.class).execute(this::placeKnowing))
                .isEqualTo(one);
        assertThat(idempotency.execute(key("reference"), Receipt.class, this::placeIt))
                .isEqualTo(one);
    }

    private Receipt placeIt() {
        return place(order);
    }

    private Receipt placeKnowing(Execution execution) throws IOException {
        assertThat(execution.mayHaveRunBefore()).isFalse();
        assertThat(execution.downstreamKey("charge")).isNotBlank();
        return placeIo(order);
    }

    @Test
    void an_aspect_may_throw_anything() throws Throwable {
        interface JoinPoint {
            Object proceed() throws Throwable;
        }
        JoinPoint point = () -> place(order);
        Receipt receipt = (Receipt) idempotency.execute(key("aspect"), TypeRef.ofType(Receipt.class), point::proceed);

        assertThat(receipt.orderId()).isEqualTo("1");
    }

    @Test
    void a_business_failure_is_stored_and_thrown_again_as_itself() {
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(DeclinedException.class).isThrownBy(this::declined);
        }
        assertThat(placed).hasSize(1);
        assertThatExceptionOfType(StoredFailureException.class)
                .isThrownBy(() -> idempotency.execute(key("declined"), Receipt.class, () -> place(order)));
    }

    private Receipt declined() throws DeclinedException {
        return idempotency
                .call(key("declined"), Receipt.class)
                .policy(p -> p.onFailure(t -> t instanceof DeclinedException ? OnFailure.STORE : OnFailure.RELEASE)
                        .rebuildFailure(DeclinedException.class, message -> new DeclinedException()))
                .execute(() -> {
                    place(order);
                    throw new DeclinedException();
                });
    }

    private void placeByCallback(
            BiConsumer<String, BiConsumer<Receipt, Throwable>> gateway, Consumer<Receipt> ok, Consumer<Throwable> bad) {
        Attempt<Receipt> attempt =
                idempotency.call(key("callback"), Receipt.class).begin();
        if (attempt instanceof Attempt.Started<Receipt> mine) {
            gateway.accept(mine.execution().downstreamKey("charge"), (receipt, failure) -> {
                if (failure == null) {
                    mine.complete(receipt);
                    ok.accept(receipt);
                } else {
                    mine.fail(failure);
                    bad.accept(failure);
                }
            });
        } else if (attempt instanceof Outcome.Duplicate<Receipt> other) {
            try {
                ok.accept(other.get());
            } catch (IdempotencyException e) {
                bad.accept(e);
            }
        }
    }

    @Test
    void two_phases_in_a_callback() {
        List<Object> heard = new ArrayList<>();
        AtomicReference<BiConsumer<Receipt, Throwable>> pending = new AtomicReference<>();
        placeByCallback((key, callback) -> pending.set(callback), heard::add, heard::add);
        placeByCallback((key, callback) -> heard.add("called twice"), heard::add, heard::add);
        assertThat(heard).singleElement().isInstanceOf(AlreadyInProgressException.class);
        pending.get().accept(place(order), null);
        placeByCallback((key, callback) -> heard.add("called twice"), heard::add, heard::add);

        assertThat(heard.subList(1, 3)).containsExactly(new Receipt("1", NOW), new Receipt("1", NOW));
    }

    @Test
    void asynchronous_and_shorter() {
        CompletableFuture<Receipt> receipt = idempotency
                .call(key("async"), Receipt.class)
                .runAsync(ex -> CompletableFuture.completedFuture(place(order)))
                .thenApply(Outcome::get);

        assertThat(receipt).isCompletedWithValue(new Receipt("1", NOW));
    }

    /** An HTTP adapter on Java 17, without switch patterns. */
    private static int status(Outcome<Receipt> o) {
        if (o instanceof Executed<Receipt> || o instanceof Replayed<Receipt>) {
            return 201;
        }
        if (o instanceof InProgress<Receipt> p) {
            return p.retryAfter().isNegative() ? 500 : 409;
        }
        return o instanceof Mismatch<Receipt> ? 422 : 409;
    }

    @Test
    void every_outcome_has_an_answer() {
        var call = idempotency.call(key("http"), Receipt.class).fingerprint(Fingerprint.ofParts("book"));
        assertThat(status(call.run(() -> {
                    assertThat(status(call.run(() -> place(order)))).isEqualTo(409);
                    return place(order);
                })))
                .isEqualTo(201);
        assertThat(status(call.run(() -> place(order)))).isEqualTo(201);
        assertThat(status(call.fingerprint(Fingerprint.ofParts("pen")).run(() -> place(order))))
                .isEqualTo(422);
    }

    @Test
    void waiting_duplicates() {
        assertThat(idempotency
                        .call(key("waiting"), Receipt.class)
                        .policy(p -> p.waitUpTo(Duration.ofSeconds(5)).lease(Duration.ofSeconds(10)))
                        .execute(() -> place(order)))
                .isEqualTo(new Receipt("1", NOW));
    }

    private static final class Provider {
        private final Map<String, Receipt> charges = new HashMap<>();
        private boolean away;

        Optional<Receipt> lookUp(String key) throws ConnectException {
            if (away) {
                throw new ConnectException("away");
            }
            return Optional.ofNullable(charges.get(key));
        }

        Receipt charge(Order order, String key) throws DeclinedException {
            Receipt receipt = new Receipt(order.id(), NOW);
            charges.put(key, receipt);
            if (away) {
                throw new IllegalStateException("read timed out");
            }
            return receipt;
        }
    }

    @Test
    void in_doubt_with_recovery() throws DeclinedException {
        Provider provider = new Provider();
        IdempotentOperation<Order, Receipt> charge = idempotency
                .operation("payments.charge", Order.class, Receipt.class)
                .key(Order::id)
                .recover((what, lapsed) -> {
                    try {
                        return provider.lookUp("charge-" + what.id())
                                .map(Recovered::done)
                                .orElse(Recovered.notDone());
                    } catch (ConnectException e) {
                        return Recovered.unknown();
                    }
                })
                .policy(p -> p.onFailure(t -> t instanceof DeclinedException ? OnFailure.STORE : OnFailure.KEEP))
                .build();
        provider.away = true;
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> charge.execute(order, () -> provider.charge(order, "charge-1")));
        assertThatExceptionOfType(InDoubtException.class)
                .isThrownBy(() -> charge.execute(order, () -> provider.charge(order, "charge-1")));
        provider.away = false;

        assertThat(charge.execute(order, () -> provider.charge(order, "another")))
                .isEqualTo(new Receipt("1", NOW));
        assertThat(provider.charges).hasSize(1);
    }

    @Test
    void at_most_once_and_an_operator() {
        Provider provider = new Provider();
        provider.away = true;
        for (String value : List.of("paid", "unpaid")) {
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> atMostOnce(value, provider));
            assertThatExceptionOfType(InDoubtException.class).isThrownBy(() -> atMostOnce(value, provider));
        }
        settle(Map.of("paid", new Receipt("1", NOW)));

        assertThat(idempotency.execute(key("paid"), Receipt.class, () -> place(order)))
                .isEqualTo(new Receipt("1", NOW));
        assertThat(placed).isEmpty();
        idempotency.execute(key("unpaid"), Receipt.class, () -> place(order));
        assertThat(placed).hasSize(1);
    }

    private Receipt atMostOnce(String value, Provider provider) throws DeclinedException {
        return idempotency
                .call(key(value), Receipt.class)
                .policy(p -> p.maxAttempts(1))
                .execute(() -> provider.charge(order, value));
    }

    private void settle(Map<String, Receipt> bank) {
        Records records = idempotency.records();
        for (StoredRecord stuck : records.unsettled(100)) {
            Receipt paid = bank.get(stuck.key().value());
            boolean done = paid != null ? records.resolve(stuck.key(), Receipt.class, paid) : records.forget(stuck);
            assertThat(done).isTrue();
        }
        while (records.purgeExpired(1_000) == 1_000) {
            Thread.onSpinWait();
        }
    }

    @Test
    void a_user_s_unit_test() {
        var key = key("k").forPrincipal("ann");
        var holder =
                (Attempt.Started<Receipt>) idempotency.call(key, Receipt.class).begin();
        assertThatExceptionOfType(AlreadyInProgressException.class).isThrownBy(() -> placeFor("k", order));
        now.set(now.get().plusSeconds(31));

        assertThat(placeFor("k", order)).isNotNull();
        assertThat(holder.complete(null).recording()).isEqualTo(Outcome.Recording.FENCED);
    }
}
