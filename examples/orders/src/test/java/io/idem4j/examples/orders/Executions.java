package io.idem4j.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.StoredRecord;
import io.idem4j.examples.orders.Cluster.Kill;
import io.idem4j.jdbc.JdbcStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What really ran, from the business table, and whether the kills and the records account for it. */
final class Executions {
    private final Map<String, List<PlacedOrder>> rows;
    private final Map<String, Kill> kills;
    private final Duration lease;
    private final JdbcStore store;
    private final Map<Integer, StoredRecord> records = new HashMap<>();

    Executions(DataSource database, List<Kill> kills, Duration lease) {
        this.rows = new OrderTable(JdbcClient.create(database))
                .newest(Integer.MAX_VALUE).stream()
                        .sorted(Comparator.comparingInt(PlacedOrder::attempt))
                        .collect(Collectors.groupingBy(PlacedOrder::keyHash));
        this.kills = kills.stream().collect(Collectors.toMap(Kill::instance, Function.identity()));
        this.lease = lease;
        this.store = JdbcStore.builder(database).build();
    }

    /** Rows of an order, by attempt. */
    List<PlacedOrder> of(int order) {
        return rows.getOrDefault(KeyHash.of(Load.key(order)), List.of());
    }

    /** Keys of rows, whether of an order or not. */
    Set<String> keyHashes() {
        return rows.keySet();
    }

    StoredRecord record(int order) {
        return records.computeIfAbsent(
                order,
                each -> store.find(Load.key(each))
                        .orElseThrow(() -> new AssertionError("order " + each + " has no record")));
    }

    /**
     * Each attempt but the last died after its row and before its record was completed; each came no earlier than the
     * leases of those before it could end. Database and services are on one machine and so on one clock.
     */
    void assertAccountedFor(int order) {
        StoredRecord record = record(order);
        List<PlacedOrder> executed = of(order);
        PlacedOrder last = executed.get(executed.size() - 1);
        assertThat(record.attempt())
                .as("order %d: attempt that completed", order)
                .isEqualTo(last.attempt());
        assertThat(record.claimedBy()).as("order %d: who completed", order).isEqualTo(last.placedBy());
        for (PlacedOrder row : executed) {
            assertThat(row.order().placedAt())
                    .as("order %d, attempt %d: after the leases of those before it", order, row.attempt())
                    .isAfterOrEqualTo(record.createdAt()
                            .plus(lease.multipliedBy(row.attempt() - 1))
                            .truncatedTo(ChronoUnit.MILLIS));
            if (row != last) {
                assertCutShort(order, row, record.completedAt());
            }
        }
        assertThat(executed).extracting(PlacedOrder::attempt).doesNotHaveDuplicates();
    }

    private void assertCutShort(int order, PlacedOrder row, Instant completedAt) {
        Kill kill = kills.get(row.placedBy());
        assertThat(kill)
                .as("order %d, attempt %d: %s was killed", order, row.attempt(), row.placedBy())
                .isNotNull();
        assertThat(row.order().placedAt())
                .as("order %d: its row came before the kill", order)
                .isBeforeOrEqualTo(kill.gone());
        assertThat(completedAt)
                .as("order %d: its completion came after the kill", order)
                .isAfterOrEqualTo(kill.sent());
    }

    /** The holder was killed after it had claimed, and nobody completed. */
    void assertInDoubtByAKill(int order) {
        StoredRecord record = record(order);
        assertThat(record.isLapsed()).as("order %d: lapsed", order).isTrue();
        assertThat(record.attempt()).isEqualTo(1);
        assertThat(kills).as("order %d: its holder was killed", order).containsKey(record.claimedBy());
        assertThat(record.createdAt())
                .isBeforeOrEqualTo(kills.get(record.claimedBy()).gone());
    }

    /** Both attempts of an order, and the kill between them, on a line each. */
    String told(int order) {
        return "order " + order + "\n"
                + of(order).stream()
                        .map(row -> "    attempt %d by %s, row at %s%s"
                                .formatted(
                                        row.attempt(),
                                        row.placedBy(),
                                        row.order().placedAt(),
                                        kills.containsKey(row.placedBy())
                                                ? ", killed at "
                                                        + kills.get(row.placedBy())
                                                                .sent()
                                                : ""))
                        .collect(Collectors.joining("\n"))
                + "\n    record: attempt %d, first claim at %s, completed at %s"
                        .formatted(
                                record(order).attempt(),
                                record(order).createdAt(),
                                record(order).completedAt());
    }
}
