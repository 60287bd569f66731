package io.idem4j.redis;

import io.idem4j.tck.NeedsProgram;
import io.idem4j.testtools.RedisServer;

/** On the release that the operating system has, 7.0 on Debian 12. */
@NeedsProgram("redis-server")
class Redis7ContractTest extends RedisKit {
    @Override
    RedisServer server() {
        return RedisServer.shared("redis-server");
    }
}
