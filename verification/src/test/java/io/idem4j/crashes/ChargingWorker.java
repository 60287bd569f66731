package io.idem4j.crashes;

import io.idem4j.Idempotency;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.testtools.CrashPoint;
import org.postgresql.ds.PGSimpleDataSource;

/** A process that charges once, and stands still before and after its effect and at its end. */
final class ChargingWorker {
    static final String CLAIMED = "claim acknowledged";
    static final String CHARGED = "effect made";
    static final String RECORDED = "completion acknowledged";

    private ChargingWorker() {}

    /** Arguments: the store's URL, the effects' URL, mode, operation. */
    public static void main(String... arguments) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(arguments[0]);
        Effects effects = new Effects(arguments[1]);
        String operation = arguments[3];
        try (Idempotency idempotency =
                Idempotency.builder(JdbcStore.builder(source).build()).build()) {
            CrashPoint.reached("ready");
            String charged = Mode.valueOf(arguments[2])
                    .call(idempotency, effects, operation)
                    .execute(execution -> {
                        CrashPoint.reached(CLAIMED);
                        effects.add(operation, execution.attempt());
                        CrashPoint.reached(CHARGED);
                        return "charged " + operation;
                    });
            System.out.println(charged);
            CrashPoint.reached(RECORDED);
        }
    }
}
