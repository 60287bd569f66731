package io.idem4j.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.Outcome;
import io.idem4j.memory.InMemoryStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/observe.md shows and says. */
class ObserveGuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "observe.md");
    private static final int MAX_ATTEMPTS = 3;

    private final IdempotencyKey key = IdempotencyKey.of("orders.place", "7f1c");

    @Test
    void meters() {
        MeterRegistry meters = new SimpleMeterRegistry();
        InMemoryStore store = new InMemoryStore();

        // region meters
        Idempotency idempotency = Idempotency.builder(store)
                .listener(new IdempotencyMeters(meters))
                .build();
        new UnsettledGauges(store, record -> record.attempt() >= MAX_ATTEMPTS).bindTo(meters);
        // endregion

        idempotency.execute(key, String.class, () -> "done");
        assertThat(meters.get("idempotency.calls").timer().count()).isEqualTo(1);
        assertThat(meters.get("idempotency.unsettled")
                        .tag("state", "in_doubt")
                        .gauge()
                        .value())
                .isZero();
    }

    @Test
    void traces() {
        TestObservationRegistry registry = TestObservationRegistry.create();
        InMemoryStore store = new InMemoryStore();
        UnaryOperator<String> place = order -> "placed " + order;
        var orders = new Object() {
            String place(String order) {
                return place.apply(order);
            }
        };
        String order = "one";

        // region traces
        IdempotencyObservations observations = new IdempotencyObservations(registry);
        Idempotency idempotency =
                Idempotency.builder(store).listener(observations).build();

        Outcome<String> outcome = observations.observe(
                key, () -> idempotency.call(key, String.class).run(() -> orders.place(order)));
        // endregion

        assertThat(outcome.get()).isEqualTo("placed one");
        TestObservationRegistryAssert.assertThat(registry)
                .hasSingleObservationThat()
                .hasLowCardinalityKeyValue("outcome", "executed");
    }

    @Test
    void every_value_of_a_tag_is_in_the_guide() throws IOException {
        String guide = Files.readString(GUIDE);
        Stream<String> values = Stream.concat(
                Arrays.stream(CallOutcome.values()).map(CallOutcome::text),
                Arrays.stream(Kind.values())
                        .filter(kind -> CallOutcome.of(kind) == null)
                        .map(Names::of));

        assertThat(values).allSatisfy(value -> assertThat(guide).contains("`" + value + "`"));
    }

    @Test
    void every_meter_is_in_the_guide_and_no_other() throws IOException {
        List<String> named = Pattern.compile("(?m)^\\| `(idempotency\\.[a-z.]+)`")
                .matcher(Files.readString(GUIDE))
                .results()
                .map((MatchResult row) -> row.group(1))
                .toList();

        assertThat(new TreeSet<>(named))
                .containsExactlyInAnyOrder(
                        IdempotencyMeters.CALLS,
                        IdempotencyMeters.EVENTS,
                        UnsettledGauges.UNSETTLED,
                        UnsettledGauges.OLDEST);
    }
}
