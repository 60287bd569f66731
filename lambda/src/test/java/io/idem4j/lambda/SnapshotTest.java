package io.idem4j.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.Clause;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.testtools.DynaliteServer;
import io.idem4j.testtools.DynamoFront;
import io.idem4j.testtools.Worker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What a snapshot of a function would carry, seen in a process of its own. */
@NeedsProgram({"node", "npm"})
class SnapshotTest {
    @Test
    @Clause({"L-11", "L-12"})
    void a_handler_carries_no_connection_thread_or_random_source_before_its_first_event_and_leaves_no_thread_local()
            throws Exception {
        try (DynamoFront front = new DynamoFront(DynaliteServer.shared().endpoint(), true);
                DynamoDbClient client = Dynamo.client(front.endpoint())) {
            String table = Dynamo.table(client);
            front.clear();
            List<String> lines;
            try (Worker worker = Worker.start(
                    List.of(Graph.OPEN), SnapshotWorker.class, front.endpoint().toString(), table)) {
                lines = worker.awaitEnd(Duration.ofSeconds(60));
            }
            assertThat(lines).contains("before []", "thread-locals []");
            assertThat(lines)
                    .filteredOn(line -> line.startsWith("after"))
                    .singleElement()
                    .asString()
                    .contains("SecureRandom");
            assertThat(lines)
                    .as("what is left in a thread-local is found")
                    .filteredOn(line -> line.startsWith("planted"))
                    .singleElement()
                    .asString()
                    .contains(SqsBatch.class.getName());
            assertThat(front.operations()).containsExactly("PutItem", "UpdateItem");
        }
    }
}
