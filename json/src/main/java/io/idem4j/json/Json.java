package io.idem4j.json;

import io.idem4j.ConfigurationException;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Keys and fingerprints from JSON payloads, for the operation builder's {@code key} and {@code fingerprint}. */
public final class Json {
    private Json() {}

    /**
     * What one JMESPath expression selects. Missing is null, blank text, and a list or object with nothing but such in
     * it: a key must not be what many payloads have in common.
     *
     * @throws ConfigurationException naming {@code path}, with the position of what is wrong in it
     */
    public static Selection select(String path) {
        return Selector.standard().select(path);
    }

    /**
     * The whole payload, whatever it holds; missing is only null. A number in a Java object that canonical JSON can't tell from
     * others, such as a long beyond 2<sup>53</sup>, is refused; JSON is what its canonical text says (K-13).
     */
    public static Selection whole() {
        return Selector.standard().whole();
    }

    /** A key of several parts, of which at least one must be there. Errors as {@link #select}; also for no path at all. */
    public static Selection anyOf(String... paths) {
        return Selector.standard().anyOf(paths);
    }

    /** A key of several parts, which must all be there. Errors as {@link #anyOf}. */
    public static Selection allOf(String... paths) {
        return Selector.standard().allOf(paths);
    }

    /**
     * Keys and fingerprints as another library makes them, for a table shared with it. Immutable and thread-safe; each
     * setter returns a new one. Unlike there, a payload that can't be read is always a
     * {@link io.idem4j.MissingKeyException}, never a missing key.
     */
    public static final class Profile {
        private final ProfileRules rules;
        private final Selector selector;
        private final String prefix;
        private final Hash hash;

        private Profile(ProfileRules rules, Selector selector, String prefix, Hash hash) {
            this.rules = rules;
            this.selector = selector;
            this.prefix = prefix;
            this.hash = hash;
        }

        /**
         * Powertools for TypeScript, and for Go.
         *
         * @param prefix the key prefix configured there; blank: the function's name, from {@code AWS_LAMBDA_FUNCTION_NAME}
         */
        public static Profile powertoolsTypeScript(String prefix) {
            return powertoolsTypeScript(prefix, System.getenv("AWS_LAMBDA_FUNCTION_NAME"));
        }

        static Profile powertoolsTypeScript(String prefix, @Nullable String functionName) {
            String trimmed = EcmaText.trim(prefix);
            if (trimmed.isEmpty() && functionName != null) {
                trimmed = EcmaText.trim(functionName);
            }
            return new Profile(ProfileRules.TYPESCRIPT, Selector.standard(), trimmed, Hash.MD5_BASE64);
        }

        /** Powertools for TypeScript, and for Go, where no key prefix is configured: the function's name is it. */
        public static Profile powertoolsTypeScript() {
            return powertoolsTypeScript("");
        }

        /**
         * Powertools for Java (1.x).
         *
         * @param prefix what stands before the hash there: function name, dot, method name
         */
        public static Profile powertoolsJava(String prefix) {
            return new Profile(
                    ProfileRules.JAVA, Selector.standard(), prefix, new Hash("MD5", Hash.Spelling.BIG_INTEGER));
        }

        /**
         * Powertools for Python; keys and fingerprints only, its stored results have their own format.
         *
         * @param prefix what stands before the hash there: the key prefix, or function name, dot, qualified name
         */
        public static Profile powertoolsPython(String prefix) {
            return new Profile(ProfileRules.PYTHON, Selector.standard(), prefix, new Hash("MD5", Hash.Spelling.HEX));
        }

        /**
         * The hash function configured there; default MD5.
         *
         * @throws ConfigurationException naming {@code hash} if the JDK has none of that name
         */
        public Profile hash(String algorithm) {
            return new Profile(rules, selector, prefix, hash.algorithm(algorithm));
        }

        /** With another mapper, bound or more functions. */
        public Profile selector(Selector selector) {
            return new Profile(rules, selector, prefix, hash);
        }

        /** Results replay for one hour; a claim has no lease but the time that the invocation has left. */
        public UnaryOperator<IdempotencyPolicy> policy() {
            return ProfileRules::policy;
        }

        /**
         * The whole id of what the path selects; null where that library skips idempotency.
         *
         * @throws ConfigurationException naming {@code path}, or {@code prefix} if no key with it can be stored
         */
        public Function<@Nullable Object, @Nullable IdempotencyKey> key(String path) {
            return keys().of(path, false);
        }

        /** The same for the whole payload; without one a {@code MissingKeyException}. */
        public Function<@Nullable Object, @Nullable IdempotencyKey> key() {
            return keys().of(null, false);
        }

        /** As {@link #key(String)} with the setting by which that library refuses a missing key: a {@code MissingKeyException} then. */
        public Function<@Nullable Object, @Nullable IdempotencyKey> requiredKey(String path) {
            return keys().of(path, true);
        }

        /** As {@link #key()} with that setting. */
        public Function<@Nullable Object, @Nullable IdempotencyKey> requiredKey() {
            return keys().of(null, true);
        }

        /** The validation hash of what the path selects; of nothing it is that of null. Errors as {@link #key(String)}. */
        public Function<@Nullable Object, @Nullable Fingerprint> fingerprint(String path) {
            return keys().fingerprint(path);
        }

        private ProfileKeys keys() {
            return new ProfileKeys(rules, selector, prefix, hash);
        }
    }
}
