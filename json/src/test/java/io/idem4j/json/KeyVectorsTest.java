package io.idem4j.json;

import io.idem4j.ConfigurationException;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.MissingKeyException;
import io.idem4j.tck.Clause;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** Keys and validation hashes of the profile for TypeScript, as recorded, but for the deviations. */
class KeyVectorsTest {
    private static final String FILE = "keys.jsonl";

    @TestFactory
    @Clause("K-18")
    Stream<DynamicTest> keysAreThoseOfTheReferenceButForTheDeviations() {
        return Vectors.tests(FILE, vector -> Deviations.check(FILE, vector, expected(vector), found(vector)));
    }

    private static String expected(JsonNode vector) {
        JsonNode expect = vector.get("expect");
        if (expect.has("error")) {
            return "error";
        }
        return expect.has("skipped")
                ? "skipped"
                : expect.get("key").stringValue() + " validated by " + vector.get("validation");
    }

    private static String found(JsonNode vector) {
        JsonNode options = vector.get("options");
        String path = text(options, "eventKeyJmesPath");
        String validation = text(options, "payloadValidationJmesPath");
        String hash = text(options, "hashFunction");
        String prefix = text(options, "keyPrefix");
        Object event =
                vector.has("event_absent") || vector.has("data_index_argument") ? null : text(vector, "event_json");
        try {
            var profile = Json.Profile.powertoolsTypeScript(
                    prefix == null ? "" : prefix, text(vector.get("env"), "AWS_LAMBDA_FUNCTION_NAME"));
            profile = hash == null ? profile : profile.hash(hash);
            Function<Object, IdempotencyKey> key = options.has("throwOnNoIdempotencyKey")
                    ? path == null ? profile.requiredKey() : profile.requiredKey(path)
                    : path == null ? profile.key() : profile.key(path);
            Supplier<Function<Object, Fingerprint>> fingerprint =
                    validation == null ? () -> payload -> null : wrap(profile.fingerprint(validation));
            return describe(key.apply(event), () -> fingerprint.get().apply(event));
        } catch (ConfigurationException | MissingKeyException e) {
            return "error";
        }
    }

    private static Supplier<Function<Object, Fingerprint>> wrap(Function<Object, Fingerprint> function) {
        return () -> function;
    }

    private static String describe(IdempotencyKey key, Supplier<Fingerprint> fingerprint) {
        if (key == null) {
            return "skipped";
        }
        Fingerprint validated = fingerprint.get();
        return key.id() + " validated by " + (validated == null ? "null" : '"' + validated.value() + '"');
    }

    private static String text(JsonNode node, String field) {
        return node.has(field) && node.get(field).isString() ? node.get(field).stringValue() : null;
    }
}
