package io.idem4j.engine;

import io.idem4j.tck.OnStore;
import io.idem4j.tck.StoreUnderTest;
import java.time.Duration;

@OnStore("memory")
class MemoryEngineTest extends EngineClauses {
    @Override
    StoreUnderTest open() {
        return new MemorySubject();
    }

    @Override
    Duration waitersAnsweredWithin() {
        return Duration.ofMillis(10);
    }
}
