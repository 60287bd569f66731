package io.idem4j.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.idem4j.Call;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.Outcome;
import io.idem4j.Recovered;
import io.idem4j.json.JsonCodec;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.tck.Fault;
import io.idem4j.tck.FaultyStore;
import io.idem4j.tck.StoreCall;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The trace that the model finds when a claim that was sent twice is released, played on the engine. */
class StrayClaimTest {
    private static final IdempotencyKey KEY = IdempotencyKey.of("payments.charge", "order-1");

    private final AtomicInteger claims = new AtomicInteger();
    private final AtomicInteger endings = new AtomicInteger();
    private final AtomicInteger effects = new AtomicInteger();
    private final FaultyStore store = new FaultyStore(new InMemoryStore(), this::fault);
    private final Idempotency idempotency =
            Idempotency.builder(store).codec(new JsonCodec()).build();

    /** The first claim is held back; the first ending loses its reply, and its repeat waits for what happens meanwhile. */
    private Fault fault(StoreCall call) {
        boolean ends = call instanceof StoreCall.Release
                || call instanceof StoreCall.Renew renew && renew.leaseFor().isZero();
        if (ends) {
            return switch (endings.getAndIncrement()) {
                case 0 -> new Fault.LoseReply();
                case 1 -> new Fault.Delay(this::anotherRunAndTheStrayClaim);
                default -> new Fault.None();
            };
        }
        boolean first = call instanceof StoreCall.Claim && claims.getAndIncrement() == 0;
        return first ? new Fault.ArriveLate() : new Fault.None();
    }

    private void anotherRunAndTheStrayClaim() {
        assertThatIllegalStateException()
                .isThrownBy(() -> charge().run(() -> {
                    effects.incrementAndGet();
                    throw new IllegalStateException("no answer from the bank");
                }));
        assertThat(store.deliverLate()).isPresent();
    }

    private Call<String> charge() {
        return idempotency
                .call(KEY, String.class)
                .recover(record -> effects.get() == 0 ? Recovered.notDone() : Recovered.done("charged"));
    }

    @Test
    void a_claim_that_arrives_late_makes_no_run_forgotten() {
        assertThatIllegalStateException()
                .isThrownBy(() -> charge().run(execution -> {
                    execution.abandon();
                    throw new IllegalStateException("the card is not known");
                }));

        Outcome<String> next = charge().run(() -> "charged by run " + effects.incrementAndGet());

        assertThat(next.get()).isEqualTo("charged");
        assertThat(effects).hasValue(1);
    }
}
