package io.idem4j.jdbc;

import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static io.idem4j.testtools.Requests.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.Completion;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.testtools.PostgresServer;
import java.time.Duration;
import java.time.Instant;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Instants are instants, whatever the zone of the JVM, the session or the season. */
class TimesTest {
    private static final Duration A_YEAR = Duration.ofDays(366);

    private final TimeZone before = TimeZone.getDefault();

    @AfterEach
    void restoreZone() {
        TimeZone.setDefault(before);
    }

    private static ClaimRequest claim(Duration lease, Duration keep) {
        return new ClaimRequest(key(), token(), null, null, lease, keep, 1, "test");
    }

    /** A span of a year crosses two changes of the clocks in these zones. */
    @ParameterizedTest
    @CsvSource({"Europe/Berlin, 0", "America/New_York, 5", "Australia/Lord_Howe, -1", "Asia/Kathmandu, 1"})
    void spans_that_cross_a_change_of_the_clocks_keep_their_length(String zone, int prepareThreshold) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        PostgresTable table =
                new PostgresTable(PostgresServer.shared(), "&prepareThreshold=" + prepareThreshold, pool -> {});
        try {
            JdbcStore store = table.store();
            for (int days = 0; days <= A_YEAR.toDays(); days += 61) {
                Duration lease = Duration.ofDays(days).plusSeconds(1);
                ClaimRequest request = claim(lease, lease.plus(A_YEAR));
                store.claim(request);
                StoredRecord live = store.find(request.key()).orElseThrow();

                assertThat(Duration.between(live.createdAt(), live.leaseUntil()))
                        .isEqualTo(lease);
                assertThat(Duration.between(live.createdAt(), live.expiresAt())).isEqualTo(lease.plus(A_YEAR));
                assertThat(live.isLapsed()).isFalse();

                store.complete(of(request), new Completion(RecordStatus.COMPLETED, "1", lease));
                StoredRecord done = store.find(request.key()).orElseThrow();
                assertThat(Duration.between(done.completedAt(), done.expiresAt()))
                        .isEqualTo(lease);
            }
        } finally {
            table.close();
        }
    }

    @Test
    void the_hour_that_a_zone_has_twice_is_two_hours() {
        PostgresTable table = new PostgresTable();
        try {
            JdbcStore store = table.store();
            ClaimRequest request = claim(Duration.ofHours(1), Duration.ofDays(1));
            store.claim(request);
            for (String zone : new String[] {"Europe/Berlin", "UTC", "Pacific/Apia"}) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                PostgresTable there = new PostgresTable(table.server, "", pool -> {});
                JdbcStore elsewhere =
                        JdbcStore.builder(there.pool).table(table.name).build();
                for (String instant : new String[] {"2099-10-25T00:30:00Z", "2099-10-25T01:30:00Z"}) {
                    table.execute("UPDATE {table} SET lease_until = '" + instant + "', expires_at = '" + instant + "'");
                    assertThat(elsewhere.find(request.key()).orElseThrow().leaseUntil())
                            .isEqualTo(Instant.parse(instant));
                }
                there.close();
            }
        } finally {
            table.close();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 999, 1_000, 1_001, 999_999_999, 1_000_000_001})
    void spans_are_rounded_up_to_microseconds(long nanos) {
        long micros = Spans.micros(Duration.ofNanos(nanos));

        assertThat(Duration.ofNanos(micros * 1_000)).isBetween(Duration.ofNanos(nanos), Duration.ofNanos(nanos + 999));
    }

    @Test
    void a_span_for_ever_is_kept_for_longer_than_anyone_can_tell() {
        Duration ever = Duration.ofSeconds(Long.MAX_VALUE);
        PostgresTable table = new PostgresTable();
        H2Subject h2 = new H2Subject("jdbc:h2:mem:ever;DB_CLOSE_DELAY=-1", 1);
        try {
            for (var store : new IdempotencyStore[] {table.store(), h2.store()}) {
                ClaimRequest request = claim(ever, ever);
                store.claim(request);
                StoredRecord live = store.find(request.key()).orElseThrow();
                assertThat(Duration.between(live.createdAt(), live.leaseUntil()).toDays())
                        .isGreaterThan(36_000_000);
                store.complete(of(request), new Completion(RecordStatus.COMPLETED, "1", ever));
                assertThat(store.find(request.key()).orElseThrow().status()).isEqualTo(RecordStatus.COMPLETED);
            }
        } finally {
            table.close();
            h2.end();
        }
    }
}
