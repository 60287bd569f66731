package io.idem4j.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotentOperation;
import io.idem4j.MissingKeyException;
import io.idem4j.memory.InMemoryStore;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.StringNode;

/** The code blocks of docs/keys.md. */
class KeysGuideTest {
    private final String event = """
            {"detail": {"orderId": "o-1001", "amount": 99.90}, "id": "6a7e8feb", "time": "2024-03-10T18:43:48Z"}""";

    @Test
    void select() {
        Idempotency idempotency = Idempotency.builder(new InMemoryStore()).build();
        Orders orders = new Orders();
        // region select
        IdempotentOperation<String, Integer> place = idempotency
                .operation("orders.place", String.class, Integer.class)
                .key(Json.select("detail.orderId"))
                .fingerprint(Json.select("detail.amount").asFingerprint())
                .build();

        Integer number = place.execute(event, () -> orders.place(event));
        // endregion
        assertThat(place.execute(event.replace(" ", ""), () -> orders.place(event)))
                .isEqualTo(number);
        assertThat(orders.placed).isEqualTo(1);
    }

    private static final class Orders {
        private int placed;

        private int place(String event) {
            return event.isEmpty() ? 0 : ++placed;
        }
    }

    @Test
    void packed() {
        Map<String, String> message = Map.of("body", "{\"user\":\"ann\",\"orderId\":\"o-1\"}");
        // region packed
        Selection fromQueue = Json.select("powertools_json(body).[user, orderId]");
        Selection fromStream = Json.select("powertools_json(powertools_base64(kinesis.data)).orderId");
        // endregion
        assertThat(fromQueue.apply(message)).isNotNull();
        assertThat(fromStream.apply("{\"kinesis\":{\"data\":\"eyJvcmRlcklkIjoxfQ==\"}}"))
                .isNotNull();
    }

    @Test
    void parts() {
        // region parts
        Selection both = Json.allOf("account", "orderId"); // no key unless both are there
        Selection either = Json.anyOf("orderId", "requestId"); // no key unless one of them is there
        // endregion
        assertThat(both.apply("{\"orderId\":\"o-1\"}")).isNull();
        assertThat(either.apply("{\"orderId\":\"o-1\"}")).isNotNull();
    }

    @Test
    void malformed() {
        // region malformed
        Selection selection = Json.select("powertools_json(body).orderId");

        assertThatThrownBy(() -> selection.apply("{\"body\": \"{oops\"}"))
                .isInstanceOf(MissingKeyException.class)
                .hasMessageContaining("a member's name is missing at line 1, column 2");
        // endregion
    }

    @Test
    void digits() {
        String payload = "{\"id\":9007199254740993}";
        assertThatThrownBy(() -> Json.select("id").apply(payload)).isInstanceOf(MissingKeyException.class);
        // region digits
        Selection id = Json.select("to_string(id)");
        // endregion
        assertThat(id.apply(payload)).isEqualTo(Json.select("id").apply("{\"id\":\"9007199254740993\"}"));
    }

    @Test
    void fingerprint() {
        // region fingerprint
        Function<Object, Fingerprint> amount = Json.select("detail.amount").asFingerprint();

        assertThat(amount.apply(event)).isNotEqualTo(amount.apply("{\"detail\":{}}"));
        // endregion
    }

    @Test
    void selector() {
        // region selector
        Selector selector = Selector.standard().function("lower", 1, arguments -> {
            String text = arguments.get(0).stringValue();
            return StringNode.valueOf(text.toLowerCase(Locale.ROOT));
        });

        Selection email = selector.select("lower(email)").hash("SHA-512").base64();
        // endregion
        assertThat(email.apply("{\"email\":\"A@B.C\"}")).isEqualTo(email.apply("{\"email\":\"a@b.c\"}"));
    }

    @Test
    void profile() {
        String event =
                "{\"body\":\"{\\\"user\\\":\\\"xyz\\\",\\\"product_id\\\":\\\"123456789\\\",\\\"amount\\\":12.50}\"}";
        Idempotency idempotency = Idempotency.builder(new InMemoryStore()).build();
        // region profile
        var powertools = Json.Profile.powertoolsTypeScript("my-fn");

        IdempotentOperation<String, Integer> place = idempotency
                .operation("my-fn", String.class, Integer.class)
                .identity(powertools.key("powertools_json(body).[user, product_id]"))
                .fingerprint(powertools.fingerprint("powertools_json(body).amount"))
                .policy(powertools.policy())
                .build();

        assertThat(place.keyFor(event)).contains(IdempotencyKey.ofId("my-fn#r638cGWJKIxlzC0B9fUekQ=="));
        assertThat(place.fingerprintFor(event)).contains(new Fingerprint("zz5IGkQUHKvU6dRs+7H4mQ=="));
        // endregion
    }

    @Test
    void canonical() throws Exception {
        // region canonical
        CanonicalJson canonical = CanonicalJson.standard();

        assertThat(canonical.text("{\"b\": 1.0, \"A\": 1e21, \"10\": \"\\u00e9\"}"))
                .isEqualTo("{\"10\":\"é\",\"A\":1e+21,\"b\":1}");

        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        canonical.update(digest, event.getBytes(UTF_8));
        // endregion
        assertThat(digest.digest()).hasSize(32);
    }
}
