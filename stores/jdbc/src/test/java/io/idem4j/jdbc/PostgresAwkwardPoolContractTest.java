package io.idem4j.jdbc;

/** A pool that starts transactions by itself, SERIALIZABLE ones, on the oldest release. */
class PostgresAwkwardPoolContractTest extends PostgresKit {
    PostgresAwkwardPoolContractTest() {
        super(
                Releases.postgres16(),
                "",
                pool -> {
                    pool.setAutoCommit(false);
                    pool.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
                },
                FEWER_ROUNDS);
    }
}
