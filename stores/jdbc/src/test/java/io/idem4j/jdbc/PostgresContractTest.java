package io.idem4j.jdbc;

import io.idem4j.testtools.PostgresServer;

/** As a service uses it: pooled, with the pool's defaults. */
class PostgresContractTest extends PostgresKit {
    PostgresContractTest() {
        super(PostgresServer.shared(), "", pool -> {}, 1);
    }
}
