package io.idem4j.crashes;

import io.idem4j.testtools.CrashPoint;
import java.sql.SQLException;
import org.postgresql.ds.PGSimpleDataSource;

/** A process that books one operation after the other until it is killed; stands still after the first. */
final class LedgerWorker {
    static final String BOOKED = "first operation booked";

    private LedgerWorker() {}

    /** Arguments: the database's URL, the order, what its operations begin with. */
    public static void main(String... arguments) throws SQLException {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(arguments[0]);
        try (Ledger ledger = new Ledger(source, false)) {
            for (int i = 0; ; i++) {
                ledger.book(Ledger.Order.valueOf(arguments[1]), arguments[2] + i);
                if (i == 0) {
                    CrashPoint.reached(BOOKED);
                }
            }
        }
    }
}
