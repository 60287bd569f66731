package io.idem4j.examples.orders;

import static io.idem4j.examples.orders.Answers.assertPlaced;
import static io.idem4j.examples.orders.Answers.assertProblem;
import static io.idem4j.examples.orders.Answers.assertReplayed;
import static io.idem4j.examples.orders.Answers.assertRetryAfter;
import static io.idem4j.examples.orders.Answers.location;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.http.HttpDecision;
import io.idem4j.http.HttpIdempotency;
import io.idem4j.http.HttpPolicy;
import io.idem4j.http.HttpRun;
import io.idem4j.http.RequestView;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrdersHttpTest {
    private static final String BOOK = "{\"item\":\"book\",\"quantity\":2}";

    private static RunningService service;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        service = RunningService.start(List.of("--orders.action-time=20ms"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void an_order_is_placed_and_can_be_looked_up() {
        HttpResponse<String> placed = service.place(key, BOOK);

        assertPlaced(placed);
        assertThat(placed.body())
                .matches("\\{\"id\":\"[-0-9a-f]{36}\",\"item\":\"book\",\"quantity\":2,\"placedAt\":\"[^\"]+Z\"}");
        HttpResponse<String> found = service.get(location(placed));
        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(found.body()).isEqualTo(placed.body());
        assertThat(service.get("/orders").body())
                .contains(placed.body().substring(1, placed.body().length() - 1));
    }

    @Test
    void a_duplicate_gets_the_first_answer_byte_for_byte() {
        HttpResponse<String> first = service.place(key, BOOK);

        assertReplayed(service.place(key, BOOK), first);
        assertThat(rows()).hasSize(1);
    }

    @Test
    void an_order_spelled_differently_is_the_same_order() {
        HttpResponse<String> first = service.place(key, BOOK);

        assertReplayed(service.place('"' + key + '"', "{ \"quantity\": 2, \"item\": \"b\\u006fok\" }"), first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"item\":\"book\",\"quantity\":3}", "{\"item\":\"pen\",\"quantity\":2}"})
    void a_key_is_refused_for_another_order(String other) {
        service.place(key, BOOK);

        assertProblem(service.place(key, other), 422, "idempotency_key_payload_mismatch");
        assertThat(rows()).hasSize(1);
    }

    @Test
    void a_key_is_required() {
        int before = service.placed().size();

        assertProblem(service.send(service.order(BOOK)), 400, "idempotency_key_missing");
        assertThat(service.placed()).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "a b", "\"", "\"a", "\"a\"b\"", "\"\"", "\"a\\b\""})
    void a_key_is_visible_ascii(String invalid) {
        assertProblem(service.place(invalid, BOOK), 400, "invalid_idempotency_key");
    }

    @Test
    void a_key_is_one_and_has_at_most_255_characters() {
        assertPlaced(service.place(key + "k".repeat(255 - key.length()), BOOK));
        assertProblem(service.place("k".repeat(256), BOOK), 400, "invalid_idempotency_key");
        assertProblem(
                service.send(service.order(BOOK).header(Answers.KEY, key).header(Answers.KEY, key)),
                400,
                "invalid_idempotency_key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "book",
                "[]",
                "{}",
                "{\"item\":\"book\"}",
                "{\"quantity\":2}",
                "{\"item\":\" \",\"quantity\":2}",
                "{\"item\":null,\"quantity\":2}",
                "{\"item\":\"book\",\"quantity\":null}",
                "{\"item\":\"book\",\"quantity\":0}",
                "{\"item\":\"book\",\"quantity\":1001}",
                "{\"item\":\"book\",\"quantity\":2.5}",
                "{\"item\":\"book\",\"quantity\":\"2\"}",
                "{\"item\":\"book\",\"quantity\":2,\"gift\":true}",
            })
    void what_is_no_order_is_refused_and_leaves_its_key_free(String json) {
        assertProblem(service.place(key, json), 400, "invalid_order");

        assertPlaced(service.place(key, BOOK));
    }

    @Test
    void an_item_has_at_most_100_characters() {
        assertPlaced(service.place(key, "{\"item\":\"" + "i".repeat(100) + "\",\"quantity\":1000}"));
        assertProblem(
                service.place(key + "+", "{\"item\":\"" + "i".repeat(101) + "\",\"quantity\":1}"),
                400,
                "invalid_order");
    }

    @Test
    void a_duplicate_of_an_order_in_progress_is_told_when_to_come_back() {
        HttpRun holder = hold();

        HttpResponse<String> refused = service.place(key, BOOK);
        assertProblem(refused, 409, "idempotency_request_in_progress");
        assertRetryAfter(refused);

        holder.respond(201, Map.of("Location", List.of("/orders/its-id")), new byte[0]);
        HttpResponse<String> replayed = service.place(key, BOOK);
        assertThat(replayed.statusCode()).isEqualTo(201);
        assertThat(location(replayed)).isEqualTo("/orders/its-id");
        assertThat(rows()).isEmpty();
    }

    @Test
    void another_order_under_the_key_of_one_in_progress_is_refused_at_once() {
        hold();

        assertProblem(service.place(key, "{\"item\":\"pen\",\"quantity\":2}"), 422, "idempotency_key_payload_mismatch");
    }

    @Test
    void of_twenty_at_once_one_places_and_all_end_with_its_answer() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(20);
        try {
            List<Future<HttpResponse<String>>> answers = IntStream.range(0, 20)
                    .mapToObj(i -> threads.submit(() -> {
                        go.await();
                        return service.place(key, BOOK);
                    }))
                    .toList();
            go.countDown();
            for (Future<HttpResponse<String>> answer : answers) {
                assertThat(answer.get().statusCode()).isIn(201, 409);
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(rows()).hasSize(1);
        assertThat(service.place(key, BOOK).body())
                .contains(rows().get(0).order().id());
    }

    @Test
    void records_are_shown_without_key_or_data() {
        String item = UUID.randomUUID().toString();
        service.place(key, "{\"item\":\"" + item + "\",\"quantity\":2}");

        String records = service.get("/records").body();

        assertThat(records)
                .contains("\"scope\":\"orders.place\"", "\"status\":\"COMPLETED\"", KeyHash.of(key()))
                .doesNotContain(key, item);
    }

    @Test
    void demonstrations_are_off_unless_switched_on() {
        assertPlaced(service.send(service.order(BOOK).header(Answers.KEY, key).header(DemoMode.HEADER, "fail")));
    }

    @Test
    void the_page_and_all_that_it_names_is_there() {
        String page = service.get("/").body();

        assertThat(page).contains("orders.css", "orders.js");
        assertThat(List.of("/orders.css", "/orders.js", "/demo"))
                .allSatisfy(path -> assertThat(service.get(path).statusCode()).isEqualTo(200));
        assertThat(service.get("/demo").body()).isEqualTo("{\"demo\":false}");
    }

    @Test
    void what_does_not_exist_is_not_found() {
        assertProblem(service.get("/orders/none"), 404, "no_such_order");
        assertThat(service.get("/none").statusCode()).isEqualTo(404);
    }

    private HttpRun hold() {
        RequestView request = new RequestView() {
            @Override
            public String method() {
                return "POST";
            }

            @Override
            public String path() {
                return "/orders";
            }

            @Override
            public String query() {
                return null;
            }

            @Override
            public List<String> headers(String name) {
                return List.of(name.equals(Answers.KEY) ? key : "application/json");
            }

            @Override
            public String principal() {
                return null;
            }

            @Override
            public <T> Optional<T> unwrap(Class<T> type) {
                return Optional.empty();
            }
        };
        HttpDecision decision = HttpIdempotency.builder(service.bean(Idempotency.class))
                .policy(service.bean(HttpPolicy.class).scope(any -> KeyHash.SCOPE))
                .endpoint("/orders")
                .build()
                .decide(request);
        return (HttpDecision.Running) ((HttpDecision.Guarded) decision).begin(BOOK.getBytes(StandardCharsets.UTF_8));
    }

    private IdempotencyKey key() {
        return IdempotencyKey.of("orders.place", key);
    }

    private List<PlacedOrder> rows() {
        return service.placed().stream()
                .filter(row -> row.keyHash().equals(KeyHash.of(key())))
                .toList();
    }
}
