package io.idem4j.jdbc;

class H2MemoryContractTest extends H2Kit {
    H2MemoryContractTest() {
        super("jdbc:h2:mem:kit;DB_CLOSE_DELAY=-1", 1);
    }
}
