package io.idem4j.powertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.MissingKeyException;
import io.idem4j.json.Json;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Tier;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyKeyException;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;
import software.amazon.lambda.powertools.idempotency.persistence.DataRecord;
import software.amazon.lambda.powertools.utilities.JsonConfig;

/** Keys and validation hashes of the profile for Java beside those of Powertools for Java 1.15.0 itself, for the same payloads. */
@Clause("K-20")
class PowertoolsJavaKeysTest {
    private static final int DOCUMENTS = Tier.size(20_000);
    private static final String EVENT = """
            {"id":"abc","empty":"","blank":" ","n":5,"zero":0,"negative":-7,"long":1234567890123,"big":123456789012345678901234567890,
             "dec":12.50,"whole":3.0,"small":0.001,"tiny":1.5e-7,"huge":1e21,"t":true,"f":false,"list":[3,1.50,"x",null],
             "strings":["é😀\\u2028","a/b\\"\\\\\\n\\u001f"],"none":[],"obj":{"b":1,"a":{"z":[{}],"Y":2.0}},"eo":{},
             "body":"{\\"user\\":\\"xyz\\",\\"n\\":1.0,\\"b\\":2,\\"a\\":1}","b64":"eyJ1c2VyIjoieHl6In0=",
             "objs":[{"k":"b","v":2},{"v":1,"k":"a"}]}""";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id",
                "empty",
                "blank",
                "n",
                "zero",
                "negative",
                "long",
                "big",
                "dec",
                "whole",
                "small",
                "tiny",
                "huge",
                "t",
                "f",
                "list",
                "list[1]",
                "strings",
                "strings[0]",
                "none",
                "obj",
                "obj.a",
                "eo",
                "objs[*].k",
                "objs[?k=='a']",
                "[id, n, missing]",
                "[missing, none]",
                "{x: id, y: obj.a}",
                "@",
                "powertools_json(body)",
                "powertools_json(body).[user, n]",
                "powertools_base64(b64)",
                "powertools_json(powertools_base64(b64)).user"
            })
    void areThoseOfPowertools(String path) throws Exception {
        assertThat(ours(path, EVENT)).isEqualTo(theirs(path, EVENT));
        assertThat(ourValidation(path, EVENT)).isEqualTo(theirValidation(path, EVENT));
    }

    @ParameterizedTest
    @CsvSource({"MD5", "SHA-1", "SHA-256", "SHA-512"})
    void areThoseOfPowertoolsForEachHashFunction(String hash) throws Exception {
        Random random = new Random(5);
        for (int i = 0; i < 1_000; i++) {
            String event = "{\"id\":" + random.nextInt() + "}";
            CapturingStore store = new CapturingStore();
            store.configure(
                    IdempotencyConfig.builder()
                            .withEventKeyJMESPath("id")
                            .withHashFunction(hash)
                            .build(),
                    "handle");
            assertThat(Json.Profile.powertoolsJava(store.prefix())
                            .hash(hash)
                            .key("id")
                            .apply(event)
                            .id())
                    .isEqualTo(store.keyOf(event));
        }
    }

    @Test
    void areThoseOfPowertoolsForRandomDocuments() throws Exception {
        Random random = new Random(7);
        for (int i = 0; i < DOCUMENTS; i++) {
            String event = "{\"a\":" + value(random, 4) + "}";
            assertThat(ours("a", event)).as(event).isEqualTo(theirs("a", event));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing", "id.x", "list[9]", "list[3]"})
    void areNotMadeWhereNothingIsSelected(String path) throws Exception {
        assertThat(theirs(path, EVENT)).isNotNull();
        assertThat(Json.Profile.powertoolsJava("p").key(path).apply(EVENT)).isNull();
        assertThat(ourValidation(path, EVENT)).isEqualTo(theirValidation(path, EVENT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing", "eo", "{x: missing}", "none", "[missing]", "id", "empty", "zero"})
    void areRefusedWhereTheyAreRequiredAsByPowertools(String path) {
        CapturingStore store = new CapturingStore();
        store.configure(
                IdempotencyConfig.builder()
                        .withEventKeyJMESPath(path)
                        .withThrowOnNoIdempotencyKey()
                        .build(),
                "handle");
        Json.Profile profile = Json.Profile.powertoolsJava(store.prefix());
        boolean refused;
        try {
            String key = store.keyOf(EVENT);
            assertThat(profile.requiredKey(path).apply(EVENT).id()).isEqualTo(key);
            refused = false;
        } catch (IdempotencyKeyException e) {
            assertThatThrownBy(() -> profile.requiredKey(path).apply(EVENT)).isInstanceOf(MissingKeyException.class);
            refused = true;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        assertThat(refused).isEqualTo(!path.matches("id|empty|zero"));
    }

    private static String ours(String path, String event) {
        IdempotencyKey key = Json.Profile.powertoolsJava(
                        new CapturingStore().configured(path).prefix())
                .key(path)
                .apply(event);
        return key == null ? "" : key.id();
    }

    private static String theirs(String path, String event) throws Exception {
        return new CapturingStore().configured(path).keyOf(event);
    }

    private static Fingerprint ourValidation(String path, String event) {
        return Json.Profile.powertoolsJava("p").fingerprint(path).apply(event);
    }

    private static Fingerprint theirValidation(String path, String event) throws Exception {
        CapturingStore store = new CapturingStore();
        store.configure(
                IdempotencyConfig.builder()
                        .withEventKeyJMESPath("id")
                        .withPayloadValidationJMESPath(path)
                        .build(),
                "handle");
        store.keyOf(event);
        return new Fingerprint(store.last.getPayloadHash());
    }

    private static String value(Random random, int levels) {
        switch (random.nextInt(levels > 0 ? 9 : 7)) {
            case 0:
                return Integer.toString(random.nextInt());
            case 1:
                return Long.toString(random.nextLong());
            case 2:
                return Double.toString(random.nextInt(1_000_000) / 100.0);
            case 3:
                return Double.toString(random.nextDouble() * Math.pow(10, random.nextInt(40) - 20));
            case 4:
                return random.nextBoolean() ? "true" : "\"\"";
            case 5, 6:
                return text(random);
            case 7:
                StringBuilder list = new StringBuilder("[");
                for (int i = random.nextInt(4); i >= 0; i--) {
                    list.append(value(random, levels - 1)).append(i > 0 ? "," : "]");
                }
                return list.toString();
            default:
                StringBuilder object = new StringBuilder("{");
                for (int i = random.nextInt(4); i >= 0; i--) {
                    object.append(text(random))
                            .append(':')
                            .append(value(random, levels - 1))
                            .append(i > 0 ? "," : "}");
                }
                return object.toString();
        }
    }

    private static String text(Random random) {
        String[] pieces = {
            "a", "B", "0", "é", "😀", "\\u0000", "\\u001f", "\\n", "\\\"", "/", "\\\\", " ", "\u2028", "\u007f"
        };
        StringBuilder text = new StringBuilder("\"").append(random.nextInt(100));
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.append('"').toString();
    }

    /** Keeps what Powertools would write. */
    private static final class CapturingStore extends BasePersistenceStore {
        private static final ObjectMapper MAPPER = JsonConfig.get().getObjectMapper();

        private DataRecord last;

        CapturingStore configured(String path) {
            configure(IdempotencyConfig.builder().withEventKeyJMESPath(path).build(), "handle");
            return this;
        }

        String keyOf(String event) throws Exception {
            saveInProgress(MAPPER.readTree(event), Instant.EPOCH, OptionalInt.empty());
            return last.getIdempotencyKey();
        }

        String prefix() {
            String function = System.getenv("AWS_LAMBDA_FUNCTION_NAME");
            return (function == null ? "testFunction" : function) + ".handle";
        }

        @Override
        public void putRecord(DataRecord dataRecord, Instant now) {
            last = dataRecord;
        }

        @Override
        public DataRecord getRecord(String key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void updateRecord(DataRecord dataRecord) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void deleteRecord(String key) {
            throw new UnsupportedOperationException();
        }
    }
}
