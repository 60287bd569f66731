package io.idem4j.jdbc;

/** Prepared on the server from the first use, and in binary, on the newest release. */
class PostgresPreparedAtOnceContractTest extends PostgresKit {
    PostgresPreparedAtOnceContractTest() {
        super(Releases.postgres18(), "&prepareThreshold=-1", pool -> {}, FEWER_ROUNDS);
    }
}
