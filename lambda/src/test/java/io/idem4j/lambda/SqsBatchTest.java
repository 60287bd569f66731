package io.idem4j.lambda;

import static io.idem4j.lambda.SqsEvents.event;
import static io.idem4j.lambda.SqsEvents.failures;
import static io.idem4j.lambda.SqsEvents.order;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import io.idem4j.Attempt;
import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotencyPolicy.OnUnrecorded;
import io.idem4j.IdempotentOperation;
import io.idem4j.json.Json;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Fault;
import io.idem4j.tck.FaultyStore;
import io.idem4j.tck.StoreCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the messages of a batch. */
class SqsBatchTest extends OnMemory {
    private final Set<String> failing = new HashSet<>();
    private final SqsBatch<String> batch = batch(policy -> policy);

    private IdempotentOperation<SQSMessage, String> operation(UnaryOperator<IdempotencyPolicy> policy) {
        return idempotency
                .operation("orders", SQSMessage.class, String.class)
                .key(Json.select("powertools_json(body).id"))
                .policy(policy)
                .build();
    }

    private SqsBatch<String> batch(UnaryOperator<IdempotencyPolicy> policy) {
        return SqsBatch.of(operation(policy), (message, context) -> act(message));
    }

    private String act(SQSMessage message) throws Exception {
        if (failing.contains(message.getMessageId())) {
            throw new Exception("declined");
        }
        effects.add(message.getMessageId());
        return "done";
    }

    private List<String> handle(SqsBatch<?> handler, SQSMessage... messages) {
        return failures(handler.handleRequest(event(messages), invocation()));
    }

    private Attempt.Started<String> heldElsewhere(String order) {
        return (Attempt.Started<String>)
                operation(policy -> policy).call(order("elsewhere", order)).begin();
    }

    @Test
    @Clause("L-04")
    void of_ten_messages_with_three_duplicates_and_two_failures_five_run_and_two_come_again() {
        SQSMessage[] ten = {
            order("m0", "a"), order("m1", "b"), order("m2", "a"), order("m3", "c"), order("m4", "x"),
            order("m5", "b"), order("m6", "d"), order("m7", "y"), order("m8", "e"), order("m9", "c")
        };
        failing.addAll(List.of("m4", "m7"));
        assertThat(handle(batch, ten)).containsExactly("m4", "m7");
        assertThat(effects).containsExactly("m0", "m1", "m3", "m6", "m8");
        failing.clear();
        assertThat(handle(batch, ten)).isEmpty();
        assertThat(effects).containsExactly("m0", "m1", "m3", "m6", "m8", "m4", "m7");
    }

    @Test
    @Clause("L-04")
    void a_message_that_comes_again_after_it_was_done_is_not_reported() {
        assertThat(handle(batch, order("m1", "a"))).isEmpty();
        assertThat(handle(batch, order("m1", "a"), order("m2", "a"))).isEmpty();
        assertThat(effects).containsExactly("m1");
    }

    @Test
    @Clause("L-04")
    void a_message_that_another_run_is_at_comes_again() {
        Attempt.Started<String> other = heldElsewhere("a");
        assertThat(handle(batch, order("m1", "a"), order("m2", "b"))).containsExactly("m1");
        other.complete("done");
        assertThat(handle(batch, order("m1", "a"))).isEmpty();
        assertThat(effects).containsExactly("m2");
    }

    @Test
    @Clause({"L-02", "L-04"})
    void a_message_in_doubt_comes_again_and_is_not_run() {
        SqsBatch<String> once = batch(policy -> policy.maxAttempts(1));
        operation(policy -> policy.maxAttempts(1))
                .call(order("m1", "a"))
                .within(TIMEOUT)
                .begin();
        clock.advance(TIMEOUT.plusMillis(1));
        assertThat(handle(once, order("m1", "a"))).containsExactly("m1");
        assertThat(handle(once, order("m1", "a"))).containsExactly("m1");
        assertThat(effects).isEmpty();
    }

    @Test
    @Clause("L-04")
    void a_message_whose_key_was_used_for_another_payload_comes_again() {
        SqsBatch<String> checked = SqsBatch.of(
                idempotency
                        .operation("orders", SQSMessage.class, String.class)
                        .key(SQSMessage::getReceiptHandle)
                        .fingerprint(message -> Fingerprint.ofParts(message.getBody()))
                        .build(),
                (message, context) -> act(message));
        SQSMessage changed = order("m2", "b");
        changed.setReceiptHandle("handle-m1");
        assertThat(handle(checked, order("m1", "a"), changed)).containsExactly("m2");
        assertThat(effects).containsExactly("m1");
    }

    @Test
    @Clause("L-04")
    void a_stored_failure_comes_again_without_being_run() {
        SqsBatch<String> stored = batch(policy -> policy.onFailure(failure -> OnFailure.STORE));
        failing.add("m1");
        assertThat(handle(stored, order("m1", "a"))).containsExactly("m1");
        failing.clear();
        assertThat(handle(stored, order("m1", "a"))).containsExactly("m1");
        assertThat(effects).isEmpty();
    }

    @Test
    @Clause("L-04")
    void what_an_action_gives_back_comes_again() {
        List<Integer> attempts = new ArrayList<>();
        SqsBatch<String> giving = SqsBatch.of(operation(policy -> policy), (message, context, execution) -> {
            attempts.add(execution.attempt());
            if (attempts.size() == 1) {
                execution.abandon();
            }
            return "done";
        });
        assertThat(handle(giving, order("m1", "a"))).containsExactly("m1");
        assertThat(handle(giving, order("m1", "a"))).isEmpty();
        assertThat(handle(giving, order("m1", "a"))).isEmpty();
        assertThat(attempts).containsExactly(1, 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Clause("L-04")
    void what_an_action_gives_back_comes_again_also_where_the_store_cannot_be_told(boolean byItsResult) {
        FaultyStore unable = new FaultyStore(
                store, call -> call instanceof StoreCall.Release ? new Fault.FailBefore() : new Fault.None());
        assertThatItComesAgain(idempotency.on(unable), byItsResult);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Clause({"L-04", "L-10"})
    void what_an_action_gives_back_comes_again_also_where_idempotency_is_switched_off(boolean byItsResult) {
        assertThatItComesAgain(
                LambdaEnvironment.of(Map.of("IDEM4J_DISABLED", "1")::get)
                        .idempotency(store)
                        .build(),
                byItsResult);
    }

    @Test
    @Clause("L-04")
    void what_an_action_gives_back_comes_again_also_where_it_was_taken_over() {
        SqsBatch<String> giving = SqsBatch.of(operation(policy -> policy), (message, context, execution) -> {
            clock.advance(TIMEOUT.plusMillis(1));
            heldElsewhere("a");
            execution.abandon();
            return "nothing yet";
        });
        assertThat(handle(giving, order("m1", "a"))).containsExactly("m1");
    }

    private void assertThatItComesAgain(Idempotency on, boolean byItsResult) {
        SqsBatch<String> giving = SqsBatch.of(
                on.operation("orders", SQSMessage.class, String.class)
                        .key(Json.select("powertools_json(body).id"))
                        .policy(policy -> policy.recordWithin(Duration.ZERO))
                        .releaseWhen(result -> result.equals("not now"))
                        .build(),
                (message, context, execution) -> {
                    if (byItsResult) {
                        return "not now";
                    }
                    execution.abandon();
                    return "nothing yet";
                });
        assertThat(handle(giving, order("m1", "a"))).containsExactly("m1");
    }

    @Test
    @Clause("L-04")
    void a_result_that_cannot_be_kept_is_done() {
        SqsBatch<Object> opaque = SqsBatch.of(
                idempotency
                        .operation("orders", SQSMessage.class, Object.class)
                        .key(SQSMessage::getMessageId)
                        .build(),
                (message, context) -> {
                    effects.add(message.getMessageId());
                    return new Object();
                });
        assertThat(handle(opaque, order("m1", "a"))).isEmpty();
        assertThat(handle(opaque, order("m1", "a"))).isEmpty();
        assertThat(effects).containsExactly("m1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RETURN_RESULT", "THROW"})
    @Clause("L-04")
    void what_ran_and_could_not_be_recorded_is_done(OnUnrecorded choice) {
        FaultyStore faulty = new FaultyStore(
                store, call -> call instanceof StoreCall.Complete ? new Fault.FailBefore() : new Fault.None());
        SqsBatch<String> unrecorded = SqsBatch.of(
                idempotency
                        .on(faulty)
                        .operation("orders", SQSMessage.class, String.class)
                        .key(SQSMessage::getMessageId)
                        .policy(policy -> policy.onUnrecorded(choice).recordWithin(Duration.ZERO))
                        .build(),
                (message, context) -> act(message));
        assertThat(handle(unrecorded, order("m1", "a"), order("m2", "b"))).isEmpty();
        assertThat(effects).containsExactly("m1", "m2");
    }
}
