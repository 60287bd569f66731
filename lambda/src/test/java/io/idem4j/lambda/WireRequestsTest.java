package io.idem4j.lambda;

import static io.idem4j.lambda.SqsEvents.event;
import static io.idem4j.lambda.SqsEvents.order;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import io.idem4j.Idempotency;
import io.idem4j.IdempotentOperation;
import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.tck.Clause;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.tck.TestClock;
import io.idem4j.testtools.Deadline;
import io.idem4j.testtools.DynaliteServer;
import io.idem4j.testtools.DynamoFront;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What each message of a batch costs in requests, counted at the wire. */
@NeedsProgram({"node", "npm"})
class WireRequestsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final TestClock clock = new TestClock();
    private final DynamoFront front = new DynamoFront(DynaliteServer.shared().endpoint(), true);
    private final DynamoDbClient client = Dynamo.client(front.endpoint());
    private final LambdaEnvironment environment =
            LambdaEnvironment.of(Map.of("IDEM4J_TABLE", Dynamo.table(client))::get);
    private final Idempotency idempotency = environment
            .idempotency(DynamoDbStore.builder(client, environment.table())
                    .clock(clock)
                    .build())
            .clock(clock)
            .build();
    private final IdempotentOperation<SQSMessage, String> operation = idempotency
            .operation("orders", SQSMessage.class, String.class)
            .key(SQSMessage::getMessageId)
            .build();
    private final SqsBatch<String> batch = SqsBatch.of(operation, (message, context) -> "done");

    @AfterEach
    void end() {
        client.close();
        front.close();
    }

    private void handle(SQSMessage... messages) {
        front.clear();
        batch.handleRequest(event(messages), invocation());
    }

    private Context invocation() {
        return Deadline.in(TIMEOUT, clock);
    }

    @Test
    @Clause("L-12")
    void a_message_costs_two_requests_and_its_duplicate_one() {
        handle(order("m1", "a"));
        assertThat(front.operations()).containsExactly("PutItem", "UpdateItem");
        handle(order("m1", "a"));
        assertThat(front.operations()).containsExactly("PutItem");
        handle(order("m1", "a"), order("m2", "b"));
        assertThat(front.operations()).containsExactly("PutItem", "PutItem", "UpdateItem");
    }

    @Test
    @Clause("L-12")
    void a_message_in_progress_costs_one_request_and_one_that_is_taken_over_three() {
        operation.call(order("m1", "a")).within(TIMEOUT).begin();
        handle(order("m1", "a"));
        assertThat(front.operations()).containsExactly("PutItem");
        clock.advance(TIMEOUT.plusSeconds(2));
        handle(order("m1", "a"));
        assertThat(front.operations()).containsExactly("PutItem", "UpdateItem", "UpdateItem");
    }

    @Test
    @Clause("L-12")
    void messages_for_which_no_time_is_left_cost_none() {
        front.clear();
        batch.margin(TIMEOUT).handleRequest(event(order("m1", "a"), order("m2", "b")), invocation());
        assertThat(front.operations()).isEmpty();
    }
}
