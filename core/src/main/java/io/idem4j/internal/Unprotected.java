package io.idem4j.internal;

import io.idem4j.Execution;
import io.idem4j.IdempotencyKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An execution without a claim: nobody knows what ran before, and nothing can be lost. */
final class Unprotected implements Execution {
    private final @Nullable IdempotencyKey key;
    private volatile boolean abandoned;

    Unprotected(@Nullable IdempotencyKey key) {
        this.key = key;
    }

    @Override
    public @Nullable IdempotencyKey key() {
        return key;
    }

    @Override
    public int attempt() {
        return 1;
    }

    @Override
    public boolean mayHaveRunBefore() {
        return true;
    }

    @Override
    public Duration leaseLeft() {
        return Leases.NO_END;
    }

    @Override
    public boolean isLeaseLost() {
        return false;
    }

    @Override
    public boolean renew(Duration leaseFor) {
        Leases.check(leaseFor);
        return true;
    }

    @Override
    public String downstreamKey(String name) {
        return DownstreamKeys.of(key, name);
    }

    @Override
    public void abandon() {
        abandoned = true;
    }

    boolean isAbandoned() {
        return abandoned;
    }
}
