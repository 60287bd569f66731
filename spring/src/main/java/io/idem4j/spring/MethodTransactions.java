package io.idem4j.spring;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.IdempotencyException;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Outcome;
import io.idem4j.spring.MethodPlan.Boundary;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Function;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/**
 * Opens the transaction that the method's own annotation asks for, around the claim or around the completion; the method's own
 * interceptor, further in, joins it.
 *
 * <p>Rows and record must agree whatever the annotation's rollback rules say. So an exception that they let commit is kept as the
 * operation's failure in that same commit, one that they roll back leaves nothing; where the method marked the transaction for
 * rollback nothing is recorded that could be taken back unseen; and where the record itself failed, the transaction rolls back,
 * whatever the rules say of that exception.
 */
@SuppressWarnings("serial") // never serialised
final class MethodTransactions extends TransactionAspectSupport {

    MethodTransactions(BeanFactory beans) {
        setBeanFactory(beans);
        setTransactionAttributeSource(source(beans));
    }

    /** What says which transaction a method asks for. */
    static TransactionAttributeSource source(BeanFactory beans) {
        TransactionAttributeSource source =
                beans.getBeanProvider(TransactionAttributeSource.class).getIfUnique();
        return source == null ? new AnnotationTransactionAttributeSource() : source;
    }

    /** Of the method itself; throws {@code ConfigurationException} where it can't hold a record. */
    private TransactionAttribute attribute(Place place) {
        TransactionAttributeSource source = getTransactionAttributeSource();
        TransactionAttribute attribute =
                source == null ? null : source.getTransactionAttribute(place.method(), place.type());
        if (attribute == null) {
            throw place.wrong("transactional", "needs @Transactional beside it, or on the class");
        }
        if (attribute.getPropagationBehavior() != TransactionDefinition.PROPAGATION_REQUIRED) {
            throw place.wrong(
                    "transactional",
                    "needs the propagation REQUIRED, so that the method is in the transaction of its record");
        }
        if (attribute.isReadOnly()) {
            throw place.wrong("transactional", "its record can't be written in a read-only transaction");
        }
        return attribute;
    }

    /** Stores what commits; null: what rolls back. Throws as {@link #attribute} does. */
    Function<Throwable, @Nullable OnFailure> committed(Place place) {
        TransactionAttribute attribute = attribute(place);
        return thrown -> attribute.rollbackOn(thrown) ? null : OnFailure.STORE;
    }

    @Nullable Object execute(MethodPlan plan, Call<@Nullable Object> call, MethodInvocation invocation) throws Throwable {
        return plan.boundary() == Boundary.CLAIM_AND_RESULT
                ? joining(plan, call, invocation)
                : completing(plan, call, invocation);
    }

    private @Nullable Object joining(MethodPlan plan, Call<@Nullable Object> call, MethodInvocation invocation)
            throws Throwable {
        return inTransaction(plan, () -> {
            Object result;
            try {
                result = BoundMethod.executed(call, invocation);
            } catch (Throwable e) {
                rollBackUnlessRecorded(e);
                throw e;
            }
            rollBackIfMarked();
            return result;
        });
    }

    @SuppressWarnings("NullAway") // the result's type is nullable, which the checker loses in the pattern
    private @Nullable Object completing(MethodPlan plan, Call<@Nullable Object> call, MethodInvocation invocation)
            throws Throwable {
        Attempt<@Nullable Object> attempt = call.begin();
        if (!(attempt instanceof Attempt.Started<@Nullable Object> mine)) {
            return ((Outcome.Duplicate<@Nullable Object>) attempt).get();
        }
        TransactionAttribute attribute = attribute(plan.place());
        boolean[] marked = {false};
        Object result;
        try {
            result = inTransaction(plan, () -> {
                Object value;
                try {
                    value = IdempotentExecution.during(mine.execution(), invocation::proceed);
                } catch (Throwable e) {
                    if (!attribute.rollbackOn(e)) {
                        mine.fail(e);
                        rollBackUnlessRecorded(e);
                    }
                    throw e;
                }
                marked[0] = rollBackIfMarked();
                return marked[0] ? value : mine.complete(value).value();
            });
        } catch (Throwable e) {
            mine.fail(e);
            throw e;
        }
        if (marked[0]) {
            mine.fail(new RolledBack());
        }
        return result;
    }

    private @Nullable Object inTransaction(MethodPlan plan, InvocationCallback body) throws Throwable {
        Method method = plan.place().method();
        return invokeWithinTransaction(method, plan.place().type(), body);
    }

    /** As without a record: the caller gets the result, and no word of the rollback. */
    private static boolean rollBackIfMarked() {
        TransactionStatus status = currentTransactionStatus();
        if (status.isRollbackOnly()) {
            status.setRollbackOnly();
            return true;
        }
        return false;
    }

    private static void rollBackUnlessRecorded(Throwable thrown) {
        if (thrown instanceof IdempotencyException
                || Arrays.stream(thrown.getSuppressed()).anyMatch(IdempotencyException.class::isInstance)) {
            currentTransactionStatus().setRollbackOnly();
        }
    }
}
