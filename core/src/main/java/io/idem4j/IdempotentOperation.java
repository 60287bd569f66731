package io.idem4j;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A named operation: knows key, fingerprint and policy from the payload. Immutable and thread-safe; made once, used for
 * every call. Implemented by the library only.
 *
 * @param <P> the payload
 * @param <R> the result
 */
public interface IdempotentOperation<P, R extends @Nullable Object> {
    /**
     * A call for {@code payload}, whose key and fingerprint are computed now and never again. What the functions for
     * them throw comes through; nothing was claimed.
     *
     * @throws MissingKeyException if the payload holds no key, unless the policy skips
     */
    Call<R> call(P payload);

    /** Short for {@code call(payload).execute(action)}. */
    <X extends Throwable> R execute(P payload, Action<R, X> action) throws X;

    /** The function, made idempotent: throws as {@link Call#execute(Action)}. */
    Function<P, R> wrap(Function<? super P, ? extends R> function);

    /** The key that {@code payload} has; empty where it would be skipped. */
    Optional<IdempotencyKey> keyFor(P payload);

    /** The fingerprint that {@code payload} has; empty where there is none. */
    Optional<Fingerprint> fingerprintFor(P payload);

    /** Forgets all locally cached results (E-10). */
    void clearLocalCache();

    /**
     * Settings of an operation; {@link #build()} rejects contradictions by name. Not thread-safe.
     *
     * @param <P> the payload
     * @param <R> the result
     */
    interface Builder<P, R extends @Nullable Object> {
        /** The key's value: a method reference, or a selection from idem4j-json; null or blank means missing. */
        Builder<P, R> key(Function<? super P, @Nullable String> key);

        /** The whole identity, in place of scope, principal and key: for ids that other libraries made; null: missing. */
        Builder<P, R> identity(Function<? super P, @Nullable IdempotencyKey> identity);

        /** Who calls; null means nobody. */
        Builder<P, R> principal(Function<? super P, @Nullable String> principal);

        /** What must not change under one key; null means unchecked. */
        Builder<P, R> fingerprint(Function<? super P, @Nullable Fingerprint> fingerprint);

        /** Changes the policy for this operation. */
        Builder<P, R> policy(UnaryOperator<IdempotencyPolicy> change);

        /** Asks what a lapsed attempt did (E-09). */
        Builder<P, R> recover(BiFunction<? super P, ? super StoredRecord, Recovered<R>> recovery);

        /** Results that mean "nothing happened": returned, not stored (E-15). A predicate that throws counts as false. */
        Builder<P, R> releaseWhen(Predicate<? super R> noEffect);

        /** Changes a replayed result for this caller; never runs for a first execution. What it throws comes through. */
        Builder<P, R> onReplay(BiFunction<? super R, ? super StoredRecord, ? extends R> hook);

        /** Keeps up to this many completed results in this process, each for a minute at most; default 0, none (E-10). */
        Builder<P, R> localCache(int maxEntries);

        /**
         * The same with another age. An operator's forget or resolve through this {@link Idempotency} reaches its caches
         * at once, from elsewhere within {@code maxAge}.
         */
        Builder<P, R> localCache(int maxEntries, Duration maxAge);

        /** Throws {@link ConfigurationException} naming the property that is wrong. */
        IdempotentOperation<P, R> build();
    }
}
