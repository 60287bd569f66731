package io.idem4j.engine;

import io.idem4j.dynamodb.DataFormat;
import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.records.Dynamo;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import io.idem4j.testtools.DynaliteServer;
import io.idem4j.testtools.DynamoFront;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A table that all tests of a class share, each with keys of its own, behind a front that returns old items as the service does. */
final class DynamoSubject implements StoreUnderTest {
    private final TestClock clock = new TestClock();
    private final DynamoFront front = new DynamoFront(DynaliteServer.shared().endpoint(), true);
    private final DynamoDbClient client = Dynamo.client(front.endpoint());
    private final DynamoDbStore store = DynamoDbStore.builder(client, Dynamo.table(client, "id", null))
            .clock(clock)
            .clockSkew(Duration.ZERO)
            .dataFormat(DataFormat.JSON_TEXT)
            .build();

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public TestClock clock() {
        return clock;
    }

    void end() {
        client.close();
        front.close();
    }
}
