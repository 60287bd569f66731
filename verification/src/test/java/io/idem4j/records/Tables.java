package io.idem4j.records;

import io.idem4j.testtools.DynaliteServer;
import io.idem4j.testtools.DynamoFront;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Fronts, clients and tables that scenarios use one after another; each leaves its table empty. */
final class Tables implements AutoCloseable {
    private final Map<Boolean, DynamoFront> fronts = new HashMap<>();
    private final Map<DynamoFront, DynamoDbClient> clients = new HashMap<>();
    private final Map<String, String> tables = new HashMap<>();

    DynamoFront front(boolean tellsOldItems) {
        return fronts.computeIfAbsent(
                tellsOldItems, tells -> new DynamoFront(DynaliteServer.shared().endpoint(), tells));
    }

    DynamoDbClient client(DynamoFront front) {
        return clients.computeIfAbsent(front, of -> Dynamo.client(of.endpoint()));
    }

    String table(String partitionKey, String sortKey) {
        return tables.computeIfAbsent(
                partitionKey + " " + sortKey, unused -> Dynamo.table(client(front(true)), partitionKey, sortKey));
    }

    @Override
    public void close() {
        clients.values().forEach(DynamoDbClient::close);
        fronts.values().forEach(DynamoFront::close);
    }
}
