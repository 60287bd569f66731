package io.idem4j.records;

import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.testtools.DynaliteServer;
import io.idem4j.testtools.DynamoFront;
import java.time.Duration;
import java.time.InstantSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A table that this library and the published Node package of Powertools share, with the leases of both equally long. */
final class NodeTable implements AutoCloseable {
    static final Duration LEASE = Duration.ofSeconds(30);

    final DynamoFront front = new DynamoFront(DynaliteServer.shared().endpoint(), true);
    final DynamoDbClient client = Dynamo.client(front.endpoint());
    final String name = Dynamo.table(client, "id", null);
    private final NodeFunction node = new NodeFunction();

    DynamoDbStore store(InstantSource clock) {
        return DynamoDbStore.builder(client, name)
                .clock(clock)
                .clockSkew(Duration.ZERO)
                .build();
    }

    /** {@code validation}: what of the event must not change; null: nothing. */
    NodeFunction.Running call(InstantSource clock, String event, String validation) {
        return node.call(name, front.endpoint().toString(), clock.instant(), LEASE.toMillis(), event, validation);
    }

    @Override
    public void close() {
        node.close();
        client.close();
        front.close();
    }
}
