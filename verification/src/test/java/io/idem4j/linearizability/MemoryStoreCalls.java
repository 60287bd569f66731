package io.idem4j.linearizability;

import io.idem4j.memory.InMemoryStore;
import io.idem4j.tck.StoreCall;
import java.util.concurrent.atomic.AtomicInteger;

/** On the memory store, with a clock that is moved by hand. */
public class MemoryStoreCalls extends StoreCalls {
    private final AtomicInteger ticks = new AtomicInteger();
    private final InMemoryStore store = new InMemoryStore(() -> Said.START.plus(Said.TICK.multipliedBy(ticks.get())));

    @Override
    protected String made(StoreCall call) {
        return Said.text(call.on(store));
    }

    @Override
    public void tick() {
        ticks.incrementAndGet();
    }
}
