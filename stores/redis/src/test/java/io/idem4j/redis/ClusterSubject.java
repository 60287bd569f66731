package io.idem4j.redis;

import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.ExpiredRecords;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * A store on a cluster in the hands of the kit: what the kit sees of one server it sees there. A call that is refused or
 * unanswered while the cluster changes is made again, as the engine does (S-12).
 */
final class ClusterSubject implements StoreUnderTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final RedisStore store;
    private final IdempotencyStore repeating;

    ClusterSubject(String uri) {
        this.store = RedisStore.builder(uri)
                .cluster(true)
                .keyPrefix("kit-" + UUID.randomUUID() + ":")
                .timeout(Duration.ofSeconds(10))
                .build();
        this.repeating = (IdempotencyStore) Proxy.newProxyInstance(
                IdempotencyStore.class.getClassLoader(),
                new Class<?>[] {IdempotencyStore.class},
                (proxy, method, arguments) -> repeated(method, arguments));
    }

    @Override
    public IdempotencyStore store() {
        return repeating;
    }

    private Object repeated(Method method, Object... arguments) throws Throwable {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return method.invoke(store, arguments);
            } catch (InvocationTargetException e) {
                boolean passes = e.getCause() instanceof StoreUnavailableException
                        || e.getCause() instanceof OutcomeUnknownException;
                if (!passes || System.nanoTime() > end) {
                    throw e.getCause();
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @Override
    public TestClock clock() {
        return null;
    }

    @Override
    public ExpiredRecords expiredRecords() {
        return ExpiredRecords.GO_BY_THEMSELVES;
    }

    void end() {
        store.close();
    }
}
