package io.idem4j.json;

import io.idem4j.IdempotencyPolicy;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How a library reads payloads, what it hashes, and what it takes for missing. */
enum ProfileRules {
    /** Numbers are doubles, text is canonical; skips what a path finds to be null, but refuses whatever is falsy. */
    TYPESCRIPT {
        @Override
        JsonTrees trees() {
            return JsonTrees.DOUBLES;
        }

        @Override
        String hashed(JsonNode value, Hash hash, CanonicalJson canonical) {
            return hash.of(digest -> canonical.update(digest, value));
        }

        @Override
        boolean isSkipped(JsonNode value, boolean whole) {
            return value.isNull() && !whole;
        }

        @Override
        boolean isRefused(JsonNode value) {
            return value.isContainer() ? value.valueStream().allMatch(ProfileRules::isFalsy) : isFalsy(value);
        }
    },

    /** Text of {@code json.dumps}; no text, no elements and none but null are missing, numbers and booleans never. */
    PYTHON {
        @Override
        JsonTrees trees() {
            return JsonTrees.EXACT;
        }

        @Override
        String hashed(JsonNode value, Hash hash, CanonicalJson canonical) {
            return hash.ofText(PythonJson.text(value));
        }

        @Override
        boolean isSkipped(JsonNode value, boolean whole) {
            return isRefused(value);
        }

        @Override
        boolean isRefused(JsonNode value) {
            return switch (value.getNodeType()) {
                case ARRAY -> value.valueStream().allMatch(JsonNode::isNull);
                case OBJECT -> value.isEmpty();
                case STRING -> value.stringValue().isEmpty();
                default -> value.isNull();
            };
        }
    },

    /** Text as Jackson prints it, of a single string or number as Java does; null is missing, and so are objects with only null. */
    JAVA {
        @Override
        JsonTrees trees() {
            return JsonTrees.EXACT;
        }

        @Override
        String hashed(JsonNode value, Hash hash, CanonicalJson canonical) {
            if (value.isPojo()) {
                throw MalformedJsonException.of("the tree holds an object that is no JSON value", null);
            }
            if (!value.isContainer()) {
                return hash.ofText(value.isNull() ? "null" : value.asString());
            }
            byte[] json = ValueWriter.bytes(PLAIN, value, canonical.maxBytes(), false);
            return hash.of(digest -> digest.update(json));
        }

        @Override
        boolean isSkipped(JsonNode value, boolean whole) {
            return value.isNull();
        }

        @Override
        boolean isRefused(JsonNode value) {
            return value.isContainer()
                    ? value.propertyStream()
                            .allMatch(member -> member.getValue().isNull())
                    : value.isNull();
        }
    };

    private static final JsonMapper PLAIN = new JsonMapper();
    private static final Duration RETENTION = Duration.ofHours(1);

    /** What payloads are read with. */
    abstract JsonTrees trees();

    abstract String hashed(JsonNode value, Hash hash, CanonicalJson canonical);

    /** Whether idempotency is skipped where a missing key is allowed; {@code whole}: no path was given. */
    abstract boolean isSkipped(JsonNode value, boolean whole);

    /** Whether it is an error where a key is required. */
    abstract boolean isRefused(JsonNode value);

    static IdempotencyPolicy policy(IdempotencyPolicy policy) {
        return policy.lease(null).renewFor(Duration.ZERO).retention(RETENTION);
    }

    private static boolean isFalsy(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> value.stringValue().isEmpty();
            case NUMBER -> JsonValues.asDouble(value) == 0;
            case BOOLEAN -> !value.booleanValue();
            case NULL, MISSING -> true;
            default -> false;
        };
    }
}
