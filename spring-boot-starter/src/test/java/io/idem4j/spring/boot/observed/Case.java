package io.idem4j.spring.boot.observed;

import java.util.List;

/** What one call comes to, and how the guide says that it shows. */
enum Case {
    FIRST_EXECUTION("executed", List.of("started"), "DEBUG STARTED", "DEBUG EXECUTED"),
    REPLAY("replayed", List.of(), "DEBUG REPLAYED"),
    MISMATCH("mismatch", List.of(), "INFO MISMATCH"),
    IN_PROGRESS("in_progress", List.of(), "DEBUG IN_PROGRESS"),
    FAILED_COMPLETION(
            "executed",
            List.of("started", "store_error", "store_error", "unrecorded"),
            "DEBUG STARTED",
            "INFO STORE_ERROR",
            "INFO STORE_ERROR",
            "WARN UNRECORDED",
            "DEBUG EXECUTED");

    /** In {@code idempotency.calls}, and of the span. */
    final String outcome;

    /** In {@code idempotency.events}, each as often as it is counted. */
    final List<String> events;

    /** In their order. */
    final List<String> logged;

    Case(String outcome, List<String> events, String... logged) {
        this.outcome = outcome;
        this.events = events;
        this.logged = List.of(logged);
    }
}
