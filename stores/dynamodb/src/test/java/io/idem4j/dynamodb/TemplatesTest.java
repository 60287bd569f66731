package io.idem4j.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.NodePackages;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The policy and the template of docs/stores/dynamodb.md say what the store does and needs; and what each operation sends. */
class TemplatesTest extends OnDynamo {
    private static final JsonMapper JSON = new JsonMapper();

    private static JsonNode file(String name) {
        try (InputStream in = TemplatesTest.class.getResourceAsStream(name)) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void the_policy_allows_what_the_store_asks_for_and_nothing_else() {
        front.tellOldItems(false);
        front.clear();
        everything();
        Set<String> allowed = new TreeSet<>();
        file("policy.json")
                .at("/Statement/0/Action")
                .forEach(action -> allowed.add(action.asString().replace("dynamodb:", "")));

        assertThat(new HashSet<>(front.operations())).isEqualTo(allowed);
    }

    private void everything() {
        ClaimRequest first = claim(key);
        store.claim(first);
        store.renew(of(first), LEASE, KEEP);
        store.claim(claim(key));
        clock.advance(LEASE.plusMillis(1));
        ClaimRequest second = claim(key);
        store.claim(second);
        store.complete(of(first), done());
        store.complete(of(second), done());
        store.claim(claim(key));
        store.forget(store.find(key).orElseThrow());
        ClaimRequest third = claim(key);
        store.claim(third);
        store.release(of(third));
        store.purge(1);
        put(Map.of(
                "id", AttributeValue.fromS(key.id()),
                "status", AttributeValue.fromS("COMPLETED")));
        store.forget(store.find(key).orElseThrow());
    }

    @Test
    void the_cdk_makes_the_table_of_the_template() throws IOException {
        Process cdk =
                NodePackages.install(TemplatesTest.class, "cdk", "table.mjs").start("table.mjs");
        JsonNode resources = JSON.readTree(cdk.getInputStream());
        JsonNode expected = file("template.json").at("/Resources/Idempotency");

        assertThat(resources).hasSize(1);
        for (String part : List.of("Type", "Properties", "DeletionPolicy")) {
            assertThat(resources.iterator().next().get(part)).as(part).isEqualTo(expected.get(part));
        }
    }

    @Test
    void the_template_makes_the_table_that_the_helper_makes() {
        JsonNode table = file("template.json").at("/Resources/Idempotency/Properties");
        String name = "template-" + key.value();
        client.createTable(request -> request.tableName(name)
                .billingMode(BillingMode.fromValue(table.get("BillingMode").asString()))
                .attributeDefinitions(table.get("AttributeDefinitions")
                        .valueStream()
                        .map(defined -> AttributeDefinition.builder()
                                .attributeName(defined.get("AttributeName").asString())
                                .attributeType(defined.get("AttributeType").asString())
                                .build())
                        .toList())
                .keySchema(table.get("KeySchema")
                        .valueStream()
                        .map(part -> KeySchemaElement.builder()
                                .attributeName(part.get("AttributeName").asString())
                                .keyType(part.get("KeyType").asString())
                                .build())
                        .toList()));
        assertThat(DynamoDbTable.named(name).create(client)).isFalse();
        String other = "helper-" + key.value();
        DynamoDbTable.named(other).create(client);

        assertThat(described(name)).isEqualTo(described(other));
        assertThat(table.at("/TimeToLiveSpecification/AttributeName").asString())
                .isEqualTo(DynamoDbTable.named(name).expiration());
        assertThat(DynamoDbStore.builder(client, name).clock(clock).build().claim(claim(key)))
                .isEqualTo(new Acquired(1));
    }

    private List<Object> described(String table) {
        var described =
                client.describeTable(request -> request.tableName(table)).table();
        return List.of(
                described.keySchema(),
                described.attributeDefinitions(),
                described.billingModeSummary().billingMode());
    }

    /** What docs/stores/dynamodb.md says of requests, by kind. */
    @Test
    @Clause("S-16")
    void each_operation_sends_what_is_documented() {
        Map<String, List<String>> sent = new HashMap<>();
        ClaimRequest first = claim(key);
        sent.put("claim", operationsOf(() -> store.claim(first)));
        sent.put("refused claim", operationsOf(() -> store.claim(claim(key))));
        sent.put("renewal", operationsOf(() -> store.renew(of(first), LEASE, KEEP)));
        clock.advance(LEASE.plus(Duration.ofSeconds(1)));
        ClaimRequest second = claim(key);
        sent.put("takeover", operationsOf(() -> store.claim(second)));
        sent.put("completion", operationsOf(() -> store.complete(of(second), done())));
        sent.put("replay", operationsOf(() -> store.claim(claim(key))));
        sent.put("find", operationsOf(() -> store.find(key)));
        ClaimRequest third = claim(key());
        store.claim(third);
        sent.put("release", operationsOf(() -> store.release(of(third))));

        assertThat(sent)
                .isEqualTo(Map.of(
                        "claim", List.of("PutItem"),
                        "refused claim", List.of("PutItem"),
                        "renewal", List.of("UpdateItem"),
                        "takeover", List.of("PutItem", "UpdateItem"),
                        "completion", List.of("UpdateItem"),
                        "replay", List.of("PutItem"),
                        "find", List.of("GetItem"),
                        "release", List.of("DeleteItem")));
    }

    private List<String> operationsOf(Runnable call) {
        front.clear();
        call.run();
        return front.operations();
    }
}
