package io.idem4j.internal;

import io.idem4j.ConfigurationException;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotentOperation;
import io.idem4j.Recovered;
import io.idem4j.StoredRecord;
import io.idem4j.TypeRef;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Collects an operation's settings and checks them once. */
final class OperationBuilder<P, R extends @Nullable Object> implements IdempotentOperation.Builder<P, R> {
    private static final Duration CACHE_AGE = Duration.ofMinutes(1);

    private final Engine engine;
    private final String scope;
    private final TypeRef<R> type;
    private final UnaryOperator<IdempotencyKey> label;
    private IdempotencyPolicy policy;
    private @Nullable Function<? super P, @Nullable String> key;
    private @Nullable Function<? super P, @Nullable IdempotencyKey> identity;
    private @Nullable Function<? super P, @Nullable String> principal;
    private @Nullable Function<? super P, @Nullable Fingerprint> fingerprint;
    private @Nullable BiFunction<? super P, ? super StoredRecord, Recovered<R>> recovery;
    private @Nullable Predicate<? super R> releaseWhen;
    private @Nullable BiFunction<? super R, ? super StoredRecord, ? extends R> onReplay;
    private int cacheEntries;
    private Duration cacheAge = CACHE_AGE;

    /** {@code label} decides whether a key's value may be shown. */
    OperationBuilder(
            Engine engine,
            String scope,
            TypeRef<R> type,
            IdempotencyPolicy policy,
            UnaryOperator<IdempotencyKey> label) {
        this.engine = engine;
        this.scope = scope;
        this.type = type;
        this.policy = policy;
        this.label = label;
    }

    @Override
    public OperationBuilder<P, R> key(Function<? super P, @Nullable String> key) {
        this.key = Objects.requireNonNull(key, "key");
        return this;
    }

    @Override
    public OperationBuilder<P, R> identity(Function<? super P, @Nullable IdempotencyKey> identity) {
        this.identity = Objects.requireNonNull(identity, "identity");
        return this;
    }

    @Override
    public OperationBuilder<P, R> principal(Function<? super P, @Nullable String> principal) {
        this.principal = Objects.requireNonNull(principal, "principal");
        return this;
    }

    @Override
    public OperationBuilder<P, R> fingerprint(Function<? super P, @Nullable Fingerprint> fingerprint) {
        this.fingerprint = Objects.requireNonNull(fingerprint, "fingerprint");
        return this;
    }

    @Override
    public OperationBuilder<P, R> policy(UnaryOperator<IdempotencyPolicy> change) {
        Objects.requireNonNull(change, "change");
        policy = Objects.requireNonNull(change.apply(policy), "policy");
        return this;
    }

    @Override
    public OperationBuilder<P, R> recover(BiFunction<? super P, ? super StoredRecord, Recovered<R>> recovery) {
        this.recovery = Objects.requireNonNull(recovery, "recover");
        return this;
    }

    @Override
    public OperationBuilder<P, R> releaseWhen(Predicate<? super R> noEffect) {
        this.releaseWhen = Objects.requireNonNull(noEffect, "releaseWhen");
        return this;
    }

    @Override
    public OperationBuilder<P, R> onReplay(BiFunction<? super R, ? super StoredRecord, ? extends R> hook) {
        this.onReplay = Objects.requireNonNull(hook, "onReplay");
        return this;
    }

    @Override
    public OperationBuilder<P, R> localCache(int maxEntries) {
        return localCache(maxEntries, CACHE_AGE);
    }

    @Override
    public OperationBuilder<P, R> localCache(int maxEntries, Duration maxAge) {
        if (maxEntries < 0) {
            throw new ConfigurationException("localCache", "maxEntries must not be negative; 0 means none", null);
        }
        Objects.requireNonNull(maxAge, "maxAge");
        if (maxAge.isNegative() || maxAge.isZero()) {
            throw new ConfigurationException("localCache", "maxAge must be positive", null);
        }
        cacheEntries = maxEntries;
        cacheAge = maxAge;
        return this;
    }

    @Override
    public IdempotentOperation<P, R> build() {
        if (identity != null && (key != null || principal != null)) {
            throw new ConfigurationException("identity", "is the whole key; set it, or key and principal", null);
        }
        PolicyRules.check(policy, recovery != null);
        Function<? super P, @Nullable IdempotencyKey> identified = identified();
        engine.prepare(type);
        LocalCache cache = cacheEntries == 0 ? null : engine.newCache(cacheEntries, cacheAge);
        return new Operation<>(
                engine,
                scope,
                type,
                policy,
                this::labelled,
                identified,
                fingerprint == null ? payload -> null : fingerprint,
                recovery,
                new ResultRules<>(releaseWhen, onReplay, cache));
    }

    private IdempotencyKey labelled(IdempotencyKey made) {
        return label.apply(made);
    }

    private Function<? super P, @Nullable IdempotencyKey> identified() {
        if (identity != null) {
            return identity;
        }
        Function<? super P, @Nullable String> value = key;
        if (value == null) {
            throw new ConfigurationException("key", "say where an operation's key is: key(…) or identity(…)", null);
        }
        Function<? super P, @Nullable String> caller = principal;
        String name = scope;
        return payload -> {
            String text = value.apply(payload);
            if (text == null || text.isBlank()) {
                return null;
            }
            String who = caller == null ? null : caller.apply(payload);
            IdempotencyKey unowned = IdempotencyKey.of(name, text);
            return who == null ? unowned : unowned.forPrincipal(who);
        };
    }
}
