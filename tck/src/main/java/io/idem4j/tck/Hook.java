package io.idem4j.tck;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that a store's author hands to the kit, or the reason why not. Tests that need an absent one are reported as
 * not applicable with that reason. Immutable.
 *
 * @param <T> what the kit uses
 */
public final class Hook<T> {
    private final @Nullable T value;
    private final String reason;
    private final boolean meansNothing;

    private Hook(@Nullable T value, String reason, boolean meansNothing) {
        this.value = value;
        this.reason = reason;
        this.meansNothing = meansNothing;
    }

    /** The kit may use this. */
    public static <T> Hook<T> of(T value) {
        return new Hook<>(Objects.requireNonNull(value, "value"), "", true);
    }

    /**
     * There is none.
     *
     * @param reason as the report shows it, e.g. {@code "in one process there are no round trips"}
     */
    public static <T> Hook<T> notApplicable(String reason) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("reason: must not be blank, the report shows it");
        }
        return new Hook<>(null, reason, true);
    }

    /**
     * There is none, because the store does not hold what it would show.
     *
     * @param lacking what the store does instead, as a reader of the table of guarantees should see it
     */
    public static <T> Hook<T> lacking(String lacking) {
        return new Hook<>(null, lacking, false);
    }

    /** What was handed over; without it the calling test ends as not applicable. */
    T orNotApplicable() {
        if (value == null) {
            throw meansNothing ? gap(reason) : new CapabilityGap(reason);
        }
        return value;
    }

    /** Whether something was handed over. */
    boolean isPresent() {
        return value != null;
    }

    /** For a test that means nothing for this store. */
    static CapabilityGap gap(String reason) {
        return new CapabilityGap("not applicable: " + reason);
    }
}
