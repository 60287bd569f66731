package io.idem4j.jdbc;

import io.idem4j.testtools.PostgresServer;

/** Prepared on the server at the second use, REPEATABLE READ by the role's own default. */
class PostgresPreparedContractTest extends PostgresKit {
    PostgresPreparedContractTest() {
        super(
                PostgresServer.shared(),
                "&prepareThreshold=1&options=-c%20default_transaction_isolation=repeatable%5C%20read",
                pool -> {},
                FEWER_ROUNDS);
    }
}
