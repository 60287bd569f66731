package io.idem4j.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.tck.Fault;
import io.idem4j.tck.FaultPlan;
import io.idem4j.tck.FaultyStore;
import io.idem4j.tck.TestClock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** The library on a store in memory whose calls fail as a test says, with its meters. */
abstract class MetersBase {
    static final IdempotencyKey KEY = IdempotencyKey.of("orders.place", "secret-key-17");
    static final Duration LEASE = Duration.ofSeconds(30);

    final TestClock clock = new TestClock();
    final InMemoryStore memory = new InMemoryStore(clock);
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    FaultPlan plan = call -> new Fault.None();
    final FaultyStore store = new FaultyStore(memory, call -> plan.next(call));
    final Idempotency idempotency = Idempotency.builder(store)
            .clock(clock)
            .listener(new IdempotencyMeters(registry))
            .build();

    Call<String> call() {
        return call(policy -> policy);
    }

    Call<String> call(UnaryOperator<IdempotencyPolicy> policy) {
        return idempotency
                .call(KEY, String.class)
                .policy(p -> policy.apply(p.lease(LEASE).renewFor(Duration.ZERO)));
    }

    Attempt.Started<String> held() {
        return (Attempt.Started<String>) call().begin();
    }

    /** Its holder is silent for longer than its lease. */
    Attempt.Started<String> lapsed() {
        Attempt.Started<String> holder = held();
        clock.advance(LEASE.plusMillis(1));
        return holder;
    }

    void assertCalls(String outcome, long count) {
        Timer timer = registry.find("idempotency.calls")
                .tags("operation", "orders.place", "outcome", outcome)
                .timer();
        assertThat(timer == null ? 0 : timer.count()).as(outcome).isEqualTo(count);
    }

    void assertEvents(String event, double count) {
        assertEvents("orders.place", event, count);
    }

    void assertEvents(String operation, String event, double count) {
        Counter counter = registry.find("idempotency.events")
                .tags("operation", operation, "event", event)
                .counter();
        assertThat(counter == null ? 0 : counter.count()).as(event).isEqualTo(count);
    }
}
