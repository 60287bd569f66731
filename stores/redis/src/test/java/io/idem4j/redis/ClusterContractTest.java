package io.idem4j.redis;

import io.idem4j.tck.OnStore;
import io.idem4j.tck.StoreContract;
import io.idem4j.tck.StoreUnderTest;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The kit on a cluster of which, all the while, slots move to another shard and back, and replicas take over. */
@OnStore("redis")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterContractTest extends StoreContract {
    private static final int SLOTS_MOVED = 40;

    private ClusterServers cluster;
    private ClusterSubject subject;
    private final AtomicBoolean over = new AtomicBoolean();
    private Thread disturbing;
    private volatile Throwable failure;
    private volatile int rounds;

    @BeforeAll
    void begin() {
        cluster = new ClusterServers();
        subject = new ClusterSubject(cluster.uri());
        disturbing = new Thread(this::disturb, "disturbing");
        disturbing.start();
    }

    private void disturb() {
        try {
            for (int round = 0; !over.get(); round++) {
                for (int slot = 0; slot < SLOTS_MOVED; slot++) {
                    cluster.moveSlot(slot * 100, round % 2, (round + 1) % 2);
                }
                cluster.awaitWhole();
                cluster.failOver(round % ClusterServers.SHARDS);
                rounds = round + 1;
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    @Override
    protected StoreUnderTest open() {
        return subject;
    }

    @AfterAll
    void end() throws InterruptedException {
        over.set(true);
        disturbing.join();
        subject.end();
        cluster.close();
        if (failure != null) {
            throw new AssertionError("the cluster could not be disturbed", failure);
        }
        if (rounds < 2) {
            throw new AssertionError(rounds + " rounds of moves and fail-overs");
        }
    }
}
