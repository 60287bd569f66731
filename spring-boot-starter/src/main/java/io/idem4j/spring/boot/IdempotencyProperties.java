package io.idem4j.spring.boot;

import io.idem4j.ConfigurationException;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotencyPolicy.MissingKey;
import io.idem4j.IdempotencyPolicy.OnStoreDown;
import io.idem4j.IdempotencyPolicy.OnUnrecorded;
import io.idem4j.spring.OperationSettings;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What holds for all operations, and what single ones set otherwise.
 *
 * @param enabled Whether operations are protected. If not, annotated methods run as if they were not, and no store is made.
 * @param store Where records are kept: jdbc, redis, dynamodb or memory. Default: the one that the application has a client for.
 * @param claimedBy What operators see as the holder of a claim, 1 to 255 characters. Default: host and process id.
 * @param showKeys Whether key values may appear in logs and messages.
 * @param policy What every operation starts from.
 * @param operations What single operations set otherwise, by scope, such as [orders.ship] or [POST /orders]. Goes before the annotation.
 */
@ConfigurationProperties("idem4j")
public record IdempotencyProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable StoreKind store,
        @Nullable String claimedBy,
        @DefaultValue("false") boolean showKeys,
        @DefaultValue Policy policy,
        @DefaultValue Map<String, Operation> operations) {

    /** Checks every policy by itself; throws {@link ConfigurationException} naming the property. */
    public IdempotencyProperties {
        policy.applyTo(IdempotencyPolicy.defaults());
        operations.forEach((scope, operation) -> {
            String prefix = "idem4j.operations.[" + scope + "]";
            named(prefix, () -> operation.settings().applyTo(IdempotencyPolicy.defaults()));
        });
    }

    /** Where records can be kept. */
    public enum StoreKind {
        /** In a table, through the application's DataSource. */
        JDBC,
        /** In Redis, on connections of its own. */
        REDIS,
        /** In DynamoDB, through the application's client. */
        DYNAMODB,
        /** In this process: lost with it, and not shared. */
        MEMORY
    }

    /**
     * What every operation starts from.
     *
     * @param lease How long a silent holder blocks others. Default: 30s.
     * @param renewFor Renew a lease in the background until the claim is this old; 0 never. Default: 15m.
     * @param retention How long results replay. Default: 24h.
     * @param inDoubtRetention How long an unfinished record is kept where it can become in doubt. Default: 30d.
     * @param waitUpTo How long a duplicate waits for the holder; 0 rejects it. Default: 0.
     * @param maxAttempts Attempts before a lapsed key is in doubt; 1 is at most once. Default: no bound.
     * @param recordWithin How long recording a result is repeated when the store does not answer. Default: 3s.
     * @param claimWithin How long a claim whose outcome is unknown is repeated. Default: 2s.
     * @param onUnrecorded What the caller gets when the result can't be recorded: it (return-result) or an exception (throw). Not for handlers, whose response is always sent. Default: return-result.
     * @param onStoreDown What happens when the store can't be reached at the claim: nothing runs (fail) or the action does (run-unprotected). Default: fail.
     * @param missingKey What happens when a call of a bean method has no key: an exception (throw), or it runs unprotected (skip). Default: throw.
     */
    public record Policy(
            @Nullable Duration lease,
            @Nullable Duration renewFor,
            @Nullable Duration retention,
            @Nullable Duration inDoubtRetention,
            @Nullable Duration waitUpTo,
            @Nullable Integer maxAttempts,
            @Nullable Duration recordWithin,
            @Nullable Duration claimWithin,
            @Nullable OnUnrecorded onUnrecorded,
            @Nullable OnStoreDown onStoreDown,
            @Nullable MissingKey missingKey) {

        static final Policy UNSET = new Policy(null, null, null, null, null, null, null, null, null, null, null);

        IdempotencyPolicy applyTo(IdempotencyPolicy policy) {
            return named("idem4j.policy", () -> {
                OperationSettings settings = new OperationSettings(
                        lease, renewFor, retention, inDoubtRetention, waitUpTo, maxAttempts, null);
                IdempotencyPolicy changed = settings.applyTo(policy);
                PropertyMapper map = PropertyMapper.get();
                changed = map.from(recordWithin).to(changed, IdempotencyPolicy::recordWithin);
                changed = map.from(claimWithin).to(changed, IdempotencyPolicy::claimWithin);
                changed = map.from(onUnrecorded).to(changed, IdempotencyPolicy::onUnrecorded);
                changed = map.from(onStoreDown).to(changed, IdempotencyPolicy::onStoreDown);
                return map.from(missingKey).to(changed, IdempotencyPolicy::missingKey);
            });
        }
    }

    /**
     * What one operation sets otherwise.
     *
     * @param lease How long a silent holder blocks others.
     * @param renewFor Renew a lease in the background until the claim is this old; 0 never.
     * @param retention How long results replay.
     * @param inDoubtRetention How long an unfinished record is kept where it can become in doubt.
     * @param waitUpTo How long a duplicate waits for the holder; 0 rejects it.
     * @param maxAttempts Attempts before a lapsed key is in doubt; 1 is at most once.
     * @param required Whether a call without a key is refused.
     */
    public record Operation(
            @Nullable Duration lease,
            @Nullable Duration renewFor,
            @Nullable Duration retention,
            @Nullable Duration inDoubtRetention,
            @Nullable Duration waitUpTo,
            @Nullable Integer maxAttempts,
            @Nullable Boolean required) {

        OperationSettings settings() {
            return new OperationSettings(lease, renewFor, retention, inDoubtRetention, waitUpTo, maxAttempts, required);
        }
    }

    /** As properties are written, not as setters are named. */
    static <T> T named(String prefix, Supplier<T> setters) {
        try {
            return setters.get();
        } catch (ConfigurationException e) {
            String property =
                    prefix + "." + e.property().replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
            String what = String.valueOf(e.getMessage());
            throw new ConfigurationException(property, what.substring(what.indexOf(": ") + 2), e);
        }
    }
}
