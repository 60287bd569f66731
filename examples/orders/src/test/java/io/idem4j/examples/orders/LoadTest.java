package io.idem4j.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Eight clients that ask for the same orders at the same time. */
class LoadTest {
    @ParameterizedTest
    @ValueSource(strings = {"memory", "jdbc"})
    void each_order_is_placed_once_and_each_of_its_answers_is_the_same(String store) throws Exception {
        try (RunningService service = RunningService.start(List.of("--idem4j.store=" + store))) {
            Load load = new Load().run(service::base, () -> false);

            System.out.println(store + ": " + Load.ORDERS + " orders, answers " + load.counts());
            assertThat(service.placed())
                    .extracting(PlacedOrder::keyHash)
                    .containsExactlyInAnyOrderElementsOf(IntStream.range(0, Load.ORDERS)
                            .mapToObj(order -> KeyHash.of(Load.key(order)))
                            .toList());
            assertThat(service.placed())
                    .extracting(row -> row.order().id())
                    .containsExactlyInAnyOrderElementsOf(
                            load.bodies().values().stream().map(Load::idIn).toList());
            assertThat(load.counts().get("201 placed")).isEqualTo(Load.ORDERS);
        }
    }
}
