package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.idem4j.Call;
import io.idem4j.ConfigurationException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The time that an invocation has left. Immutable and thread-safe.
 *
 * <p>A claim's lease may last until the very moment at which the invocation is ended: were it shorter by the margin, another
 * delivery could take over while the action still runs. The margin keeps from starting what can't come to its end.
 */
public final class Invocation {
    /** What is left at least when an action starts: 500 ms. */
    public static final Duration DEFAULT_MARGIN = Duration.ofMillis(500);

    /** No invocation is longer: 15 min. */
    static final Duration LONGEST = Duration.ofMinutes(15);

    private Invocation() {}

    /** The call, bounded by the invocation with {@link #DEFAULT_MARGIN}: for actions that no handler of this package runs. */
    public static <T extends @Nullable Object> Call<T> limit(Call<T> call, Context context) {
        return limit(call, context, DEFAULT_MARGIN);
    }

    /**
     * The call, bounded by the invocation: its claim lapses when the invocation is ended, and where no more than the margin is left
     * nothing is claimed, waited for or run ({@link io.idem4j.NoTimeLeftException}; E-08).
     */
    public static <T extends @Nullable Object> Call<T> limit(Call<T> call, Context context, Duration margin) {
        return call.within(left(context), checked(margin));
    }

    /** Not negative. */
    static Duration left(Context context) {
        Objects.requireNonNull(context, "context: what the runtime gives, or one of your own in a test");
        return Duration.ofMillis(Math.max(0, context.getRemainingTimeInMillis()));
    }

    static Duration checked(Duration margin) {
        Objects.requireNonNull(margin, "margin");
        if (margin.isNegative()) {
            throw new ConfigurationException("margin", "must not be negative, is " + margin, null);
        }
        return margin;
    }
}
