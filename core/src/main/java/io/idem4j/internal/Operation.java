package io.idem4j.internal;

import io.idem4j.Action;
import io.idem4j.Call;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotencyPolicy.MissingKey;
import io.idem4j.IdempotentOperation;
import io.idem4j.MissingKeyException;
import io.idem4j.Recovered;
import io.idem4j.StoredRecord;
import io.idem4j.TypeRef;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A named operation over the engine; holds no state of a call. */
final class Operation<P, R extends @Nullable Object> implements IdempotentOperation<P, R> {
    private final Engine engine;
    private final String scope;
    private final TypeRef<R> type;
    private final IdempotencyPolicy policy;
    private final UnaryOperator<IdempotencyKey> label;
    private final Function<? super P, @Nullable IdempotencyKey> identity;
    private final Function<? super P, @Nullable Fingerprint> fingerprint;
    private final @Nullable BiFunction<? super P, ? super StoredRecord, Recovered<R>> recovery;
    private final ResultRules<R> results;
    private final AtomicBoolean warned = new AtomicBoolean();

    Operation(
            Engine engine,
            String scope,
            TypeRef<R> type,
            IdempotencyPolicy policy,
            UnaryOperator<IdempotencyKey> label,
            Function<? super P, @Nullable IdempotencyKey> identity,
            Function<? super P, @Nullable Fingerprint> fingerprint,
            @Nullable BiFunction<? super P, ? super StoredRecord, Recovered<R>> recovery,
            ResultRules<R> results) {
        this.engine = engine;
        this.scope = scope;
        this.type = type;
        this.policy = policy;
        this.label = label;
        this.identity = identity;
        this.fingerprint = fingerprint;
        this.recovery = recovery;
        this.results = results;
    }

    @Override
    public Call<R> call(P payload) {
        IdempotencyKey key = keyFor(payload).orElse(null);
        if (key == null) {
            return engine.skipped(scope, results, warned.compareAndSet(false, true));
        }
        BiFunction<? super P, ? super StoredRecord, Recovered<R>> ask = recovery;
        return engine.call(new CallSpec<>(
                key,
                type,
                policy,
                fingerprint.apply(payload),
                null,
                null,
                ask == null ? null : record -> ask.apply(payload, record),
                results));
    }

    @Override
    public <X extends Throwable> R execute(P payload, Action<R, X> action) throws X {
        return call(payload).execute(action);
    }

    @Override
    public Function<P, R> wrap(Function<? super P, ? extends R> function) {
        Objects.requireNonNull(function, "function");
        return payload -> call(payload).execute(() -> function.apply(payload));
    }

    @Override
    public Optional<IdempotencyKey> keyFor(P payload) {
        Objects.requireNonNull(payload, "payload");
        IdempotencyKey key = identity.apply(payload);
        if (key == null && policy.missingKey() == MissingKey.THROW) {
            throw new MissingKeyException(
                    "operation " + scope + ": the payload holds no key; send one, or let it pass with"
                            + " policy(p -> p.missingKey(SKIP))",
                    null);
        }
        return key == null ? Optional.empty() : Optional.of(label.apply(key));
    }

    @Override
    public Optional<Fingerprint> fingerprintFor(P payload) {
        Objects.requireNonNull(payload, "payload");
        return Optional.ofNullable(fingerprint.apply(payload));
    }

    @Override
    public void clearLocalCache() {
        if (results.cache() != null) {
            results.cache().clear();
        }
    }
}
