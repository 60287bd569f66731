package io.idem4j.spring.crashes;

import io.idem4j.testtools.CrashPoint;
import org.postgresql.ds.PGSimpleDataSource;

/** A process that books one operation after the other until it is killed; stands still after the first. */
final class AnnotatedWorker {
    static final String BOOKED = "first operation booked";

    private AnnotatedWorker() {}

    /** Arguments: the database's URL, the order, what its operations begin with. */
    public static void main(String... arguments) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(arguments[0]);
        try (AnnotatedLedger ledger = new AnnotatedLedger(source)) {
            for (int i = 0; ; i++) {
                ledger.book(Order.valueOf(arguments[1]), arguments[2] + i);
                if (i == 0) {
                    CrashPoint.reached(BOOKED);
                }
            }
        }
    }
}
