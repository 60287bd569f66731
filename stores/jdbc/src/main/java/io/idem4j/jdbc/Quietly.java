package io.idem4j.jdbc;

import java.sql.SQLException;

/** Tidies up after a step: it is done or has failed already, and a broken connection is for its pool to find. */
final class Quietly {
    private Quietly() {}

    interface Tidying {
        void run() throws SQLException;
    }

    static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            // the step's own answer or failure counts
        }
    }

    static void run(Tidying tidying) {
        try {
            tidying.run();
        } catch (SQLException | RuntimeException e) {
            // the step's own answer or failure counts
        }
    }
}
