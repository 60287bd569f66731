package io.idem4j;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Every choice that differs between operations: an immutable value, each setter returns a new one, an accessor of the
 * same name reads it. A setter throws {@link ConfigurationException} naming itself for a value that makes no sense;
 * contradictions between settings are found where the policy is put to use.
 */
public final class IdempotencyPolicy {
    private static final IdempotencyPolicy DEFAULTS = new IdempotencyPolicy(new Draft());
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final @Nullable Duration lease;
    private final @Nullable Duration renewFor;
    private final Duration retention;
    private final Duration inDoubtRetention;
    private final Duration waitUpTo;
    private final int maxAttempts;
    private final @Nullable Function<? super Throwable, OnFailure> onFailure;
    private final Map<String, Function<@Nullable String, ? extends Throwable>> rebuildFailure;
    private final OnUnrecorded onUnrecorded;
    private final OnStoreDown onStoreDown;
    private final MissingKey missingKey;
    private final Duration recordWithin;
    private final Duration claimWithin;

    private IdempotencyPolicy(Draft draft) {
        lease = draft.lease;
        renewFor = draft.renewFor;
        retention = draft.retention;
        inDoubtRetention = draft.inDoubtRetention;
        waitUpTo = draft.waitUpTo;
        maxAttempts = draft.maxAttempts;
        onFailure = draft.onFailure;
        rebuildFailure = draft.rebuildFailure;
        onUnrecorded = draft.onUnrecorded;
        onStoreDown = draft.onStoreDown;
        missingKey = draft.missingKey;
        recordWithin = draft.recordWithin;
        claimWithin = draft.claimWithin;
    }

    /** The defaults that each setter below names. */
    public static IdempotencyPolicy defaults() {
        return DEFAULTS;
    }

    /**
     * How long a silent holder blocks others; default 30 s; null: no end but that of {@link Call#within}, as Powertools.
     */
    public IdempotencyPolicy lease(@Nullable Duration lease) {
        Duration checked = lease == null ? null : positive("lease", lease);
        return change(draft -> draft.lease = checked);
    }

    /** See {@link #lease(Duration)}. */
    public @Nullable Duration lease() {
        return lease;
    }

    /**
     * Renew in the background until the claim is this old; zero: never; default 15 min, but never for a call that has
     * {@link Call#within} (E-07).
     */
    public IdempotencyPolicy renewFor(Duration longest) {
        Duration checked = notNegative("renewFor", longest);
        return change(draft -> draft.renewFor = checked);
    }

    /** See {@link #renewFor(Duration)}; null: the default, which depends on the call. */
    public @Nullable Duration renewFor() {
        return renewFor;
    }

    /** How long results replay, from completion; default 24 h; at least the lease (S-14). */
    public IdempotencyPolicy retention(Duration retention) {
        Duration checked = positive("retention", retention);
        return change(draft -> draft.retention = checked);
    }

    /** See {@link #retention(Duration)}. */
    public Duration retention() {
        return retention;
    }

    /**
     * How long an unfinished record is kept where it can become in doubt; default 30 days; at least the lease. When it
     * is over the promise not to run again ends (E-09).
     */
    public IdempotencyPolicy inDoubtRetention(Duration retention) {
        Duration checked = positive("inDoubtRetention", retention);
        return change(draft -> draft.inDoubtRetention = checked);
    }

    /** See {@link #inDoubtRetention(Duration)}. */
    public Duration inDoubtRetention() {
        return inDoubtRetention;
    }

    /** How long a duplicate waits for the holder; zero rejects at once; default zero (E-06). */
    public IdempotencyPolicy waitUpTo(Duration longest) {
        Duration checked = notNegative("waitUpTo", longest);
        return change(draft -> draft.waitUpTo = checked);
    }

    /** See {@link #waitUpTo(Duration)}. */
    public Duration waitUpTo() {
        return waitUpTo;
    }

    /** Attempts before a lapsed key is in doubt; 1: at most once; default unbounded (E-09). */
    public IdempotencyPolicy maxAttempts(int attempts) {
        if (attempts < 1) {
            throw new ConfigurationException("maxAttempts", "must be at least 1 (1: at most once)", null);
        }
        return change(draft -> draft.maxAttempts = attempts);
    }

    /** See {@link #maxAttempts(int)}; {@code Integer.MAX_VALUE}: unbounded. */
    public int maxAttempts() {
        return maxAttempts;
    }

    /**
     * What a thrown failure does to the claim; default {@link OnFailure#RELEASE}, with maxAttempts 1 or a recovery
     * {@link OnFailure#KEEP} (E-02). A rule that throws or answers null counts as {@link OnFailure#KEEP}; of an HTTP request
     * as {@link OnFailure#STORE}, so that its handler does not run again (H-16).
     */
    public IdempotencyPolicy onFailure(Function<? super Throwable, OnFailure> rule) {
        Objects.requireNonNull(rule, "onFailure");
        return change(draft -> draft.onFailure = rule);
    }

    /** See {@link #onFailure(Function)}; null: the default, which depends on the call. */
    public @Nullable Function<? super Throwable, OnFailure> onFailure() {
        return onFailure;
    }

    /**
     * A stored failure of exactly this class is thrown by {@code execute} as what {@code rebuild} makes of its message,
     * in place of {@link StoredFailureException}. A rebuild that throws or answers null leaves the latter.
     */
    public <E extends Throwable> IdempotencyPolicy rebuildFailure(
            Class<E> type, Function<@Nullable String, ? extends E> rebuild) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(rebuild, "rebuild");
        Map<String, Function<@Nullable String, ? extends Throwable>> all = new HashMap<>(rebuildFailure);
        all.put(type.getName(), rebuild);
        return change(draft -> draft.rebuildFailure = Map.copyOf(all));
    }

    /** See {@link #rebuildFailure(Class, Function)}; by class name, unmodifiable. */
    public Map<String, Function<@Nullable String, ? extends Throwable>> rebuildFailure() {
        return rebuildFailure;
    }

    /** What the caller gets when the result can't be recorded; default RETURN_RESULT (E-04). */
    public IdempotencyPolicy onUnrecorded(OnUnrecorded choice) {
        Objects.requireNonNull(choice, "onUnrecorded");
        return change(draft -> draft.onUnrecorded = choice);
    }

    /** See {@link #onUnrecorded(OnUnrecorded)}. */
    public OnUnrecorded onUnrecorded() {
        return onUnrecorded;
    }

    /** What happens when the store can't be reached at claim; default FAIL (E-11). */
    public IdempotencyPolicy onStoreDown(OnStoreDown choice) {
        Objects.requireNonNull(choice, "onStoreDown");
        return change(draft -> draft.onStoreDown = choice);
    }

    /** See {@link #onStoreDown(OnStoreDown)}. */
    public OnStoreDown onStoreDown() {
        return onStoreDown;
    }

    /** What happens when an operation's payload holds no key; default THROW. */
    public IdempotencyPolicy missingKey(MissingKey choice) {
        Objects.requireNonNull(choice, "missingKey");
        return change(draft -> draft.missingKey = choice);
    }

    /** See {@link #missingKey(MissingKey)}. */
    public MissingKey missingKey() {
        return missingKey;
    }

    /** How long an ending is repeated when the store does not answer; default 3 s, within the lease (E-04). */
    public IdempotencyPolicy recordWithin(Duration longest) {
        Duration checked = notNegative("recordWithin", longest);
        return change(draft -> draft.recordWithin = checked);
    }

    /** See {@link #recordWithin(Duration)}. */
    public Duration recordWithin() {
        return recordWithin;
    }

    /** How long a claim whose outcome is unknown is repeated; default 2 s (E-11). */
    public IdempotencyPolicy claimWithin(Duration longest) {
        Duration checked = notNegative("claimWithin", longest);
        return change(draft -> draft.claimWithin = checked);
    }

    /** See {@link #claimWithin(Duration)}. */
    public Duration claimWithin() {
        return claimWithin;
    }

    private IdempotencyPolicy change(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new IdempotencyPolicy(draft);
    }

    private static Duration positive(String property, Duration value) {
        Objects.requireNonNull(value, property);
        if (value.compareTo(SHORTEST) < 0) {
            throw new ConfigurationException(property, "must be at least one millisecond, is " + value, null);
        }
        return bounded(property, value);
    }

    private static Duration notNegative(String property, Duration value) {
        Objects.requireNonNull(value, property);
        if (value.isNegative()) {
            throw new ConfigurationException(property, "must not be negative, is " + value, null);
        }
        return bounded(property, value);
    }

    private static Duration bounded(String property, Duration value) {
        if (value.compareTo(LONGEST) > 0) {
            throw new ConfigurationException(property, "must be at most 36,500 days, is " + value, null);
        }
        return value;
    }

    /** What a thrown failure does to the claim. */
    public enum OnFailure {
        /** There was no effect: the claim is given back, the next call runs. */
        RELEASE,
        /** Duplicates get the failure. */
        STORE,
        /** The effect is unknown: the lease ends now and the record stays, for recovery, doubt or the next attempt. */
        KEEP
    }

    /** What the caller gets when the result can't be recorded. */
    public enum OnUnrecorded {
        /** The result; the listener is told. */
        RETURN_RESULT,
        /** {@link CompletionFailedException} with the result. */
        THROW
    }

    /** What happens when the store can't be reached at claim. */
    public enum OnStoreDown {
        /** {@link StoreUnavailableException}; nothing runs. */
        FAIL,
        /** The action runs without protection; the listener is told. */
        RUN_UNPROTECTED
    }

    /** What happens when an operation's payload holds no key. */
    public enum MissingKey {
        /** {@link MissingKeyException}; nothing runs. */
        THROW,
        /** The action runs without protection; the listener is told each time, the log once for each operation. */
        SKIP
    }

    private static final class Draft {
        @Nullable Duration lease = Duration.ofSeconds(30);

        @Nullable Duration renewFor;

        Duration retention = Duration.ofHours(24);
        Duration inDoubtRetention = Duration.ofDays(30);
        Duration waitUpTo = Duration.ZERO;
        int maxAttempts = Integer.MAX_VALUE;

        @Nullable Function<? super Throwable, OnFailure> onFailure;

        Map<String, Function<@Nullable String, ? extends Throwable>> rebuildFailure = Map.of();
        OnUnrecorded onUnrecorded = OnUnrecorded.RETURN_RESULT;
        OnStoreDown onStoreDown = OnStoreDown.FAIL;
        MissingKey missingKey = MissingKey.THROW;
        Duration recordWithin = Duration.ofSeconds(3);
        Duration claimWithin = Duration.ofSeconds(2);

        Draft() {}

        Draft(IdempotencyPolicy from) {
            lease = from.lease;
            renewFor = from.renewFor;
            retention = from.retention;
            inDoubtRetention = from.inDoubtRetention;
            waitUpTo = from.waitUpTo;
            maxAttempts = from.maxAttempts;
            onFailure = from.onFailure;
            rebuildFailure = from.rebuildFailure;
            onUnrecorded = from.onUnrecorded;
            onStoreDown = from.onStoreDown;
            missingKey = from.missingKey;
            recordWithin = from.recordWithin;
            claimWithin = from.claimWithin;
        }
    }
}
