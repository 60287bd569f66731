package io.idem4j.micrometer;

import static io.micrometer.observation.tck.TestObservationRegistryAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.Call;
import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Outcome;
import io.idem4j.PayloadMismatchException;
import io.idem4j.RecordStatus;
import io.idem4j.ResultUnavailableException;
import io.idem4j.StoredFailureException;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Fault;
import io.idem4j.tck.StoreCall;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class IdempotencyObservationsTest extends MetersBase {
    private final TestObservationRegistry observed = TestObservationRegistry.create();
    private final IdempotencyObservations observations = new IdempotencyObservations(observed);
    private final Idempotency watched =
            Idempotency.builder(store).clock(clock).listener(observations).build();

    private Outcome<String> run(String payload) {
        return observations.observe(
                KEY,
                () -> watched.call(KEY, String.class)
                        .fingerprint(Fingerprint.ofParts(payload))
                        .policy(policy -> policy.recordWithin(Duration.ZERO))
                        .run(() -> {
                            assertThat(observed.getCurrentObservation()
                                            .getContextView()
                                            .getName())
                                    .isEqualTo("idempotency.run");
                            return "done";
                        }));
    }

    private void assertRun(String outcome, String... events) {
        var run = assertThat(observed)
                .hasSingleObservationThat()
                .hasNameEqualTo("idempotency.run")
                .hasContextualNameEqualTo("idempotency orders.place")
                .hasLowCardinalityKeyValue("operation", "orders.place")
                .hasLowCardinalityKeyValue("outcome", outcome)
                .hasHighCardinalityKeyValue("idempotency.key", KEY.toString())
                .hasBeenStarted()
                .hasBeenStopped();
        for (String event : events) {
            run.hasEvent(event);
        }
        assertThat(observed.getCurrentObservation()).isNull();
        observed.clear();
    }

    @Test
    @Clause("M-04")
    void each_outcome_and_what_happened_on_the_way() {
        assertThat(run("one").get()).isEqualTo("done");
        assertRun("executed", "idempotency.started", "idempotency.executed");

        assertThat(run("one").get()).isEqualTo("done");
        assertRun("replayed", "idempotency.replayed");

        run("two");
        assertRun("mismatch", "idempotency.mismatch");
    }

    @Test
    @Clause("M-04")
    void a_duplicate_while_the_first_runs_and_one_in_doubt() {
        held();
        observations.observe(KEY, () -> watched.call(KEY, String.class).run(() -> "done"));
        assertRun("in_progress", "idempotency.in_progress");

        clock.advance(LEASE.plusMillis(1));
        observations.observe(
                KEY,
                () -> watched.call(KEY, String.class)
                        .policy(policy -> policy.maxAttempts(1))
                        .run(() -> "done"));
        assertRun("in_doubt", "idempotency.in_doubt");
    }

    @Test
    @Clause("M-04")
    void a_result_that_was_not_kept_and_a_stored_failure() {
        plan = call -> call instanceof StoreCall.Complete ? new Fault.FailBefore() : new Fault.None();
        run("one");
        assertRun("executed", "idempotency.unrecorded");

        plan = call -> new Fault.None();
        clock.advance(LEASE.plusMillis(1));
        assertThatThrownBy(() -> observations.observe(
                        KEY,
                        () -> watched.call(KEY, String.class)
                                .policy(policy -> policy.onFailure(failure -> OnFailure.STORE))
                                .run(() -> {
                                    throw new IllegalStateException("declined");
                                })))
                .hasMessage("declined");
        assertRun("error", "idempotency.action_failed");
        run("one");
        assertRun("replayed_failure");
    }

    @Test
    @Clause("M-04")
    void a_call_that_ends_on_another_thread() throws Exception {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> outcome = observations.observeAsync(
                KEY, () -> watched.call(KEY, String.class).runAsync(execution -> stage));
        assertThat(observed).hasSingleObservationThat().hasBeenStarted().isNotStopped();
        assertThat(observed.getCurrentObservation()).isNull();

        Thread other = new Thread(() -> stage.complete("done"));
        other.start();
        other.join();
        assertThat(outcome.join().get()).isEqualTo("done");
        assertRun("executed", "idempotency.started");

        CompletableFuture<Outcome<String>> failed =
                observations.observeAsync(KEY, () -> CompletableFuture.failedFuture(new IllegalStateException("no")));
        assertThat(failed).isCompletedExceptionally();
        assertRun("error");
        assertThatThrownBy(() -> observations.observeAsync(KEY, () -> {
                    throw new IllegalStateException("not even begun");
                }))
                .hasMessage("not even begun");
        assertRun("error");
    }

    private String value(String payload) {
        return observations.observeValue(
                "orders.place",
                () -> watched.call(KEY, String.class)
                        .fingerprint(Fingerprint.ofParts(payload))
                        .execute(() -> "done"));
    }

    @Test
    @Clause("M-04")
    void a_call_that_gives_its_value_is_told_by_its_events() {
        value("one");
        assertRun("executed", "idempotency.started", "idempotency.executed");
        value("one");
        assertRun("replayed", "idempotency.replayed");
        assertThatThrownBy(() -> value("two")).isInstanceOf(PayloadMismatchException.class);
        assertRun("mismatch", "idempotency.mismatch");
    }

    @Test
    @Clause("M-04")
    void a_call_that_gives_no_value_is_an_error_or_what_its_events_say() {
        held();
        assertThatThrownBy(() -> observations.observeValue(
                        "orders.place", () -> watched.execute(KEY, String.class, () -> "done")))
                .isInstanceOf(AlreadyInProgressException.class);
        assertRun("in_progress", "idempotency.in_progress");

        clock.advance(LEASE.plusMillis(1));
        assertThatThrownBy(() -> observations.observeValue(
                        "orders.place",
                        () -> watched.execute(KEY, String.class, () -> {
                            throw new IllegalStateException("no");
                        })))
                .hasMessage("no");
        assertRun("error", "idempotency.taken_over", "idempotency.action_failed");
    }

    /** The words of a call that is observed by its outcome. */
    @Test
    @Clause("M-04")
    void a_stored_failure_and_a_result_that_is_not_there_are_told_as_what_they_are() {
        Call<String> storing = watched.call(KEY, String.class).policy(policy -> policy.onFailure(t -> OnFailure.STORE));
        Call<String> rebuilding = storing.policy(
                policy -> policy.rebuildFailure(IllegalStateException.class, IllegalStateException::new));
        assertThatThrownBy(() -> observations.observeValue("orders.place", () -> storing.execute(this::declined)))
                .hasMessage("declined");
        assertRun("error", "idempotency.action_failed");
        assertThatThrownBy(() -> observations.observeValue("orders.place", () -> storing.execute(() -> "done")))
                .isInstanceOf(StoredFailureException.class);
        assertRun("replayed_failure", "idempotency.replayed");
        assertThatThrownBy(() -> observations.observeValue("orders.place", () -> rebuilding.execute(() -> "done")))
                .isInstanceOf(IllegalStateException.class);
        assertRun("error", "idempotency.replayed");

        watched.records().forget(KEY, true);
        memory.claim(foreign());
        memory.complete(
                new ClaimToken(KEY, foreign().token()),
                new Completion(RecordStatus.COMPLETED_WITHOUT_RESULT, null, LEASE));
        assertThatThrownBy(() -> observations.observeValue("orders.place", () -> storing.execute(() -> "done")))
                .isInstanceOf(ResultUnavailableException.class);
        assertRun("result_unavailable", "idempotency.replayed");
    }

    private String declined() {
        throw new IllegalStateException("declined");
    }

    private static ClaimRequest foreign() {
        return new ClaimRequest(KEY, new Token("another-run"), null, null, LEASE, LEASE, 0, "elsewhere");
    }

    /** What a call ends with although its action has run is no refusal of it, whatever class it has. */
    @Test
    @Clause("M-04")
    void an_action_that_throws_what_the_library_throws_is_an_error() {
        assertThatThrownBy(() -> observations.observeValue(
                        "orders.place",
                        () -> watched.call(KEY, String.class).execute(() -> {
                            throw new AlreadyInProgressException(null, LEASE);
                        })))
                .isInstanceOf(AlreadyInProgressException.class);

        assertRun("error", "idempotency.action_failed");
    }

    @Test
    @Clause("M-05")
    void operations_made_of_what_callers_send_are_told_apart_up_to_the_same_bound() {
        for (int i = 0; i < IdempotencyMeters.MAX_OPERATIONS; i++) {
            observations.observeValue("made-of-" + i, () -> "done");
        }
        observed.clear();
        observations.observeValue("one-more", () -> "done");

        assertThat(observed)
                .hasSingleObservationThat()
                .hasContextualNameEqualTo("idempotency other")
                .hasLowCardinalityKeyValue("operation", "other");
        observed.clear();
        observations.observeValue("made-of-0", () -> "done");
        assertThat(observed).hasSingleObservationThat().hasLowCardinalityKeyValue("operation", "made-of-0");
    }

    @Test
    @Clause("M-04")
    void a_future_ends_the_observation_when_it_ends() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<String> result = observations.observeValue(
                "orders.place",
                () -> watched.call(KEY, String.class)
                        .runAsync(execution -> stage)
                        .thenApply(Outcome::get));
        assertThat(observed).hasSingleObservationThat().isNotStopped();

        stage.complete("done");
        assertThat(result.join()).isEqualTo("done");
        assertRun("executed", "idempotency.started");

        CompletableFuture<String> failed = observations.observeValue(
                "orders.place",
                () -> watched.call(KEY, Integer.class)
                        .fingerprint(Fingerprint.ofParts("other"))
                        .runAsync(execution -> CompletableFuture.completedFuture(1))
                        .thenApply(Outcome::get)
                        .thenApply(String::valueOf));
        assertThat(failed).isCompletedExceptionally();
        assertRun("mismatch");
    }

    @Test
    @Clause("M-04")
    void what_happens_in_another_observation_is_an_event_of_that_one() {
        Observation request = Observation.start("http.server.requests", observed);
        request.scoped(() -> watched.execute(KEY, String.class, () -> "done"));
        request.stop();

        assertThat(observed)
                .hasSingleObservationThat()
                .hasNameEqualTo("http.server.requests")
                .hasEvent("idempotency.started")
                .hasEvent("idempotency.executed");
    }

    @Test
    @Clause("M-05")
    void the_key_is_not_in_the_trace() {
        run("one");

        assertThat(observed)
                .hasSingleObservationThat()
                .satisfies(context ->
                        assertThat(context.getAllKeyValues().toString()).doesNotContain(KEY.value()));
    }

    @Test
    void nothing_is_made_where_nobody_observes() {
        IdempotencyObservations none = new IdempotencyObservations(ObservationRegistry.NOOP);

        assertThat(none.observe(KEY, () -> call().run(() -> "done")).get()).isEqualTo("done");
    }
}
