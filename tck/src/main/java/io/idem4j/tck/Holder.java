package io.idem4j.tck;

import io.idem4j.RecordStatus;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Who made a claim, and what it can do with its token. */
record Holder(IdempotencyStore store, ClaimRequest request, int attempt) {
    static final Duration RETENTION = Duration.ofDays(1);

    ClaimToken claim() {
        return new ClaimToken(request.key(), request.token());
    }

    WriteResult complete(@Nullable String data) {
        return complete(RecordStatus.COMPLETED, data, RETENTION);
    }

    WriteResult complete(RecordStatus status, @Nullable String data, Duration retention) {
        return store.complete(claim(), new Completion(status, data, retention));
    }

    WriteResult release() {
        return store.release(claim());
    }

    WriteResult renew() {
        return renew(TestClaim.LEASE, TestClaim.KEEP);
    }

    WriteResult renew(Duration lease, Duration keep) {
        return store.renew(claim(), lease, keep);
    }

    WriteResult endLease() {
        return renew(Duration.ZERO, TestClaim.KEEP);
    }

    Holder on(IdempotencyStore other) {
        return new Holder(other, request, attempt);
    }
}
