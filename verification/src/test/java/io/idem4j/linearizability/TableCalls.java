package io.idem4j.linearizability;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoredRecord;
import io.idem4j.tck.RecordTable;
import io.idem4j.tck.StoreCall;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The same one after the other, on the table of the contract kit: what every history must be explained by. */
public class TableCalls extends StoreCalls {
    private static final RecordTable TABLE = new RecordTable();

    private final Map<IdempotencyKey, StoredRecord> records = new HashMap<>();
    private Instant now = Said.START;

    @Override
    protected String made(StoreCall call) {
        RecordTable.Step step = TABLE.steps(Optional.ofNullable(records.get(call.key())), call, now)
                .iterator()
                .next();
        step.record().ifPresentOrElse(record -> records.put(call.key(), record), () -> records.remove(call.key()));
        return Said.text(step.answer());
    }

    @Override
    public void tick() {
        now = now.plus(Said.TICK);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableCalls that && records.equals(that.records) && now.equals(that.now);
    }

    @Override
    public int hashCode() {
        return Objects.hash(records, now);
    }
}
