package io.idem4j.internal;

import io.idem4j.IdempotencyListener;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.ResultCodec;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a builder has collected and checked. */
public record Settings(
        IdempotencyStore store,
        ResultCodec codec,
        List<IdempotencyListener> listeners,
        @Nullable InstantSource clock,
        String claimedBy,
        boolean enabled) {

    Settings on(IdempotencyStore other) {
        return new Settings(other, codec, listeners, clock, claimedBy, enabled);
    }
}
