package io.idem4j.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.KinesisEvent.KinesisEventRecord;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import io.idem4j.json.Json;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.Logged;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the log says of items that come again: which, and nothing of what they hold. */
@Clause("L-05")
class BatchLogTest extends OnMemory {
    private static final String SECRET = "4111222233334444";

    private final Logged log = new Logged("io.idem4j.lambda", Level.ALL);

    @AfterEach
    void stopListening() {
        log.close();
    }

    private static String told(LogRecord line) {
        StringWriter trace = new StringWriter();
        if (line.getThrown() != null) {
            line.getThrown().printStackTrace(new PrintWriter(trace));
        }
        return line.getLevel() + " " + line.getMessage() + "\n" + trace;
    }

    private void assertThatTheLogNames(String... items) {
        List<String> lines = log.records().stream().map(BatchLogTest::told).toList();
        assertThat(lines)
                .hasSameSizeAs(items)
                .allSatisfy(line -> assertThat(line)
                        .startsWith(Level.WARNING.getName())
                        .contains("has to come again: ")
                        .doesNotContain(SECRET));
        for (int at = 0; at < items.length; at++) {
            assertThat(lines.get(at)).contains(items[at] + " has to come again");
        }
    }

    @Test
    void a_message_without_a_key_is_named_by_its_id() {
        SqsBatch<String> batch = SqsBatch.of(
                idempotency
                        .operation("orders", SQSMessage.class, String.class)
                        .key(Json.select("powertools_json(body).id"))
                        .build(),
                (message, context) -> "done");
        batch.handleRequest(
                SqsEvents.event(
                        SqsEvents.order("m1", "a"),
                        SqsEvents.message("m2", "{\"card\":\"" + SECRET + "\"}"),
                        SqsEvents.message("m3", SECRET + "x"),
                        SqsEvents.message("m4", "{\"id\":\"x\"," + SECRET)),
                invocation());
        assertThatTheLogNames("item 2 of 4 (m2)", "item 3 of 4 (m3)", "item 4 of 4 (m4)");
    }

    @Test
    void a_message_that_its_action_has_changed_is_reported_and_named_by_the_id_that_it_came_with() {
        SqsBatch<String> batch = SqsBatch.of(
                idempotency
                        .operation("orders", SQSMessage.class, String.class)
                        .key(SQSMessage::getBody)
                        .build(),
                (message, context) -> {
                    message.setMessageId(null);
                    throw new IllegalStateException("no stock");
                });
        SQSBatchResponse response = batch.handleRequest(SqsEvents.event(SqsEvents.message("m1", "a")), invocation());
        assertThat(response.getBatchItemFailures())
                .extracting(SQSBatchResponse.BatchItemFailure::getItemIdentifier)
                .containsExactly("m1");
        assertThatTheLogNames("item 1 of 1 (m1)");
    }

    @Test
    void a_message_whose_key_is_made_by_a_method_is_named_by_its_id_too() {
        SqsBatch<String> batch = SqsBatch.of(
                idempotency
                        .operation("orders", SQSMessage.class, String.class)
                        .key(message -> message.getAttributes().get("order"))
                        .build(),
                (message, context) -> "done");
        batch.handleRequest(SqsEvents.event(SqsEvents.message("m1", SECRET)), invocation());
        assertThatTheLogNames("item 1 of 1 (m1)");
    }

    @Test
    void a_record_of_kinesis_without_a_key_is_named_by_its_sequence_number() {
        KinesisBatch<String> batch = KinesisBatch.of(
                idempotency
                        .operation("orders", KinesisEventRecord.class, String.class)
                        .key(Json.select("powertools_json(powertools_base64(kinesis.data)).id"))
                        .build(),
                (record, context) -> "done");
        var event = StreamBatchTest.kinesis(1, 2);
        byte[] data = ("{\"card\":\"" + SECRET + "\"}").getBytes(StandardCharsets.UTF_8);
        event.getRecords().get(0).getKinesis().setData(ByteBuffer.wrap(data));
        batch.handleRequest(event, invocation());
        assertThatTheLogNames("item 1 of 2 (S1)");
    }

    @Test
    void a_record_of_dynamodb_without_a_key_is_named_by_its_sequence_number() {
        DynamodbBatch<String> batch = DynamodbBatch.of(
                idempotency
                        .operation("orders", DynamodbStreamRecord.class, String.class)
                        .key(Json.select("dynamodb.newImage.id.s"))
                        .build(),
                (record, context) -> "done");
        var event = StreamBatchTest.dynamodb(1, 2);
        event.getRecords().get(0).getDynamodb().setNewImage(Map.of("card", new AttributeValue(SECRET)));
        batch.handleRequest(event, invocation());
        assertThatTheLogNames("item 1 of 2 (S1)");
    }
}
