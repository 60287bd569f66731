package io.idem4j.examples.orders;

import static io.idem4j.examples.orders.Answers.assertPlaced;
import static io.idem4j.examples.orders.Answers.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OneCommitHttpTest {
    private static final String BOOK = "{\"item\":\"book\",\"quantity\":2}";

    private static RunningService service;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        service = RunningService.start(List.of("--orders.one-commit=true"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static HttpRequest.Builder request(String json) {
        return HttpRequest.newBuilder(service.base().resolve("/orders-in-one-commit"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json));
    }

    private HttpResponse<String> place(String json) {
        return service.send(request(json).header(Answers.KEY, key));
    }

    @Test
    void a_duplicate_gets_the_order_of_the_first() {
        int before = service.placed().size();
        HttpResponse<String> first = place(BOOK);

        assertPlaced(first);
        assertThat(place(BOOK).body()).isEqualTo(first.body());
        assertThat(service.placed()).hasSize(before + 1);
    }

    @Test
    void a_key_is_refused_for_another_order() {
        place(BOOK);

        assertProblem(place("{\"item\":\"pen\",\"quantity\":2}"), 422, "idempotency_key_payload_mismatch");
    }

    @Test
    void without_a_key_nothing_is_placed() {
        int before = service.placed().size();

        assertProblem(service.send(request(BOOK)), 400, "idempotency_key_missing");
        assertThat(service.placed()).hasSize(before);
    }
}
