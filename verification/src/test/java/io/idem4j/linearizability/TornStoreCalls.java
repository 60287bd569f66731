package io.idem4j.linearizability;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoredRecord;
import io.idem4j.tck.RecordTable;
import io.idem4j.tck.StoreCall;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The fault that must be found: each call decides on what it read, and writes later. */
public class TornStoreCalls extends StoreCalls {
    private static final RecordTable TABLE = new RecordTable();

    private final Map<IdempotencyKey, StoredRecord> records = new ConcurrentHashMap<>();
    private final AtomicInteger ticks = new AtomicInteger();

    @Override
    protected String made(StoreCall call) {
        Optional<StoredRecord> read = Optional.ofNullable(records.get(call.key()));
        RecordTable.Step step = TABLE.steps(read, call, Said.START.plus(Said.TICK.multipliedBy(ticks.get())))
                .iterator()
                .next();
        step.record().ifPresentOrElse(record -> records.put(call.key(), record), () -> records.remove(call.key()));
        return Said.text(step.answer());
    }

    @Override
    public void tick() {
        ticks.incrementAndGet();
    }
}
