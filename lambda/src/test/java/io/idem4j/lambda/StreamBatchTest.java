package io.idem4j.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.DynamodbTimeWindowEvent;
import com.amazonaws.services.lambda.runtime.events.KinesisEvent;
import com.amazonaws.services.lambda.runtime.events.KinesisEvent.KinesisEventRecord;
import com.amazonaws.services.lambda.runtime.events.KinesisTimeWindowEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import io.idem4j.IdempotencyKey;
import io.idem4j.json.Json;
import io.idem4j.tck.Clause;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Records of a shard: from the first failure on they come again. */
class StreamBatchTest extends OnMemory {
    private final Set<String> failing = new HashSet<>();
    private final KinesisBatch<String> kinesis = KinesisBatch.of(
            idempotency
                    .operation("orders", KinesisEventRecord.class, String.class)
                    .key(KinesisEventRecord::getEventID)
                    .build(),
            (record, context) -> act(record.getEventID()));
    private final DynamodbBatch<String> dynamodb = DynamodbBatch.of(
            idempotency
                    .operation("orders", DynamodbStreamRecord.class, String.class)
                    .key(DynamodbStreamRecord::getEventID)
                    .build(),
            (record, context, execution) -> act(record.getEventID() + "/" + execution.attempt()));

    private String act(String record) {
        if (failing.contains(record)) {
            throw new IllegalStateException();
        }
        effects.add(record);
        return "done";
    }

    static KinesisEvent kinesis(int... sequence) {
        List<KinesisEventRecord> records = new ArrayList<>();
        for (int number : sequence) {
            KinesisEvent.Record data = new KinesisEvent.Record();
            data.setSequenceNumber("S" + number);
            data.setPartitionKey("p");
            data.setData(ByteBuffer.wrap("an order".getBytes(StandardCharsets.UTF_8)));
            KinesisEventRecord record = new KinesisEventRecord();
            record.setEventID("shard-0:" + number);
            record.setKinesis(data);
            records.add(record);
        }
        KinesisEvent event = new KinesisEvent();
        event.setRecords(records);
        return event;
    }

    static DynamodbEvent dynamodb(int... sequence) {
        List<DynamodbStreamRecord> records = new ArrayList<>();
        for (int number : sequence) {
            DynamodbStreamRecord record = new DynamodbStreamRecord();
            record.setEventID("e" + number);
            record.setDynamodb(new StreamRecord().withSequenceNumber("S" + number));
            records.add(record);
        }
        DynamodbEvent event = new DynamodbEvent();
        event.setRecords(records);
        return event;
    }

    private static List<String> failures(StreamsEventResponse response) {
        return response.getBatchItemFailures().stream()
                .map(StreamsEventResponse.BatchItemFailure::getItemIdentifier)
                .toList();
    }

    @Test
    @Clause("L-07")
    void of_a_kinesis_shard_the_first_failure_is_reported_and_nothing_after_it_runs() {
        failing.add("shard-0:2");
        assertThat(failures(kinesis.handleRequest(kinesis(1, 2, 3), invocation())))
                .containsExactly("S2");
        assertThat(effects).containsExactly("shard-0:1");
        failing.clear();
        assertThat(failures(kinesis.handleRequest(kinesis(2, 3, 4), invocation())))
                .isEmpty();
        assertThat(effects).containsExactly("shard-0:1", "shard-0:2", "shard-0:3", "shard-0:4");
    }

    @Test
    @Clause("L-07")
    void a_batch_that_comes_again_from_its_start_runs_only_what_was_not_done() {
        failing.add("shard-0:3");
        kinesis.handleRequest(kinesis(1, 2, 3), invocation());
        failing.clear();
        assertThat(failures(kinesis.handleRequest(kinesis(1, 2, 3), invocation())))
                .isEmpty();
        assertThat(effects).containsExactly("shard-0:1", "shard-0:2", "shard-0:3");
    }

    @Test
    @Clause("L-07")
    void of_a_dynamodb_stream_the_first_failure_is_reported_and_nothing_after_it_runs() {
        failing.add("e2/1");
        assertThat(failures(dynamodb.handleRequest(dynamodb(1, 2, 3), invocation())))
                .containsExactly("S2");
        failing.clear();
        assertThat(failures(dynamodb.handleRequest(dynamodb(2, 3), invocation())))
                .isEmpty();
        assertThat(effects).containsExactly("e1/1", "e2/1", "e3/1");
    }

    @Test
    @Clause("L-07")
    void a_record_that_another_run_is_at_holds_up_those_after_it() {
        idempotency.call(IdempotencyKey.of("orders", "shard-0:1"), String.class).begin();
        assertThat(failures(kinesis.handleRequest(kinesis(1, 2), invocation()))).containsExactly("S1");
        assertThat(effects).isEmpty();
    }

    @Test
    @Clause({"L-01", "L-07"})
    void the_first_record_for_which_no_time_is_left_is_reported() {
        assertThat(failures(kinesis.margin(Duration.ofHours(1)).handleRequest(kinesis(1, 2), invocation())))
                .containsExactly("S1");
        assertThat(failures(dynamodb.margin(Duration.ofHours(1)).handleRequest(dynamodb(1, 2), invocation())))
                .containsExactly("S1");
        assertThat(effects).isEmpty();
    }

    @Test
    @Clause("L-08")
    void a_record_without_a_sequence_number_is_refused_before_anything_runs() {
        KinesisEvent event = kinesis(1, 2);
        event.getRecords().get(1).setKinesis(null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kinesis.handleRequest(event, invocation()))
                .withMessageContaining("Records[1]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> dynamodb.handleRequest(new DynamodbEvent(), invocation()));
        assertThat(effects).isEmpty();
    }

    @Test
    @Clause({"L-05", "L-07"})
    void data_that_is_no_text_holds_up_its_shard_and_leaves_the_data_of_others_as_it_is() {
        KinesisBatch<String> byData = KinesisBatch.of(
                idempotency
                        .operation("orders", KinesisEventRecord.class, String.class)
                        .key(Json.select("powertools_json(powertools_base64(kinesis.data)).id"))
                        .build(),
                (record, context) -> act(StandardCharsets.UTF_8
                        .decode(record.getKinesis().getData())
                        .toString()));
        KinesisEvent event = kinesis(1, 2, 3);
        byte[][] data = {"{\"id\":\"a\"}".getBytes(StandardCharsets.UTF_8), {'"', (byte) 0xff, '"'}, {'1'}};
        for (int at = 0; at < data.length; at++) {
            event.getRecords()
                    .get(at)
                    .getKinesis()
                    .setData(ByteBuffer.wrap(data[at]).asReadOnlyBuffer());
        }
        assertThat(failures(byData.handleRequest(event, invocation()))).containsExactly("S2");
        assertThat(effects).containsExactly("{\"id\":\"a\"}");
    }

    @Test
    @Clause("L-07")
    void a_windows_event_is_handled_as_its_records_are() {
        KinesisTimeWindowEvent window = new KinesisTimeWindowEvent();
        window.setRecords(kinesis(1, 2).getRecords());
        window.setState(Map.of("sum", "1"));
        failing.add("shard-0:2");
        assertThat(failures(kinesis.handleRequest(window, invocation()))).containsExactly("S2");
        DynamodbTimeWindowEvent end = new DynamodbTimeWindowEvent();
        end.setRecords(List.of());
        end.setIsFinalInvokeForWindow(true);
        assertThat(failures(dynamodb.handleRequest(end, invocation()))).isEmpty();
        assertThat(effects).containsExactly("shard-0:1");
    }
}
