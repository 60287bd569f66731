package io.idem4j.spring;

import io.idem4j.ConfigurationException;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotentOperation;
import io.idem4j.MissingKeyException;
import io.idem4j.TypeRef;
import io.idem4j.http.KeyHeader;
import io.idem4j.spi.ResultCodec;
import io.idem4j.spring.MethodPlan.Boundary;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.util.ClassUtils;

/**
 * Plans to methods that can be called, each once. The beans that it needs are asked for then, not when it is made. No method or
 * lambda of it names a type of spring-tx, since Spring looks at them all, and that module need not be there.
 */
final class Operations {
    private static final boolean SPRING_TX =
            isPresent("org.springframework.transaction.interceptor.TransactionAspectSupport");
    private static final boolean TRANSACTIONS = SPRING_TX
            && isPresent("io.idem4j.jdbc.JdbcStore")
            && isPresent("org.springframework.jdbc.datasource.DataSourceUtils");

    private final BeanFactory beans;
    private final BoundOperations known;
    private final Map<MethodPlan, BoundMethod> bound = new ConcurrentHashMap<>();

    Operations(BeanFactory beans, BoundOperations known) {
        this.beans = beans;
        this.known = known;
    }

    BoundMethod of(MethodPlan plan) {
        BoundMethod ready = bound.get(plan);
        if (ready != null) {
            return ready;
        }
        BoundMethod made = bind(plan);
        BoundMethod earlier = bound.putIfAbsent(plan, made);
        return earlier == null ? made : earlier;
    }

    Caller caller() {
        return beans.getBeanProvider(Caller.class).getIfAvailable(() -> Callers::current);
    }

    private BoundMethod bind(MethodPlan plan) {
        Idempotency idempotency = beans.getBean(Idempotency.class);
        CallObserver observer =
                beans.getBeanProvider(CallObserver.class).getIfAvailable(() -> (scope, call) -> call.proceed());
        if (plan.boundary() == Boundary.NONE) {
            Runnable warning = SPRING_TX ? CallerTransaction.of(plan.place(), beans) : () -> {};
            return new BoundMethod(plan, operation(plan, idempotency, null), null, warning, observer);
        }
        if (!TRANSACTIONS) {
            throw plan.place().wrong("transactional", "needs idem4j-jdbc, spring-jdbc and spring-tx on the class path");
        }
        MethodTransactions transactions = new MethodTransactions(beans);
        Function<Throwable, @Nullable OnFailure> committed = transactions.committed(plan.place());
        Idempotency joined = new Stores(beans).inTransaction(plan, idempotency);
        return new BoundMethod(plan, operation(plan, joined, committed), transactions, () -> {}, observer);
    }

    private IdempotentOperation<Invocation, @Nullable Object> operation(
            MethodPlan plan, Idempotency idempotency, @Nullable Function<Throwable, @Nullable OnFailure> committed) {
        try {
            return built(plan, idempotency, committed);
        } catch (ConfigurationException e) {
            throw plan.place().wrong(e);
        }
    }

    private IdempotentOperation<Invocation, @Nullable Object> built(
            MethodPlan plan, Idempotency idempotency, @Nullable Function<Throwable, @Nullable OnFailure> committed) {
        Fingerprints fingerprints =
                new Fingerprints(beans.getBeanProvider(ResultCodec.class).getIfUnique());
        IdempotentOperation.Builder<Invocation, @Nullable Object> builder = idempotency
                .operation(
                        plan.scope(),
                        TypeRef.of(Invocation.class),
                        plan.result().type())
                .key(call -> key(plan, call))
                .policy(policy -> policy(plan, policy, committed));
        Expressions.Parsed principal = plan.principal();
        if (principal != null) {
            builder.principal(call -> text(plan.place(), "principal", principal.of(call)));
        }
        Expressions.Parsed fingerprint = plan.fingerprint();
        if (fingerprint != null) {
            builder.fingerprint(call -> fingerprints.of(plan.place(), fingerprint.of(call)));
        }
        return builder.build();
    }

    private IdempotencyPolicy policy(
            MethodPlan plan, IdempotencyPolicy general, @Nullable Function<Throwable, @Nullable OnFailure> committed) {
        IdempotencyPolicy policy = general;
        if (plan.policy() != null) {
            policy = named(plan, plan.policy()).apply(policy);
        }
        policy = plan.settings().applyTo(policy);
        policy = beans.getBeanProvider(OperationOverrides.class)
                .getIfAvailable(() -> new OperationOverrides(Map.of()))
                .of(plan.scope())
                .applyTo(policy);
        known.bound(plan.scope(), policy);
        return committed == null ? policy : committing(policy, committed);
    }

    /** What commits is kept; what rolls back goes by the policy, as ever. */
    private static IdempotencyPolicy committing(
            IdempotencyPolicy policy, Function<Throwable, @Nullable OnFailure> committed) {
        Function<? super Throwable, OnFailure> otherwise = policy.onFailure();
        OnFailure unset = policy.maxAttempts() == 1 ? OnFailure.KEEP : OnFailure.RELEASE;
        return policy.onFailure(thrown -> {
            if (thrown instanceof RolledBack) {
                return unset;
            }
            OnFailure choice = committed.apply(thrown);
            if (choice != null) {
                return choice;
            }
            return otherwise == null ? unset : otherwise.apply(thrown);
        });
    }

    private IdempotencyPolicyChange named(MethodPlan plan, String name) {
        try {
            return beans.getBean(name, IdempotencyPolicyChange.class);
        } catch (NoSuchBeanDefinitionException e) {
            throw plan.place().wrong("policy", "there is no bean \"" + name + "\"; make an IdempotencyPolicyChange", e);
        } catch (org.springframework.beans.factory.BeanNotOfRequiredTypeException e) {
            throw plan.place().wrong("policy", "the bean \"" + name + "\" is no IdempotencyPolicyChange", e);
        }
    }

    private static @Nullable String key(MethodPlan plan, Invocation call) {
        Expressions.Parsed expression = plan.key();
        if (expression != null) {
            return text(plan.place(), "key", expression.of(call));
        }
        String header = java.util.Objects.requireNonNull(plan.header(), "header");
        KeyHeader.Found found = KeyHeader.in(CurrentRequest.header(header));
        if (found instanceof KeyHeader.Invalid) {
            throw new MissingKeyException(
                    plan.scope() + ": the header " + header + " must hold one key of 1 to 255 visible characters",
                    null);
        }
        return found instanceof KeyHeader.Key key ? key.value() : null;
    }

    /** By what is the same text in every process. */
    private static @Nullable String text(Place place, String attribute, @Nullable Object value) {
        if (value == null
                || value instanceof CharSequence
                || value instanceof Number
                || value instanceof UUID
                || value instanceof Boolean) {
            return value == null ? null : value.toString();
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        throw place.wrong(
                attribute,
                "yields " + value.getClass().getName() + ", nothing ran; name the part that is text or a number");
    }

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, Operations.class.getClassLoader());
    }
}
