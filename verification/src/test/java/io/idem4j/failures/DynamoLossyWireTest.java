package io.idem4j.failures;

import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.records.Dynamo;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.DynaliteServer;
import io.idem4j.testtools.DynamoFront;
import io.idem4j.testtools.DynamoFront.Reaction;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** With the repeats of the SDK. */
@OnStore("dynamodb")
@NeedsProgram({"node", "npm"})
class DynamoLossyWireTest extends LossyWire {
    private final Queue<Reaction> losses = new ConcurrentLinkedQueue<>();
    private DynamoFront front;
    private DynamoDbClient client;
    private String table;

    @BeforeEach
    void begin() {
        front = new DynamoFront(DynaliteServer.shared().endpoint(), true);
        client = Dynamo.client(front.endpoint());
        table = Dynamo.table(client, "id", null);
        front.react(request -> {
            Reaction loss = losses.poll();
            return loss == null ? Reaction.FORWARD : loss;
        });
    }

    @AfterEach
    void end() {
        client.close();
        front.close();
    }

    @Override
    IdempotencyStore store() {
        return DynamoDbStore.builder(client, table).build();
    }

    @Override
    void lose(Loss loss) {
        losses.add(loss == Loss.REQUEST ? Reaction.LOSE_REQUEST : Reaction.LOSE_ANSWER);
    }
}
