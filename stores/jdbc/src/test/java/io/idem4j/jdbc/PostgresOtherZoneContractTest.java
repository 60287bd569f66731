package io.idem4j.jdbc;

import io.idem4j.testtools.PostgresServer;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterAll;

/** A JVM in a time zone that shifts its clocks, and no prepared statements on the server. */
class PostgresOtherZoneContractTest extends PostgresKit {
    private static final TimeZone BEFORE = TimeZone.getDefault();

    PostgresOtherZoneContractTest() {
        super(inZone("Pacific/Chatham"), "&prepareThreshold=0", pool -> {}, FEWER_ROUNDS);
    }

    private static PostgresServer inZone(String zone) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        return PostgresServer.shared();
    }

    @AfterAll
    void restoreZone() {
        TimeZone.setDefault(BEFORE);
    }
}
