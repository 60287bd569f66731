package io.idem4j.lambda;

import static io.idem4j.lambda.SqsEvents.event;
import static io.idem4j.lambda.SqsEvents.failures;
import static io.idem4j.lambda.SqsEvents.inGroup;
import static io.idem4j.lambda.SqsEvents.message;
import static io.idem4j.lambda.SqsEvents.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import io.idem4j.CompletionFailedException;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotentOperation;
import io.idem4j.json.Json;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Fault;
import io.idem4j.tck.FaultyStore;
import io.idem4j.tck.StoreCall;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages that fail, time that runs out, and events that are none. */
class SqsBatchFailuresTest extends OnMemory {
    private final Map<String, Throwable> failing = new HashMap<>();
    private final SqsBatch<String> batch = batch(idempotency);

    private static IdempotentOperation<SQSMessage, String> operation(Idempotency on) {
        return on.operation("orders", SQSMessage.class, String.class)
                .key(Json.select("powertools_json(body).id"))
                .build();
    }

    private SqsBatch<String> batch(Idempotency on) {
        return SqsBatch.of(operation(on), (message, context) -> act(message));
    }

    private String act(SQSMessage message) {
        Throwable failure = failing.get(message.getMessageId());
        if (failure != null) {
            throw GuardedAction.<RuntimeException>thrown(failure);
        }
        effects.add(message.getMessageId());
        return "done";
    }

    private List<String> handle(SqsBatch<?> handler, SQSMessage... messages) {
        return failures(handler.handleRequest(event(messages), invocation()));
    }

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    @Clause("L-05")
    void an_error_of_one_message_does_not_keep_the_others_from_running() {
        failing.put("m1", new StackOverflowError());
        failing.put("m2", new AssertionError());
        failing.put("m3", new NoClassDefFoundError());
        SQSMessage[] messages = {order("m1", "a"), order("m2", "b"), order("m3", "c"), order("m4", "d")};
        assertThat(handle(batch, messages)).containsExactly("m1", "m2", "m3");
        failing.clear();
        assertThat(handle(batch, messages)).isEmpty();
        assertThat(effects).containsExactly("m4", "m1", "m2", "m3");
    }

    @Test
    @Clause("L-05")
    void an_error_of_the_virtual_machine_ends_the_invocation_and_nothing_runs_twice_after_it() {
        OutOfMemoryError full = new OutOfMemoryError();
        failing.put("m2", full);
        SQSMessage[] messages = {order("m1", "a"), order("m2", "b"), order("m3", "c")};
        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(() -> handle(batch, messages))
                .isSameAs(full);
        failing.clear();
        assertThat(handle(batch, messages)).isEmpty();
        assertThat(effects).containsExactly("m1", "m2", "m3");
    }

    @Test
    @Clause("L-05")
    void after_an_interrupt_no_message_of_the_batch_is_started_and_the_next_batch_runs() {
        failing.put("m2", new InterruptedException());
        SQSMessage[] messages = {order("m1", "a"), order("m2", "b"), order("m3", "c")};
        assertThat(handle(batch, messages)).containsExactly("m2", "m3");
        failing.clear();
        Thread.currentThread().interrupt();
        assertThat(handle(batch, messages)).containsExactly("m1", "m2", "m3");
        assertThat(handle(batch, messages)).isEmpty();
        assertThat(effects).containsExactly("m1", "m2", "m3");
    }

    @Test
    @Clause("L-05")
    void an_action_that_leaves_its_thread_interrupted_ends_the_batch_and_not_the_next() {
        SqsBatch<String> leaving = SqsBatch.of(operation(idempotency), (message, context) -> {
            Thread.currentThread().interrupt();
            return act(message);
        });
        assertThat(handle(leaving, order("m1", "a"), order("m2", "b"))).containsExactly("m2");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(handle(batch, order("m2", "b"))).isEmpty();
        assertThat(effects).containsExactly("m1", "m2");
    }

    @Test
    @Clause("L-05")
    void an_error_of_a_call_inside_an_action_is_a_failure_of_its_message() {
        failing.put("m1", new CompletionFailedException(IdempotencyKey.of("inner", "k"), "inner", null));
        assertThat(handle(batch, order("m1", "a"))).containsExactly("m1");
        failing.clear();
        assertThat(handle(batch, order("m1", "a"))).isEmpty();
        assertThat(effects).containsExactly("m1");
    }

    @Test
    @Clause("L-05")
    void a_store_that_fails_for_one_message_fails_no_other() {
        AtomicInteger claims = new AtomicInteger();
        FaultyStore faulty = new FaultyStore(
                store,
                call -> call instanceof StoreCall.Claim && claims.getAndIncrement() == 1
                        ? new Fault.FailBefore()
                        : new Fault.None());
        SQSMessage[] messages = {order("m1", "a"), order("m2", "b"), order("m3", "c")};
        assertThat(handle(batch(idempotency.on(faulty)), messages)).containsExactly("m2");
        assertThat(handle(batch, messages)).isEmpty();
        assertThat(effects).containsExactly("m1", "m3", "m2");
    }

    @Test
    @Clause("L-05")
    void a_claim_or_completion_whose_answer_is_lost_loses_and_doubles_nothing() {
        AtomicInteger calls = new AtomicInteger();
        FaultyStore faulty = new FaultyStore(
                store, call -> calls.getAndIncrement() % 2 == 0 ? new Fault.LoseReply() : new Fault.None());
        SQSMessage[] messages = {order("m1", "a"), order("m2", "b"), order("m3", "a")};
        assertThat(handle(batch(idempotency.on(faulty)), messages)).isEmpty();
        assertThat(effects).containsExactly("m1", "m2");
    }

    @Test
    @Clause({"L-01", "L-05"})
    void messages_for_which_no_time_is_left_are_reported_and_not_run() {
        SqsBatch<String> slow = SqsBatch.of(
                idempotency
                        .operation("orders", SQSMessage.class, String.class)
                        .key(SQSMessage::getMessageId)
                        .build(),
                (message, context) -> {
                    clock.advance(Duration.ofSeconds(25));
                    return act(message);
                });
        SQSMessage[] messages = {order("m1", "a"), order("m2", "b"), order("m3", "c"), order("m4", "d")};
        assertThat(handle(slow.margin(Duration.ofSeconds(10)), messages)).containsExactly("m3", "m4");
        assertThat(effects).containsExactly("m1", "m2");
        assertThat(handle(slow, messages)).isEmpty();
        assertThat(effects).containsExactly("m1", "m2", "m3", "m4");
    }

    @Test
    @Clause("L-06")
    void what_follows_a_failure_in_its_group_is_reported_and_not_run() {
        failing.put("m2", new IllegalStateException());
        SQSMessage[] messages = {
            inGroup("one", order("m1", "a")),
            inGroup("one", order("m2", "b")),
            inGroup("two", order("m3", "c")),
            inGroup("one", order("m4", "d")),
            inGroup("two", order("m5", "e"))
        };
        assertThat(handle(batch, messages)).containsExactly("m2", "m4");
        assertThat(effects).containsExactly("m1", "m3", "m5");
        failing.clear();
        assertThat(handle(batch, messages[1], messages[3])).isEmpty();
        assertThat(effects).containsExactly("m1", "m3", "m5", "m2", "m4");
    }

    @Test
    @Clause("L-06")
    void groups_of_a_queue_without_an_order_hold_nothing_up() {
        failing.put("m1", new IllegalStateException());
        SQSMessage first = order("m1", "a");
        SQSMessage second = order("m2", "b");
        first.getAttributes().put("MessageGroupId", "one");
        second.getAttributes().put("MessageGroupId", "one");
        assertThat(handle(batch, first, second)).containsExactly("m1");
    }

    @Test
    @Clause("L-06")
    void messages_of_a_fifo_queue_that_name_no_group_are_one_group() {
        failing.put("m1", new IllegalStateException());
        SQSMessage first = inGroup("one", order("m1", "a"));
        SQSMessage second = inGroup("one", order("m2", "b"));
        first.getAttributes().remove("MessageGroupId");
        second.setAttributes(null);
        assertThat(handle(batch, first, inGroup("one", order("m3", "c")), second))
                .containsExactly("m1", "m2");
        assertThat(effects).containsExactly("m3");
    }

    @Test
    @Clause("L-06")
    void messages_of_a_group_wait_for_one_that_another_run_is_at() {
        operation(idempotency).call(order("elsewhere", "a")).begin();
        assertThat(handle(batch, inGroup("one", order("m1", "a")), inGroup("one", order("m2", "b"))))
                .containsExactly("m1", "m2");
        assertThat(effects).isEmpty();
    }

    @Test
    @Clause("L-08")
    void a_message_without_a_key_or_that_is_no_json_is_reported_alone() {
        assertThat(handle(
                        batch,
                        message("m1", "{\"other\":1}"),
                        message("m2", "{"),
                        message("m3", null),
                        message("m4", "{\"id\":\" \"}"),
                        order("m5", "a")))
                .containsExactly("m1", "m2", "m3", "m4");
        assertThat(effects).containsExactly("m5");
    }

    @Test
    @Clause("L-08")
    void an_event_of_another_kind_is_refused_before_anything_runs() {
        Context invocation = invocation();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> batch.handleRequest(new SQSEvent(), invocation))
                .withMessageContaining("Records");
        SQSMessage nameless = order("m2", "b");
        nameless.setMessageId(null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> batch.handleRequest(event(order("m1", "a"), nameless), invocation))
                .withMessageContaining("Records[1]");
        assertThat(effects).isEmpty();
    }

    @Test
    @Clause("L-08")
    void an_empty_batch_has_no_failures() {
        assertThat(handle(batch)).isEmpty();
    }
}
