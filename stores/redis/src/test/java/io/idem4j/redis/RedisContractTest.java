package io.idem4j.redis;

import io.idem4j.testtools.RedisServer;

/** On the oldest release that the store runs on, 6.2, which the build brings. */
class RedisContractTest extends RedisKit {
    @Override
    RedisServer server() {
        return RedisServer.shared();
    }
}
