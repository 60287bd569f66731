package io.idem4j.lambda;

import io.idem4j.ConfigurationException;
import io.idem4j.Idempotency;
import io.idem4j.spi.IdempotencyStore;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a function's environment variables say. Immutable and thread-safe; each variable is read when it is asked for, and
 * nothing is kept of it.
 */
public final class LambdaEnvironment {
    private static final String TABLE = "IDEM4J_TABLE";
    private static final List<String> DISABLED = List.of("IDEM4J_DISABLED", "POWERTOOLS_IDEMPOTENCY_DISABLED");
    private static final Set<String> YES = Set.of("1", "y", "yes", "t", "true", "on");
    private static final Set<String> NO = Set.of("", "0", "n", "no", "f", "false", "off");

    private static final int MAX_LABEL = 255;

    private final Function<String, @Nullable String> variables;

    private LambdaEnvironment(Function<String, @Nullable String> variables) {
        this.variables = variables;
    }

    /** The process's own variables. */
    public static LambdaEnvironment system() {
        return new LambdaEnvironment(System::getenv);
    }

    /** Others, for tests: a name's value, null where it is not set. */
    public static LambdaEnvironment of(Function<String, @Nullable String> variables) {
        return new LambdaEnvironment(Objects.requireNonNull(variables, "variables"));
    }

    /**
     * Whether {@code IDEM4J_DISABLED} or {@code POWERTOOLS_IDEMPOTENCY_DISABLED} switches idempotency off: {@code 1}, {@code y},
     * {@code yes}, {@code t}, {@code true} or {@code on}, in any case.
     *
     * @throws ConfigurationException naming the variable whose value is neither that nor its opposite
     */
    public boolean disabled() {
        boolean disabled = false;
        for (String name : DISABLED) {
            disabled |= isYes(name);
        }
        return disabled;
    }

    private boolean isYes(String name) {
        String value = variables.apply(name);
        String word = value == null ? "" : value.strip().toLowerCase(Locale.ROOT);
        if (!YES.contains(word) && !NO.contains(word)) {
            throw new ConfigurationException(name, "must be true or false", null);
        }
        return YES.contains(word);
    }

    /**
     * The table named by {@code IDEM4J_TABLE}. While {@link #disabled} and none is named, a name that no request will carry.
     *
     * @throws ConfigurationException if none is named
     */
    public String table() {
        String name = variables.apply(TABLE);
        if (name != null && !name.isBlank()) {
            return name.strip();
        }
        if (disabled()) {
            return "idempotency-is-disabled";
        }
        throw new ConfigurationException(TABLE, "must name the table of records; set it for the function", null);
    }

    /**
     * Starts a configuration for this function: {@link #disabled} or not; claimed by the function's name and version; leases of 15
     * min, which the time that an invocation has left makes shorter, so that a record lapses when its invocation is
     * ended and not before. What is set on the builder afterwards holds; a retention below 15 min needs a lease that is no longer.
     */
    public Idempotency.Builder idempotency(IdempotencyStore store) {
        Idempotency.Builder builder =
                Idempotency.builder(store).enabled(!disabled()).policy(policy -> policy.lease(Invocation.LONGEST));
        String function = variables.apply("AWS_LAMBDA_FUNCTION_NAME");
        if (function == null || function.isBlank()) {
            return builder;
        }
        String version = variables.apply("AWS_LAMBDA_FUNCTION_VERSION");
        String label = version == null ? function : function + ":" + version;
        return builder.claimedBy(label.substring(0, Math.min(label.length(), MAX_LABEL)));
    }
}
