package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.PayloadMismatchException;
import io.idem4j.micrometer.IdempotencyMeters;
import io.idem4j.spring.Idempotent;
import io.idem4j.tck.Clause;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What happens to an annotated method shows in meters and in observations, which tracers make spans of. */
class ObservedTest {
    private final List<String> spans = new ArrayList<>();

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    StoreAutoConfiguration.class, MetersAutoConfiguration.class, IdempotencyAutoConfiguration.class))
            .withPropertyValues("idem4j.store=memory")
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withBean(ObservationRegistry.class, this::observed)
            .withBean(Shipping.class);

    static class Shipping {
        @Idempotent(scope = "orders.ship", key = "#id", fingerprint = "#to")
        public String ship(String id, String to) {
            if (to.isEmpty()) {
                throw new IllegalArgumentException("to: must not be empty");
            }
            return "shipped to " + to;
        }
    }

    private ObservationRegistry observed() {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }

            @Override
            public void onStop(Observation.Context context) {
                spans.add(context.getContextualName() + " "
                        + context.getLowCardinalityKeyValue("outcome").getValue());
            }
        });
        return registry;
    }

    private static void quietly(Runnable call, Class<? extends Exception> expected) {
        try {
            call.run();
        } catch (RuntimeException e) {
            assertThat(e).isInstanceOf(expected);
        }
    }

    @Test
    @Clause("A-18")
    void each_ending_of_a_call_is_counted_and_is_the_outcome_of_its_span() {
        application.run(context -> {
            Shipping shipping = context.getBean(Shipping.class);
            shipping.ship("1", "Ann");
            shipping.ship("1", "Ann");
            quietly(() -> shipping.ship("1", "Bob"), PayloadMismatchException.class);
            quietly(() -> shipping.ship("2", ""), IllegalArgumentException.class);
            Attempt<String> held = context.getBean(Idempotency.class)
                    .call(IdempotencyKey.of("orders.ship", "3"), String.class)
                    .begin();
            assertThat(held).isInstanceOf(Attempt.Started.class);
            quietly(() -> shipping.ship("3", "Ann"), Exception.class);

            assertThat(spans)
                    .containsExactly(
                            "idempotency orders.ship executed",
                            "idempotency orders.ship replayed",
                            "idempotency orders.ship mismatch",
                            "idempotency orders.ship error",
                            "idempotency orders.ship mismatch");
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            assertThat(List.of("executed", "replayed", "mismatch", "failed"))
                    .allSatisfy(outcome -> assertThat(meters.get(IdempotencyMeters.CALLS)
                                    .tags("operation", "orders.ship", "outcome", outcome)
                                    .timer()
                                    .count())
                            .isPositive());
        });
    }

    @Test
    @Clause("A-18")
    void a_call_that_meets_a_running_one_is_told_as_such() {
        application.withBean(Paying.class).run(context -> {
            Attempt<String> held = context.getBean(Idempotency.class)
                    .call(IdempotencyKey.of("orders.pay", "1"), String.class)
                    .begin();
            assertThat(held).isInstanceOf(Attempt.Started.class);
            Paying paying = context.getBean(Paying.class);
            quietly(() -> paying.pay("1"), AlreadyInProgressException.class);

            assertThat(spans).containsExactly("idempotency orders.pay in_progress");
        });
    }

    static class Paying {
        @Idempotent(scope = "orders.pay", key = "#id")
        public String pay(String id) {
            return "paid " + id;
        }
    }
}
