package io.idem4j.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ListableStore;
import io.idem4j.tck.Clause;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UnsettledGaugesTest extends MetersBase {
    private final MockClock time = new MockClock();
    private final SimpleMeterRegistry gauges = new SimpleMeterRegistry(SimpleConfig.DEFAULT, time);
    private final AtomicInteger asked = new AtomicInteger();
    private boolean down;

    private final ListableStore counted = new ListableStore() {
        @Override
        public List<StoredRecord> unsettled(int limit) {
            asked.incrementAndGet();
            if (down) {
                throw new StoreUnavailableException(null, "down", null);
            }
            return memory.unsettled(limit);
        }
    };

    private double unsettled(String state) {
        return gauges.get("idempotency.unsettled").tag("state", state).gauge().value();
    }

    private void claimed(String scope) {
        idempotency
                .call(IdempotencyKey.of(scope, "k" + asked.incrementAndGet()), String.class)
                .policy(policy -> policy.lease(LEASE).renewFor(Duration.ZERO))
                .begin();
    }

    @Test
    @Clause("M-03")
    void what_is_silent_is_counted_apart_from_what_is_in_doubt() {
        claimed("orders.place");
        claimed("orders.place");
        claimed("orders.charge");
        new UnsettledGauges(memory, record -> record.key().scope().equals("orders.charge"), Duration.ZERO)
                .bindTo(gauges);
        assertThat(unsettled("lapsed")).isZero();
        assertThat(gauges.get("idempotency.unsettled.oldest").timeGauge().value())
                .isZero();

        clock.advance(LEASE.plusSeconds(90));
        claimed("orders.place");

        assertThat(unsettled("lapsed")).isEqualTo(2);
        assertThat(unsettled("in_doubt")).isEqualTo(1);
        assertThat(gauges.get("idempotency.unsettled.oldest").timeGauge().value())
                .isEqualTo(90);
    }

    @Test
    @Clause("M-03")
    void the_store_is_asked_at_most_once_in_the_configured_time() {
        new UnsettledGauges(counted, record -> false, Duration.ofSeconds(10)).bindTo(gauges);
        claimed("orders.place");
        clock.advance(LEASE.plusMillis(1));
        asked.set(0);

        assertThat(unsettled("lapsed")).isEqualTo(1);
        assertThat(unsettled("in_doubt")).isZero();
        time.add(Duration.ofSeconds(9));
        unsettled("lapsed");
        assertThat(asked).hasValue(1);

        time.add(Duration.ofSeconds(1));
        unsettled("lapsed");
        assertThat(asked).hasValue(2);
    }

    @Test
    @Clause("M-03")
    void a_store_that_is_down_makes_no_number_and_no_error() {
        new UnsettledGauges(counted, record -> false, Duration.ofSeconds(10)).bindTo(gauges);
        down = true;
        assertThat(unsettled("lapsed")).isNaN();
        assertThat(gauges.get("idempotency.unsettled.oldest").timeGauge().value())
                .isNaN();

        down = false;
        time.add(Duration.ofSeconds(10));
        assertThat(unsettled("lapsed")).isZero();
    }

    @Test
    void a_negative_time_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UnsettledGauges(memory, record -> false, Duration.ofSeconds(-1)))
                .withMessageContaining("refreshEvery");
    }
}
