package io.idem4j.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import io.idem4j.AlreadyInProgressException;
import io.idem4j.Call;
import io.idem4j.ConfigurationException;
import io.idem4j.Execution;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotentOperation;
import io.idem4j.InDoubtException;
import io.idem4j.MissingKeyException;
import io.idem4j.NoTimeLeftException;
import io.idem4j.StoredRecord;
import io.idem4j.json.Json;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.Deadline;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Handlers of one event, and how the invocation's time bounds them. */
class HandlerTest extends OnMemory {
    record Order(String id) {}

    record Receipt(String order, int number) {}

    private final IdempotencyKey key = IdempotencyKey.of("orders", "a");
    private final Order order = new Order("a");

    private IdempotentOperation<Order, Receipt> operation(UnaryOperator<IdempotencyPolicy> policy) {
        return idempotency
                .operation("orders", Order.class, Receipt.class)
                .key(Order::id)
                .policy(policy)
                .build();
    }

    private IdempotentHandler<Order, Receipt> handler(UnaryOperator<IdempotencyPolicy> policy) {
        return IdempotentHandler.of(operation(policy), (event, context) -> place(event));
    }

    private Receipt place(Order placed) {
        effects.add(placed.id());
        return new Receipt(placed.id(), effects.size());
    }

    private Optional<StoredRecord> record() {
        return store.find(key);
    }

    @Test
    @Clause("L-03")
    void a_handler_runs_once_for_its_key() {
        RequestHandler<Order, Receipt> own = (event, context) -> place(event);
        RequestHandler<Order, Receipt> handler = IdempotentHandler.of(operation(policy -> policy), own::handleRequest);
        assertThat(handler.handleRequest(order, invocation())).isEqualTo(new Receipt("a", 1));
        assertThat(handler.handleRequest(order, invocation())).isEqualTo(new Receipt("a", 1));
        assertThat(effects).containsExactly("a");
    }

    @Test
    @Clause("L-03")
    void what_the_action_throws_reaches_the_runtime_as_it_is() {
        IOException failure = new IOException("unreachable");
        RequestHandler<Order, Receipt> failing = IdempotentHandler.of(operation(policy -> policy), (event, context) -> {
            throw failure;
        });
        assertThatThrownBy(() -> failing.handleRequest(order, invocation())).isSameAs(failure);
        assertThat(record()).isEmpty();
    }

    @Test
    @Clause("L-03")
    void a_handler_tells_its_attempt() {
        RequestHandler<Order, Receipt> handler = IdempotentHandler.of(
                operation(policy -> policy),
                (Order event, Context context, Execution execution) -> new Receipt(event.id(), execution.attempt()));
        idempotency.call(key, Receipt.class).within(TIMEOUT).begin();
        clock.advance(TIMEOUT.plusMillis(1));
        assertThat(handler.handleRequest(order, invocation())).isEqualTo(new Receipt("a", 2));
    }

    @Test
    @Clause("L-03")
    void a_duplicate_of_a_running_invocation_is_an_error_of_its_own() {
        idempotency.call(key, Receipt.class).begin();
        assertThatExceptionOfType(AlreadyInProgressException.class)
                .isThrownBy(() -> handler(policy -> policy).handleRequest(order, invocation()));
    }

    @Test
    @Clause("L-03")
    void a_stream_handler_runs_once_and_its_duplicates_get_the_same_bytes() throws IOException {
        byte[] output = {'{', (byte) 0xff, 0, '}'};
        IdempotentStreamHandler handler = IdempotentStreamHandler.of(
                idempotency
                        .operation("orders", byte[].class, byte[].class)
                        .key(Json.select("id"))
                        .build(),
                (in, out, context) -> {
                    effects.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                    out.write(output);
                });
        assertThat(answer(handler, "{\"id\":\"a\"}")).isEqualTo(output);
        assertThat(answer(handler, "{ \"id\": \"a\" }")).isEqualTo(output);
        assertThat(effects).containsExactly("{\"id\":\"a\"}");
    }

    @Test
    @Clause("L-03")
    void what_a_stream_handler_writes_is_sent_after_it_is_recorded() {
        IdempotentOperation<byte[], byte[]> operation = idempotency
                .operation("orders", byte[].class, byte[].class)
                .key(Json.select("id"))
                .build();
        IdempotentStreamHandler handler = IdempotentStreamHandler.of(operation, (in, out, context) -> out.write('1'));
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("the runtime is gone");
            }
        };
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> handler.handleRequest(in("{\"id\":\"a\"}"), broken, invocation()));
        assertThat(operation.call(in("{\"id\":\"a\"}").readAllBytes()).isReplayCandidate())
                .isTrue();
    }

    @Test
    @Clause("L-08")
    void a_raw_event_that_is_malformed_or_has_no_key_is_refused_before_the_handler_runs() {
        IdempotentStreamHandler handler = IdempotentStreamHandler.of(
                idempotency
                        .operation("orders", byte[].class, byte[].class)
                        .key(Json.select("id"))
                        .build(),
                (in, out, context) -> effects.add("ran"));
        assertThatExceptionOfType(MissingKeyException.class).isThrownBy(() -> answer(handler, "{"));
        assertThatExceptionOfType(MissingKeyException.class).isThrownBy(() -> answer(handler, "{\"Id\":1}"));
        assertThat(effects).isEmpty();
    }

    private byte[] answer(IdempotentStreamHandler handler, String event) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        handler.handleRequest(in(event), output, invocation());
        return output.toByteArray();
    }

    private static ByteArrayInputStream in(String event) {
        return new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @Clause("L-01")
    void a_lease_ends_with_the_invocation_and_is_not_renewed() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        StoredRecord held = held(handlerThatLooks(operation(policy -> policy)).margin(TIMEOUT.dividedBy(2)));
        assertThat(held.leaseUntil())
                .as("the margin makes it no shorter")
                .isBetween(
                        clock.instant().plus(TIMEOUT).minusSeconds(5),
                        clock.instant().plus(TIMEOUT));
        assertThat(held.claimedBy()).isEqualTo("orders:7");
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("idem4j-") && !before.contains(thread));
    }

    @Test
    @Clause("L-01")
    void a_shorter_lease_is_kept() {
        StoredRecord held = held(handlerThatLooks(operation(policy -> policy.lease(Duration.ofSeconds(5)))));
        assertThat(held.leaseUntil()).isEqualTo(clock.instant().plusSeconds(5));
    }

    @Test
    @Clause("L-01")
    void a_policy_without_a_lease_has_that_of_the_invocation() {
        StoredRecord held = held(handlerThatLooks(operation(policy -> policy.lease(null))));
        assertThat(held.leaseUntil())
                .isBetween(
                        clock.instant().plus(TIMEOUT).minusSeconds(5),
                        clock.instant().plus(TIMEOUT));
    }

    private StoredRecord seen;

    private IdempotentHandler<Order, Receipt> handlerThatLooks(IdempotentOperation<Order, Receipt> operation) {
        return IdempotentHandler.of(operation, (event, context) -> {
            seen = record().orElseThrow();
            return place(event);
        });
    }

    private StoredRecord held(IdempotentHandler<Order, Receipt> handler) {
        handler.handleRequest(order, invocation());
        return seen;
    }

    @Test
    @Clause("L-01")
    void with_no_more_than_the_margin_left_nothing_is_claimed_and_nothing_runs() {
        IdempotentHandler<Order, Receipt> handler = handler(policy -> policy).margin(Duration.ofSeconds(2));
        for (int left : new int[] {2_000, 1, 0, -5}) {
            assertThatExceptionOfType(NoTimeLeftException.class)
                    .isThrownBy(() -> handler.handleRequest(order, Deadline.in(Duration.ofMillis(left), clock)));
        }
        assertThat(record()).isEmpty();
        assertThat(effects).isEmpty();
        handler.handleRequest(order, Deadline.in(Duration.ofMillis(2_001), clock));
        assertThat(effects).containsExactly("a");
    }

    @Test
    @Clause("L-01")
    void a_call_of_ones_own_is_limited_in_the_same_way() {
        IdempotentOperation<Order, Receipt> operation = operation(policy -> policy);
        assertThatExceptionOfType(NoTimeLeftException.class)
                .isThrownBy(() -> Invocation.limit(operation.call(order), Deadline.in(Duration.ofMillis(500), clock))
                        .execute(() -> place(order)));
        Invocation.limit(operation.call(order), invocation()).execute(() -> place(order));
        assertThat(effects).containsExactly("a");
    }

    @Test
    @Clause("L-02")
    void the_record_of_an_invocation_that_was_ended_lapses_and_the_next_takes_over() {
        Invocation.limit(operation(policy -> policy).call(order), invocation()).begin();
        clock.advance(TIMEOUT.minusSeconds(5));
        assertThatExceptionOfType(AlreadyInProgressException.class)
                .isThrownBy(() -> handler(policy -> policy).handleRequest(order, invocation()));
        clock.advance(Duration.ofSeconds(5).plusMillis(1));
        assertThat(handler(policy -> policy).handleRequest(order, invocation())).isEqualTo(new Receipt("a", 1));
    }

    @Test
    @Clause("L-02")
    void at_most_once_the_record_of_an_invocation_that_was_ended_is_in_doubt() {
        UnaryOperator<IdempotencyPolicy> once = policy -> policy.maxAttempts(1);
        Invocation.limit(operation(once).call(order), invocation()).begin();
        clock.advance(TIMEOUT.plusMillis(1));
        for (int delivery = 0; delivery < 3; delivery++) {
            assertThatExceptionOfType(InDoubtException.class)
                    .isThrownBy(() -> handler(once).handleRequest(order, invocation()));
        }
        assertThat(effects).isEmpty();
    }

    @Test
    @Clause("L-01")
    void a_call_of_ones_own_that_claimed_too_late_does_not_run_either() {
        IdempotentOperation<Order, Receipt> operation = operation(policy -> policy);
        Call<Receipt> late = Invocation.limit(operation.call(order), invocation());
        clock.advance(TIMEOUT.minusMillis(400));
        assertThatExceptionOfType(NoTimeLeftException.class).isThrownBy(() -> late.execute(() -> place(order)));
        assertThat(record()).isEmpty();
        assertThat(effects).isEmpty();
    }

    @Test
    void a_context_that_is_missing_is_named() {
        assertThatNullPointerException()
                .isThrownBy(() -> handler(policy -> policy).handleRequest(order, null))
                .withMessageContaining("context");
    }

    @Test
    @Clause("L-01")
    void a_margin_is_not_negative() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> handler(policy -> policy).margin(Duration.ofMillis(-1)))
                .withMessageContaining("margin");
    }
}
