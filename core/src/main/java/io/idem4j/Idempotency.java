package io.idem4j;

import io.idem4j.internal.Engine;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.ResultCodec;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes an operation happen once for each key. Immutable and thread-safe; one per store and application. Whoever claims
 * a key runs its action; every other call with that key gets the stored result, or is told why there is none.
 */
public final class Idempotency implements AutoCloseable {
    private static final TypeRef<@Nullable Void> NO_RESULT = new TypeRef<>() {};

    private final Engine engine;
    private final IdempotencyPolicy policy;
    private final boolean showKeys;

    Idempotency(Engine engine, IdempotencyPolicy policy, boolean showKeys) {
        this.engine = engine;
        this.policy = policy;
        this.showKeys = showKeys;
    }

    /** Starts a configuration on {@code store}; everything else has a default. */
    public static Builder builder(IdempotencyStore store) {
        return new IdempotencyBuilder(store);
    }

    /**
     * Runs {@code action} once for {@code key}; duplicates get the stored result. Throws what the action throws, and the
     * library's own as {@link Call#execute(Action)}.
     *
     * @param resultType without type parameters, else {@code IllegalArgumentException}: use the {@link TypeRef} form
     */
    public <T extends @Nullable Object, X extends Throwable> T execute(
            IdempotencyKey key, Class<T> resultType, Action<T, X> action) throws X {
        return call(key, resultType).execute(action);
    }

    /** The same for generic results: {@code new TypeRef<List<Receipt>>() {}}. */
    public <T extends @Nullable Object, X extends Throwable> T execute(
            IdempotencyKey key, TypeRef<T> resultType, Action<T, X> action) throws X {
        return call(key, resultType).execute(action);
    }

    /** The same for an action without a result. */
    @SuppressWarnings("NullAway") // null is the one value of Void
    public <X extends Throwable> void execute(IdempotencyKey key, VoidAction<X> action) throws X {
        Objects.requireNonNull(action, "action");
        call(key, NO_RESULT).execute(() -> {
            action.run();
            return null;
        });
    }

    /** One call for {@code key}, to be given a fingerprint, a time limit or a policy before it is executed. */
    public <T extends @Nullable Object> Call<T> call(IdempotencyKey key, Class<T> resultType) {
        Objects.requireNonNull(resultType, "resultType");
        return call(key, TypeRef.of(resultType));
    }

    /** The same for generic results. */
    public <T extends @Nullable Object> Call<T> call(IdempotencyKey key, TypeRef<T> resultType) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(resultType, "resultType");
        return engine.call(showKeys ? key.shown() : key, resultType, policy);
    }

    /**
     * A named operation that takes key and fingerprint from its payload.
     *
     * @param scope the operation's name, 1 to 120 code points; else {@code IllegalArgumentException}
     * @param payloadType any: it tells the compiler {@code P} and nothing else, for payloads are not read back
     * @param resultType without type parameters; else {@code IllegalArgumentException}
     */
    public <P, R extends @Nullable Object> IdempotentOperation.Builder<P, R> operation(
            String scope, Class<P> payloadType, Class<R> resultType) {
        Objects.requireNonNull(payloadType, "payloadType");
        Objects.requireNonNull(resultType, "resultType");
        return operation(scope, TypeRef.of(resultType));
    }

    /** The same for generic payloads or results. */
    public <P, R extends @Nullable Object> IdempotentOperation.Builder<P, R> operation(
            String scope, TypeRef<P> payloadType, TypeRef<R> resultType) {
        Objects.requireNonNull(payloadType, "payloadType");
        Objects.requireNonNull(resultType, "resultType");
        return operation(scope, resultType);
    }

    private <P, R extends @Nullable Object> IdempotentOperation.Builder<P, R> operation(
            String scope, TypeRef<R> resultType) {
        IdempotencyKey anyKey = IdempotencyKey.of(scope, "any");
        return engine.operation(anyKey.scope(), resultType, policy, key -> showKeys ? key.shown() : key);
    }

    /** Looking at, settling, deleting and purging records: for operators and jobs. */
    public Records records() {
        return engine.records(policy);
    }

    /** The same configuration on another view of the store (for example one that joins a transaction); shares threads. */
    public Idempotency on(IdempotencyStore store) {
        return new Idempotency(engine.on(Objects.requireNonNull(store, "store")), policy, showKeys);
    }

    /**
     * Stops renewing and waiting: waiting calls are told <em>in progress</em>, later calls get {@code
     * IllegalStateException}. Running actions go on and are still recorded; the store is not closed. Idempotent.
     */
    @Override
    public void close() {
        engine.close();
    }

    /** Settings of an {@link Idempotency}; {@link #build()} copies them and rejects contradictions by name. Not thread-safe. */
    public interface Builder {
        /** Changes the policy that every call starts from. */
        Builder policy(UnaryOperator<IdempotencyPolicy> change);

        /** How results become JSON text; default: the one codec found by {@code ServiceLoader}. */
        Builder codec(ResultCodec codec);

        /** Told of everything that happens; may be called several times. */
        Builder listener(IdempotencyListener listener);

        /**
         * The engine's clock, for its own bounds, beside the monotonic one; default: none beside it. A store without a
         * clock is given its own.
         */
        Builder clock(InstantSource clock);

        /** What operators see as the holder of a claim, 1 to 255 characters; default: host and process id. */
        Builder claimedBy(String label);

        /** False runs every action and touches no store (E-12); default true. */
        Builder enabled(boolean enabled);

        /** Whether key values may appear in logs and messages (E-13); default false. */
        Builder showKeys(boolean show);

        /** Throws {@link ConfigurationException} naming the property that is wrong. */
        Idempotency build();
    }
}
