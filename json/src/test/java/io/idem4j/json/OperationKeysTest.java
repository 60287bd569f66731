package io.idem4j.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.ConfigurationException;
import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy.MissingKey;
import io.idem4j.IdempotentOperation;
import io.idem4j.MissingKeyException;
import io.idem4j.PayloadMismatchException;
import io.idem4j.TypeRef;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.tck.Clause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Selections and profiles as the operation builder takes them, from the payload to the record. */
class OperationKeysTest {
    private static final String EVENT = "{\"body\":\"{\\\"user\\\":\\\"ann\\\",\\\"id\\\":7,\\\"amount\\\":12.50}\"}";
    private static final String RESPELLED =
            "{ \"sent\": 2, \"body\" : \"{\\\"amount\\\":1.25e1, \\\"id\\\":7.0,\\\"user\\\":\\\"\\\\u0061nn\\\"}\" }";

    record Message(String body) {}

    private final InMemoryStore store = new InMemoryStore();
    private final List<Kind> told = new ArrayList<>();
    private final Idempotency idempotency =
            Idempotency.builder(store).listener(event -> told.add(event.kind())).build();
    private int runs;

    private <P> IdempotentOperation.Builder<P, Integer> operation(Class<P> payloads) {
        return operation(TypeRef.of(payloads));
    }

    private <P> IdempotentOperation.Builder<P, Integer> operation(TypeRef<P> payloads) {
        return idempotency
                .operation("orders.place", payloads, TypeRef.of(Integer.class))
                .key(Json.select("powertools_json(body).[user, id]"))
                .fingerprint(Json.select("powertools_json(body).amount").asFingerprint());
    }

    private int run() {
        return ++runs;
    }

    @Test
    @Clause({"K-09", "K-12"})
    void onePayloadRunsOnceHoweverItIsSpelledOrHeld() {
        assertThat(operation(String.class).build().execute(EVENT, this::run)).isEqualTo(1);
        assertThat(operation(String.class).build().execute(RESPELLED, this::run))
                .isEqualTo(1);
        assertThat(operation(byte[].class).build().execute(EVENT.getBytes(UTF_8), this::run))
                .isEqualTo(1);
        JsonNode tree = JsonTrees.EXACT.parse(RESPELLED);
        assertThat(operation(JsonNode.class).build().execute(tree, this::run)).isEqualTo(1);
        String body = tree.get("body").stringValue();
        assertThat(operation(new TypeRef<Map<String, Object>>() {})
                        .build()
                        .execute(Map.of("body", body, "at", 3), this::run))
                .isEqualTo(1);
        assertThat(operation(Message.class).build().execute(new Message(body), this::run))
                .isEqualTo(1);
        assertThat(runs).isEqualTo(1);
    }

    @Test
    @Clause("K-14")
    void anotherOrNoAmountUnderTheSameKeyIsAMismatch() {
        IdempotentOperation<String, Integer> place = operation(String.class).build();
        place.execute(EVENT, this::run);
        for (String changed : List.of(EVENT.replace("12.50", "12.51"), EVENT.replace("amount", "sum"))) {
            assertThatThrownBy(() -> place.execute(changed, this::run)).isInstanceOf(PayloadMismatchException.class);
        }
        assertThat(runs).isEqualTo(1);
    }

    @Test
    @Clause("K-10")
    void aMissingKeyIsAnErrorOrRunsUnprotectedAsThePolicySays() {
        String without = "{\"body\":\"{}\"}";
        IdempotentOperation<String, Integer> strict = operation(String.class).build();
        assertThatThrownBy(() -> strict.execute(without, this::run)).isInstanceOf(MissingKeyException.class);
        assertThat(runs).isZero();

        IdempotentOperation<String, Integer> lenient = operation(String.class)
                .policy(policy -> policy.missingKey(MissingKey.SKIP))
                .build();
        assertThat(lenient.execute(without, this::run)).isEqualTo(1);
        assertThat(lenient.execute(without, this::run)).isEqualTo(2);
    }

    @Test
    @Clause("K-11")
    void aMalformedPayloadIsAnErrorUnderEveryPolicyAndClaimsNothing() {
        IdempotentOperation<String, Integer> lenient = operation(String.class)
                .policy(policy -> policy.missingKey(MissingKey.SKIP))
                .build();
        for (String malformed : List.of("{", "", "{\"body\":\"{oops\"}", "{\"body\":7}", "[".repeat(100_000))) {
            assertThatThrownBy(() -> lenient.execute(malformed, this::run))
                    .isInstanceOf(MissingKeyException.class)
                    .hasMessageContaining("key select(powertools_json(body).[user, id])")
                    .hasMessageNotContaining("oops")
                    .hasCauseInstanceOf(IllegalArgumentException.class);
        }
        assertThat(runs).isZero();
        assertThat(told).isEmpty();
    }

    @Test
    @Clause("K-15")
    void aWrongPathFailsBeforeThereIsAnOperation() {
        assertThatThrownBy(() -> idempotency
                        .operation("orders.place", String.class, Integer.class)
                        .key(Json.select("detail..id")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("path")
                .hasMessageContaining("position 7");
    }

    @Test
    @Clause({"K-18", "K-21"})
    void aProfileGivesTheWholeIdAndItsFingerprint() {
        Json.Profile powertools = Json.Profile.powertoolsTypeScript("my-fn");
        IdempotentOperation<String, Integer> place = idempotency
                .operation("my-fn", String.class, Integer.class)
                .identity(powertools.key("powertools_json(body).user"))
                .fingerprint(powertools.fingerprint("powertools_json(body).amount"))
                .policy(powertools.policy())
                .build();

        assertThat(place.execute(EVENT, this::run)).isEqualTo(1);
        assertThat(place.execute(RESPELLED, this::run)).isEqualTo(1);
        assertThat(store.find(IdempotencyKey.ofId("my-fn#2aIAAw4ap2nXtxZm5gbztA==")))
                .hasValueSatisfying(record ->
                        assertThat(record.fingerprint()).isEqualTo(new Fingerprint("zz5IGkQUHKvU6dRs+7H4mQ==")));
    }
}
