/** The contract kit: what every store must do, as tests that a store's author extends, and tools to test with. */
module io.idem4j.tck {
    requires static transitive org.jspecify;
    requires transitive io.idem4j.core;
    requires transitive org.junit.jupiter.api;
    requires transitive org.opentest4j;
    requires org.assertj.core;
    requires org.junit.platform.commons;
    requires org.junit.platform.engine;
    requires org.junit.platform.launcher;

    exports io.idem4j.tck;

    opens io.idem4j.tck;

    provides org.junit.platform.launcher.TestExecutionListener with
            io.idem4j.tck.report.ClauseReports;
}
