package io.idem4j.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotentOperation;
import io.idem4j.Outcome;
import io.idem4j.TypeRef;
import io.idem4j.operations.OperationStore.Opened;
import io.idem4j.tck.Fault;
import io.idem4j.tck.FaultyStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What comes back is what was returned, and belongs to whom it was handed. */
class ReplayTest {
    enum Colour {
        RED
    }

    record Line(String item, int quantity) {}

    private record Case<T>(TypeRef<T> type, T value, String text) {}

    private static <T> Case<T> of(TypeRef<T> type, T value, String text) {
        return new Case<>(type, value, text);
    }

    private static Map<String, List<Line>> orders() {
        Map<String, List<Line>> orders = new LinkedHashMap<>();
        orders.put("ann", new ArrayList<>(List.of(new Line("pen", 2))));
        orders.put("bob", new ArrayList<>());
        return orders;
    }

    private static List<Case<?>> cases() {
        return List.of(
                of(TypeRef.of(String.class), null, null),
                of(TypeRef.of(Void.class), null, null),
                of(TypeRef.of(String.class), "null", "\"null\""),
                of(TypeRef.of(String.class), "", "\"\""),
                of(TypeRef.of(String.class), "\u2028 \ud83d\ude00 \\ \"", "\"\u2028 \ud83d\ude00 \\\\ \\\"\""),
                of(TypeRef.of(Integer.class), 0, "0"),
                of(TypeRef.of(int.class), 0, "0"),
                of(TypeRef.of(Boolean.class), false, "false"),
                of(TypeRef.of(boolean.class), false, "false"),
                of(TypeRef.of(long.class), Long.MIN_VALUE, "-9223372036854775808"),
                of(TypeRef.of(BigDecimal.class), new BigDecimal("1.50"), "1.50"),
                of(TypeRef.of(Colour.class), Colour.RED, "\"RED\""),
                of(TypeRef.of(Instant.class), Instant.parse("2026-01-01T00:00:00.000000001Z"), null),
                of(new TypeRef<List<Line>>() {}, List.of(), "[]"),
                of(new TypeRef<List<String>>() {}, Arrays.asList("a", null), "[\"a\",null]"),
                of(new TypeRef<Map<String, Integer>>() {}, Map.of(), "{}"),
                of(
                        new TypeRef<Map<String, List<Line>>>() {},
                        orders(),
                        "{\"ann\":[{\"item\":\"pen\",\"quantity\":2}],\"bob\":[]}"),
                of(new TypeRef<Optional<Line>>() {}, Optional.of(new Line("pen", 0)), null));
    }

    static Stream<Arguments> everywhere() {
        return Stream.of(OperationStore.values()).flatMap(on -> Stream.of(Arguments.of(on, 0), Arguments.of(on, 100)));
    }

    private static <T> IdempotentOperation<String, T> operation(Idempotency idempotency, TypeRef<T> type, int cached) {
        return idempotency
                .operation("replay", TypeRef.of(String.class), type)
                .key(payload -> payload)
                .localCache(cached)
                .build();
    }

    @ParameterizedTest(name = "{0}, {1} cached")
    @MethodSource("everywhere")
    void every_kind_of_result_replays_exactly(OperationStore on, int cached) {
        try (Opened opened = on.open();
                Idempotency idempotency = Idempotency.builder(opened.store()).build()) {
            cases().forEach(each -> replaysExactly(each, idempotency, opened, cached));
        }
    }

    private static <T> void replaysExactly(Case<T> of, Idempotency idempotency, Opened opened, int cached) {
        String payload = UUID.randomUUID().toString();
        var operation = operation(idempotency, of.type(), cached);
        assertThat(operation.execute(payload, of::value)).isSameAs(of.value());
        for (int i = 0; i < 2; i++) {
            Outcome<T> again = operation.call(payload).run(() -> {
                throw new AssertionError("ran again");
            });
            assertThat(again).isInstanceOf(Outcome.Replayed.class);
            assertThat(again.get()).isEqualTo(of.value());
        }
        if (of.text() != null || of.value() == null) {
            assertThat(opened.store()
                            .find(operation.keyFor(payload).orElseThrow())
                            .orElseThrow()
                            .data())
                    .isEqualTo(of.text());
        }
    }

    @ParameterizedTest(name = "{0}, {1} cached")
    @MethodSource("everywhere")
    void who_changes_a_result_changes_it_for_nobody_else(OperationStore on, int cached) {
        String payload = UUID.randomUUID().toString();
        try (Opened opened = on.open();
                Idempotency idempotency = Idempotency.builder(opened.store()).build()) {
            var operation = operation(idempotency, new TypeRef<Map<String, List<Line>>>() {}, cached);
            Map<String, List<Line>> first = operation.execute(payload, ReplayTest::orders);
            List<Map<String, List<Line>>> all = new ArrayList<>(List.of(first));
            for (int i = 0; i < 3; i++) {
                spoil(all.get(i));
                Map<String, List<Line>> replay = operation.execute(payload, HashMap::new);
                assertThat(replay).isEqualTo(orders());
                all.add(replay);
            }
        }
    }

    private static void spoil(Map<String, List<Line>> result) {
        result.get("ann").clear();
        result.remove("bob");
    }

    @ParameterizedTest(name = "{0}, {1} cached")
    @MethodSource("everywhere")
    void a_replay_hook_that_changes_its_result_changes_it_for_nobody_else(OperationStore on, int cached) {
        String payload = UUID.randomUUID().toString();
        try (Opened opened = on.open();
                Idempotency idempotency = Idempotency.builder(opened.store()).build()) {
            IdempotentOperation<String, List<String>> operation = idempotency
                    .operation("replay", TypeRef.of(String.class), new TypeRef<List<String>>() {})
                    .key(value -> value)
                    .onReplay((result, record) -> {
                        result.add("replayed of attempt " + record.attempt());
                        return result;
                    })
                    .localCache(cached)
                    .build();
            operation.execute(payload, () -> new ArrayList<>(List.of("a")));
            for (int i = 0; i < 3; i++) {
                assertThat(operation.execute(payload, List::of)).containsExactly("a", "replayed of attempt 1");
            }
        }
    }

    @ParameterizedTest(name = "{0}, {1} cached")
    @MethodSource("everywhere")
    void a_replay_from_the_cache_touches_no_store(OperationStore on, int cached) {
        String payload = UUID.randomUUID().toString();
        try (Opened opened = on.open()) {
            FaultyStore counted = new FaultyStore(opened.store(), call -> new Fault.None());
            try (Idempotency idempotency = Idempotency.builder(counted).build()) {
                var operation = operation(idempotency, TypeRef.of(String.class), cached);
                operation.execute(payload, () -> "a");
                int before = counted.reached().size();
                assertThat(before).as("claim and complete").isEqualTo(2);
                for (int i = 0; i < 10; i++) {
                    operation.execute(payload, () -> "b");
                }
                assertThat(counted.reached()).hasSize(before + (cached == 0 ? 10 : 0));
            }
        }
    }

    @ParameterizedTest(name = "{0}, {1} cached")
    @MethodSource("everywhere")
    void two_operations_with_one_payload_answer_for_themselves(OperationStore on, int cached) {
        String value = UUID.randomUUID().toString();
        try (Opened opened = on.open();
                Idempotency idempotency = Idempotency.builder(opened.store()).build()) {
            for (int i = 0; i < 2; i++) {
                for (String scope : List.of("a", "b", "a.b")) {
                    IdempotentOperation<String, String> operation = idempotency
                            .operation(scope, String.class, String.class)
                            .key(payload -> payload)
                            .localCache(cached)
                            .build();
                    assertThat(operation.execute(value, () -> scope)).isEqualTo(scope);
                    assertThat(operation.keyFor(value)).contains(IdempotencyKey.of(scope, value));
                }
            }
        }
    }
}
