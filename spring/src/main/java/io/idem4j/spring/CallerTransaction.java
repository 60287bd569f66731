package io.idem4j.spring;

import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Warns of a method that is called in a transaction and keeps its record outside of it: what that transaction rolls back, the record
 * says was done. Once for each method, since what calls it is not likely to change. Thread-safe.
 */
final class CallerTransaction implements Runnable {
    private static final System.Logger LOG = System.getLogger("io.idem4j.spring");

    /** What runs the method elsewhere, or not at all. */
    private static final Set<Integer> LEAVING = Set.of(
            TransactionDefinition.PROPAGATION_REQUIRES_NEW,
            TransactionDefinition.PROPAGATION_NOT_SUPPORTED,
            TransactionDefinition.PROPAGATION_NEVER);

    private final Place place;
    private final AtomicBoolean isTold;

    private CallerTransaction(Place place, boolean leaves) {
        this.place = place;
        this.isTold = new AtomicBoolean(leaves);
    }

    /** To be run at each call of the method, where spring-tx is. */
    static Runnable of(Place place, BeanFactory beans) {
        TransactionAttribute attribute =
                MethodTransactions.source(beans).getTransactionAttribute(place.method(), place.type());
        return new CallerTransaction(place, attribute != null && LEAVING.contains(attribute.getPropagationBehavior()));
    }

    @Override
    public void run() {
        if (!isTold.get()
                && TransactionSynchronizationManager.isActualTransactionActive()
                && isTold.compareAndSet(false, true)) {
            LOG.log(
                    Level.WARNING,
                    "@Idempotent on " + place
                            + " was called in a transaction, and its record is not in it: when that transaction rolls back, its rows are"
                            + " gone, and the record stays and answers duplicates as if they were there. With transactional = true and"
                            + " @Transactional the record is in it; with @Transactional(propagation = REQUIRES_NEW) the rows are not; or"
                            + " call it where no transaction is open. Where it writes no rows, NOT_SUPPORTED says so.");
        }
    }
}
