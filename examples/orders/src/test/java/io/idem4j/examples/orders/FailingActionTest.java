package io.idem4j.examples.orders;

import static io.idem4j.examples.orders.Answers.assertPlaced;
import static io.idem4j.examples.orders.Answers.assertProblem;
import static io.idem4j.examples.orders.Answers.assertReplayed;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailingActionTest {
    private static final String BOOK = "{\"item\":\"book\",\"quantity\":2}";

    @Test
    void an_action_that_failed_before_its_insert_runs_again() {
        try (RunningService service = RunningService.start(List.of("--orders.demo=true"))) {
            assertProblem(place(service, "fail"), 500, "idempotency_execution_failed");

            HttpResponse<String> second = service.place("k", BOOK);
            assertPlaced(second);
            assertReplayed(service.place("k", BOOK), second);
            assertThat(service.placed()).hasSize(1);
        }
    }

    @Test
    void an_action_that_failed_after_its_insert_is_recovered_and_not_run_again() {
        try (RunningService service = RunningService.start(List.of("--orders.demo=true"))) {
            assertProblem(place(service, "fail-after-insert"), 500, "idempotency_execution_failed");

            HttpResponse<String> second = service.place("k", BOOK);
            assertReplayed(second, second);
            assertThat(service.placed()).singleElement().satisfies(row -> {
                assertThat(row.attempt()).isEqualTo(1);
                assertThat(second.body()).contains(row.order().id());
            });
        }
    }

    @Test
    void without_recovery_it_is_run_again() {
        try (RunningService service = RunningService.start(List.of("--orders.demo=true", "--orders.recover=false"))) {
            assertProblem(place(service, "fail-after-insert"), 500, "idempotency_execution_failed");

            assertPlaced(service.place("k", BOOK));
            assertThat(service.placed()).hasSize(2);
        }
    }

    @Test
    void at_most_once_it_is_in_doubt_and_nobody_is_asked_to_come_back() {
        try (RunningService service =
                RunningService.start(List.of("--orders.demo=true", "--idem4j.policy.max-attempts=1"))) {
            assertProblem(place(service, "fail-after-insert"), 500, "idempotency_execution_failed");

            HttpResponse<String> second = service.place("k", BOOK);
            assertProblem(second, 409, "idempotency_outcome_unknown");
            assertThat(second.headers().firstValue("Retry-After")).isEmpty();
            assertThat(service.placed()).hasSize(1);
            assertThat(service.get("/records").body()).contains("\"status\":\"IN_PROGRESS\",\"lapsed\":true");
        }
    }

    @Test
    void an_unknown_demonstration_is_refused() {
        try (RunningService service = RunningService.start(List.of("--orders.demo=true"))) {
            assertProblem(place(service, "explode"), 400, "invalid_order");
        }
    }

    private static HttpResponse<String> place(RunningService service, String demo) {
        return service.send(service.order(BOOK).header(Answers.KEY, "k").header(DemoMode.HEADER, demo));
    }
}
