package io.idem4j.examples.orders;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.Records;
import io.idem4j.StoredRecord;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The records behind the last orders, and those whose holder fell silent: never a key, a token or data. */
@RestController
class RecordsController {
    private static final int MOST_UNSETTLED = 50;

    private final Records records;
    private final RecentKeys recent;

    RecordsController(Idempotency idempotency, RecentKeys recent) {
        this.records = idempotency.records();
        this.recent = recent;
    }

    @GetMapping("/records")
    List<View> records() {
        Map<IdempotencyKey, StoredRecord> found = new LinkedHashMap<>();
        records.unsettled(MOST_UNSETTLED).forEach(record -> found.put(record.key(), record));
        for (IdempotencyKey key : recent.all()) {
            records.find(key).ifPresent(record -> found.put(key, record));
        }
        return found.values().stream().map(View::of).toList();
    }

    record View(
            String keyHash,
            String scope,
            RecordStatus status,
            boolean lapsed,
            int attempt,
            @Nullable String claimedBy,
            @Nullable Instant createdAt,
            @Nullable Instant leaseUntil,
            @Nullable Instant completedAt,
            @Nullable Instant expiresAt) {

        static View of(StoredRecord record) {
            return new View(
                    KeyHash.of(record.key()),
                    record.key().scope(),
                    record.status(),
                    record.isLapsed(),
                    record.attempt(),
                    record.claimedBy(),
                    record.createdAt(),
                    record.leaseUntil(),
                    record.completedAt(),
                    record.expiresAt());
        }
    }
}
