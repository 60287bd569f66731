package io.idem4j.powertools;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.internal.IdempotencyHandler;
import software.amazon.lambda.powertools.idempotency.persistence.DynamoDBPersistenceStore;
import software.amazon.lambda.powertools.utilities.JsonConfig;

/** The handler with Powertools for Java 1.15.0, called as its aspect calls it. */
final class ColdPowertools {
    public static void main(String[] arguments) throws Throwable {
        ColdStart start = new ColdStart(arguments);
        Idempotency.config()
                .withConfig(IdempotencyConfig.builder()
                        .withEventKeyJMESPath("id")
                        .withExpiration(Duration.ofHours(1))
                        .build())
                .withPersistenceStore(DynamoDBPersistenceStore.builder()
                        .withTableName(start.records())
                        .withDynamoDbClient(start.client())
                        .build())
                .configure();
        JsonNode payload = JsonConfig.get().getObjectMapper().valueToTree(start.event());
        JoinedCall point = new JoinedCall(() -> start.place(start.event()));
        start.answered((String) new IdempotencyHandler(point, "fn", payload, ColdStart.context()).handle());
    }

    private ColdPowertools() {}
}
