package io.idem4j.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.NoTimeLeftException;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.InProgress;
import io.idem4j.Outcome.Replayed;
import io.idem4j.RecordTooLargeException;
import io.idem4j.StoredRecord;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.json.Json;
import java.time.Duration;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What Mayfly.Idempotency does, feature by feature, and how it is done here. */
class MayflyTest extends Migrated {
    private final String event = "{\"id\":\"7f1c\",\"item\":\"book\",\"quantity\":2}";

    @Test
    @DisplayName("run(event, fun, opts): an operation's call, or execute")
    void run() {
        // region run
        var place = idempotency
                .operation("orders.place", Order.class, Receipt.class)
                .key(Order::id)
                .build();

        Receipt receipt = place.call(order).execute(() -> orders.place(order));
        // endregion
        assertThat(place.execute(order, () -> orders.place(order))).isEqualTo(receipt);
        assertThat(idempotency.execute(
                        IdempotencyKey.of("orders.place", order.id()), Receipt.class, () -> orders.place(order)))
                .isEqualTo(receipt);
        assertThat(orders.placed()).isEqualTo(1);
    }

    @Test
    @DisplayName("key_fun, key: key(function), IdempotencyKey.of")
    void key() {
        // region key
        var byFunction = idempotency
                .operation("orders.place", Order.class, Receipt.class)
                .key(order -> order.customer() + "/" + order.id())
                .build();
        var byName = IdempotencyKey.of("orders.place", "ann/7f1c");
        // endregion
        assertThat(byFunction.keyFor(order)).contains(byName);
    }

    @Test
    @DisplayName("the default key, SHA-256 of the JSON event: Json.whole()")
    void defaultKey() {
        // region whole
        var place = idempotency
                .operation("orders.place", String.class, Receipt.class)
                .key(Json.whole())
                .build();
        // endregion
        String sameEvent = "{ \"quantity\": 2.0, \"item\": \"book\", \"id\": \"7f1c\" }";
        Receipt first = place.execute(event, () -> orders.place(order));

        assertThat(place.execute(sameEvent, () -> orders.place(order))).isEqualTo(first);
        assertThat(place.keyFor(event).orElseThrow().value()).matches("[0-9a-f]{64}");
        assertThat(place.keyFor(event)).isNotEqualTo(place.keyFor("{\"id\":\"7f1c\",\"item\":\"pen\",\"quantity\":2}"));
    }

    @Test
    @DisplayName("ttl: retention")
    void ttl() {
        // region ttl
        var place = idempotency
                .operation("orders.place", Order.class, Receipt.class)
                .key(Order::id)
                .policy(policy -> policy.retention(Duration.ofHours(1)))
                .build();
        // endregion
        place.execute(order, () -> orders.place(order));
        pass(Duration.ofHours(1));
        place.execute(order, () -> orders.place(order));
        assertThat(orders.placed()).isEqualTo(1);
        pass(Duration.ofMillis(1));
        place.execute(order, () -> orders.place(order));
        assertThat(orders.placed()).isEqualTo(2);
    }

    @Test
    @DisplayName("context, the lease is the remaining time: within")
    void context() {
        var place = idempotency
                .operation("orders.place", Order.class, Receipt.class)
                .key(Order::id)
                .build();
        Duration remaining = Duration.ofSeconds(12);
        // region within
        Receipt receipt = place.call(order).within(remaining).execute(() -> orders.place(order));
        // endregion
        assertThat(receipt).isNotNull();
        Order next = new Order("8", "ann", "pen", 1);
        assertThat(place.call(next).within(remaining).begin()).isInstanceOf(Attempt.Started.class);
        StoredRecord held = store.find(place.keyFor(next).orElseThrow()).orElseThrow();
        assertThat(held.leaseUntil())
                .isBetween(now.get().plusSeconds(11), now.get().plusSeconds(12));
        assertThatExceptionOfType(NoTimeLeftException.class)
                .isThrownBy(() -> place.call(next).within(Duration.ZERO).execute(() -> orders.place(next)));
    }

    @Test
    @DisplayName("{:ok, v}, {:ok, v, :replayed}, {:error, :in_progress}: Executed, Replayed, InProgress")
    void outcomes() {
        assertThat(answer()).isEqualTo("inside: come back in 30 s, new");
        assertThat(answer()).isEqualTo("again");
    }

    private String answer() {
        var call = idempotency.call(IdempotencyKey.of("orders.place", order.id()), String.class);
        StringBuilder inside = new StringBuilder();
        Outcome<String> first = call.run(() -> {
            inside.append("inside: ").append(told(call.run(() -> "never"))).append(", ");
            return "R1";
        });
        return inside + told(first);
    }

    private static String told(Outcome<String> outcome) {
        // region outcomes
        if (outcome instanceof Executed<String>) {
            return "new";
        } else if (outcome instanceof Replayed<String>) {
            return "again";
        } else if (outcome instanceof InProgress<String> busy) {
            return "come back in " + busy.retryAfter().toSeconds() + " s";
        }
        // endregion
        throw new AssertionError(outcome);
    }

    @Test
    @DisplayName("an {:error, _} result releases and is returned: releaseWhen, abandon")
    void errorResult() {
        // region error-result
        var place = idempotency
                .operation("orders.answer", Order.class, Response.class)
                .key(Order::id)
                .releaseWhen(response -> response.status() >= 500)
                .build();

        Response busy = place.execute(order, () -> new Response(503, "try again"));
        // endregion
        assertThat(busy.status()).isEqualTo(503);
        assertThat(place.execute(order, () -> new Response(201, "R1")).status()).isEqualTo(201);
        assertThat(place.execute(order, () -> new Response(201, "R2")).body()).isEqualTo("R1");
        var key = IdempotencyKey.of("orders.place", "abandoned");
        for (int run = 1; run <= 2; run++) {
            assertThat(idempotency.call(key, String.class).execute(execution -> {
                        execution.abandon();
                        orders.place(order);
                        return "nothing yet";
                    }))
                    .isEqualTo("nothing yet");
            assertThat(orders.placed()).isEqualTo(run);
        }
    }

    @Test
    @DisplayName("raise, exit and throw release and propagate: any Throwable, OnFailure.RELEASE")
    void raise() {
        var key = IdempotencyKey.of("orders.place", order.id());
        for (Throwable thrown : new Throwable[] {
            new IllegalStateException("raise"),
            new Exception("checked"),
            new StackOverflowError(),
            new Throwable("throw")
        }) {
            assertThatExceptionOfType(thrown.getClass())
                    .isThrownBy(() -> idempotency.execute(key, Receipt.class, () -> {
                        throw thrown;
                    }))
                    .isSameAs(thrown);
        }

        assertThat(idempotency.execute(key, Receipt.class, () -> orders.place(order)))
                .isEqualTo(new Receipt("R1", "book"));
    }

    @Test
    @DisplayName("the limit of 400 KB: maxDataBytes, RecordTooLargeException, a record without its result")
    void limit() {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:mayfly;DB_CLOSE_DELAY=-1");
        JdbcStore small = JdbcStore.builder(h2)
                .createSchema(true)
                .maxDataBytes(400 * 1024)
                .build();
        assertThat(small.traits().maxDataBytes()).isEqualTo(400 * 1024);
        try (Idempotency limited =
                Idempotency.builder(small).listener(events::add).build()) {
            var call = limited.call(IdempotencyKey.of("reports", "1"), String.class);
            Outcome<String> outcome = call.run(() -> "x".repeat(400 * 1024));

            assertThat(((Executed<String>) outcome).recording()).isEqualTo(Outcome.Recording.WITHOUT_RESULT);
            assertThat(events)
                    .anySatisfy(event -> assertThat(event.cause())
                            .isInstanceOf(RecordTooLargeException.class)
                            .hasMessageContaining(String.valueOf(400 * 1024)));
            assertThat(call.run(() -> "again")).isInstanceOf(Outcome.ResultUnavailable.class);
        }
    }
}
