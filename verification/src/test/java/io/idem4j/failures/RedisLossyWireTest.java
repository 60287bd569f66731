package io.idem4j.failures;

import io.idem4j.redis.RedisStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.RedisServer;
import org.junit.jupiter.api.AfterEach;

@OnStore("redis")
class RedisLossyWireTest extends LossyWire {
    private final FaultProxy wire = FaultProxy.to(RedisServer.shared().port());
    private final RedisStore store =
            RedisStore.builder(RedisServer.uri(wire.port())).build();

    @AfterEach
    void end() {
        store.close();
        wire.close();
    }

    @Override
    IdempotencyStore store() {
        return store;
    }

    @Override
    void lose(Loss loss) {
        wire.arm(loss == Loss.REQUEST ? FaultProxy.Fault.CUT_BEFORE : FaultProxy.Fault.CUT_AFTER_ANSWER);
    }
}
