package io.idem4j.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.ProxyRequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.NoTimeLeftException;
import io.idem4j.http.HttpIdempotency;
import io.idem4j.http.HttpPolicy;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Fault;
import io.idem4j.tck.FaultyStore;
import io.idem4j.tck.StoreCall;
import io.idem4j.testtools.Deadline;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A store that is slow, or throttles: a claim takes what its invocation had left. */
class SlowClaimTest extends OnMemory {
    private static final Duration TOO_LONG = TIMEOUT.minusMillis(400);

    private Duration claimTakes = TOO_LONG;
    private final FaultyStore slowStore = new FaultyStore(store, call -> {
        if (call instanceof StoreCall.Claim) {
            clock.advance(claimTakes);
        }
        return new Fault.None();
    });
    private final Idempotency slow = idempotency.on(slowStore);

    private IdempotentHandler<String, String> handler(UnaryOperator<IdempotencyPolicy> policy) {
        return IdempotentHandler.of(
                slow.operation("orders", String.class, String.class)
                        .key(id -> id)
                        .policy(policy)
                        .build(),
                (id, context) -> {
                    effects.add(id);
                    return "done";
                });
    }

    private void assertThatNothingIsLeftOf(UnaryOperator<IdempotencyPolicy> policy) {
        claimTakes = TOO_LONG;
        assertThatExceptionOfType(NoTimeLeftException.class)
                .isThrownBy(() -> handler(policy).handleRequest("a", invocation()));
        assertThat(effects).isEmpty();
        assertThat(store.find(IdempotencyKey.of("orders", "a"))).isEmpty();
    }

    @Test
    @Clause("L-01")
    void an_action_is_not_started_within_the_margin_and_its_claim_is_given_back() {
        assertThatNothingIsLeftOf(policy -> policy);
        claimTakes = Duration.ZERO;
        assertThat(handler(policy -> policy).handleRequest("a", invocation())).isEqualTo("done");
    }

    @Test
    @Clause({"L-01", "L-02"})
    void at_most_once_it_leaves_nothing_in_doubt() {
        assertThatNothingIsLeftOf(policy -> policy.maxAttempts(1));
        claimTakes = Duration.ZERO;
        assertThat(handler(policy -> policy.maxAttempts(1)).handleRequest("a", invocation()))
                .isEqualTo("done");
    }

    @Test
    @Clause("L-01")
    void it_is_no_failure_to_be_stored() {
        assertThatNothingIsLeftOf(policy -> policy.onFailure(failure -> OnFailure.STORE));
    }

    @Test
    @Clause("L-01")
    void an_action_is_started_where_more_than_the_margin_is_left() {
        claimTakes = TIMEOUT.minusMillis(501);
        assertThat(handler(policy -> policy).handleRequest("a", invocation())).isEqualTo("done");
    }

    @Test
    @Clause({"L-01", "L-04"})
    void a_message_whose_claim_took_what_was_left_is_reported_and_the_next_not_claimed() {
        SqsBatch<String> batch = SqsBatch.of(
                slow.operation("orders", SQSMessage.class, String.class)
                        .key(SQSMessage::getMessageId)
                        .build(),
                (message, context) -> {
                    effects.add(message.getMessageId());
                    return "done";
                });
        assertThat(SqsEvents.failures(batch.handleRequest(
                        SqsEvents.event(SqsEvents.order("m1", "a"), SqsEvents.order("m2", "b")), invocation())))
                .containsExactly("m1", "m2");
        assertThat(effects).isEmpty();
        assertThat(slowStore.reached().stream().map(FaultyStore.Reached::call))
                .hasExactlyElementsOfTypes(StoreCall.Claim.class, StoreCall.Release.class);
    }

    @Test
    @Clause({"L-01", "L-09"})
    void a_request_whose_claim_took_what_was_left_is_answered_503_and_served_when_it_comes_again() {
        RestHandler rest = RestHandler.of(HttpIdempotency.builder(slow).build(), (request, context) -> {
            effects.add("a");
            return new APIGatewayProxyResponseEvent().withStatusCode(201).withBody("{}");
        });
        APIGatewayProxyResponseEvent late = rest.handleRequest(order(), invocation());
        assertThat(late.getStatusCode()).isEqualTo(503);
        assertThat(late.getBody()).contains("503");
        assertThat(effects).isEmpty();
        claimTakes = Duration.ZERO;
        assertThat(rest.handleRequest(order(), invocation()).getStatusCode()).isEqualTo(201);
    }

    @Test
    @Clause({"L-01", "L-05"})
    void a_message_does_not_wait_for_another_run_within_the_margin_so_that_the_batch_is_reported() {
        idempotency
                .call(IdempotencyKey.of("orders", "m1"), String.class)
                .within(TIMEOUT.multipliedBy(2))
                .begin();
        SqsBatch<String> patient = SqsBatch.of(
                        idempotency
                                .operation("orders", SQSMessage.class, String.class)
                                .key(SQSMessage::getMessageId)
                                .policy(policy -> policy.waitUpTo(TIMEOUT.multipliedBy(2)))
                                .build(),
                        (message, context) -> "done")
                .margin(TIMEOUT.minusMillis(200));
        long began = System.nanoTime();
        assertThat(SqsEvents.failures(patient.handleRequest(SqsEvents.event(SqsEvents.order("m1", "a")), invocation())))
                .containsExactly("m1");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(TIMEOUT.dividedBy(2));
    }

    @Test
    @Clause({"L-01", "L-09"})
    void a_request_that_waits_for_another_is_answered_before_the_margin() throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        RestHandler rest = RestHandler.of(
                HttpIdempotency.builder(idempotency)
                        .policy(HttpPolicy.storeFinalAnswers()
                                .idempotency(policy -> policy.waitUpTo(TIMEOUT.multipliedBy(2))))
                        .build(),
                (request, context) -> {
                    runs.countDown();
                    mayEnd.await();
                    return new APIGatewayProxyResponseEvent().withStatusCode(201);
                });
        CompletableFuture<APIGatewayProxyResponseEvent> first =
                CompletableFuture.supplyAsync(() -> rest.handleRequest(order(), invocation()));
        try {
            assertThat(runs.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(rest.margin(TIMEOUT.minusMillis(200))
                            .handleRequest(order(), invocation())
                            .getStatusCode())
                    .isEqualTo(409);
        } finally {
            mayEnd.countDown();
        }
        assertThat(first.get(1, TimeUnit.MINUTES).getStatusCode()).isEqualTo(201);
    }

    private static APIGatewayProxyRequestEvent order() {
        return new APIGatewayProxyRequestEvent()
                .withHttpMethod("POST")
                .withPath("/orders")
                .withResource("/orders")
                .withHeaders(Map.of("Idempotency-Key", "k1"))
                .withRequestContext(new ProxyRequestContext())
                .withBody("{}");
    }

    @Test
    @Clause({"L-01", "L-09"})
    void what_a_hook_took_makes_the_lease_of_a_request_shorter() {
        RestHandler rest = RestHandler.of(
                HttpIdempotency.builder(idempotency)
                        .policy(HttpPolicy.storeFinalAnswers().principal(request -> {
                            clock.advance(TIMEOUT.dividedBy(2));
                            return "ann";
                        }))
                        .build(),
                (request, context, execution) -> {
                    effects.add(execution.leaseLeft().compareTo(TIMEOUT.dividedBy(2)) <= 0 ? "within" : "beyond");
                    return new APIGatewayProxyResponseEvent().withStatusCode(200);
                });
        rest.handleRequest(order(), invocation());
        assertThat(effects).containsExactly("within");
    }

    @Test
    @Clause("L-10")
    void what_is_switched_off_runs_whatever_is_left() {
        Idempotency off = LambdaEnvironment.of(Map.of("IDEM4J_DISABLED", "1")::get)
                .idempotency(store)
                .clock(clock)
                .build();
        IdempotentHandler<String, String> handler = IdempotentHandler.of(
                off.operation("orders", String.class, String.class)
                        .key(id -> id)
                        .build(),
                (id, context) -> "done");
        assertThat(handler.handleRequest("a", Deadline.in(Duration.ofMillis(-5), clock)))
                .isEqualTo("done");
    }
}
