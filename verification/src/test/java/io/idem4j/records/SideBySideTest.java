package io.idem4j.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotentOperation;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import io.idem4j.Outcome.Replayed;
import io.idem4j.json.Json;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.tck.TestClock;
import io.idem4j.testtools.DynamoFront.Reaction;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What docs/stores/dynamodb.md tells of this library and of the Node package side by side, as it happens. */
@NeedsProgram({"node", "npm"})
class SideBySideTest {
    private static final String IN_PROGRESS = "IdempotencyAlreadyInProgressError";
    private static NodeTable table;

    /** Near the truth: the SDK of Node repeats a refused request where the service's date differs much from its own. */
    private final TestClock clock = new TestClock(Instant.now().truncatedTo(ChronoUnit.SECONDS));

    private String event = event();
    private final AtomicInteger effects = new AtomicInteger();
    private final Idempotency idempotency = Idempotency.builder(table.store(clock))
            .policy(policy -> policy.recordWithin(Duration.ofMillis(100)))
            .build();
    private final IdempotentOperation<String, String> ours = idempotency
            .operation("ours", String.class, String.class)
            .policy(policy -> policy.lease(NodeTable.LEASE).renewFor(Duration.ZERO))
            .key(Json.select("id"))
            .build();

    @BeforeAll
    static void begin() {
        table = new NodeTable();
    }

    @AfterAll
    static void end() {
        table.close();
    }

    @AfterEach
    void close() {
        table.front.react(request -> Reaction.FORWARD);
        idempotency.close();
    }

    private static String event() {
        return "{\"id\":\"" + UUID.randomUUID() + "\"}";
    }

    private Outcome<String> run() {
        return ours.call(event).run(() -> "R" + effects.incrementAndGet());
    }

    private NodeFunction.Running theirs() {
        return table.call(clock, event, null);
    }

    /** A whole call: its answer, whose handler returns what it was given. */
    private JsonNode theirs(String value) {
        NodeFunction.Running call = theirs();
        return call.runs() ? call.returns(clock.instant(), json(value)) : call.answer();
    }

    private static JsonNode json(String text) {
        return Values.JSON.readTree('"' + text + '"');
    }

    private List<String> requestsOf(Runnable call) {
        table.front.clear();
        call.run();
        return table.front.operations();
    }

    private void lapse() {
        clock.advance(NodeTable.LEASE.plusMillis(1));
    }

    private void loseOneAnswer(String operation) {
        AtomicBoolean lost = new AtomicBoolean();
        table.front.react(request -> request.operation().equals(operation) && lost.compareAndSet(false, true)
                ? Reaction.LOSE_ANSWER
                : Reaction.FORWARD);
    }

    @Test
    void requests_here() {
        assertThat(requestsOf(this::run)).containsExactly("PutItem", "UpdateItem");
        assertThat(requestsOf(this::run)).containsExactly("PutItem");
        event = event();
        Attempt<String> held = ours.call(event).begin();
        assertThat(held).isInstanceOf(Attempt.Started.class);
        assertThat(requestsOf(this::run)).containsExactly("PutItem");
        lapse();
        assertThat(requestsOf(this::run)).containsExactly("PutItem", "UpdateItem", "UpdateItem");
    }

    @Test
    void requests_there() {
        assertThat(requestsOf(() -> theirs("R1"))).containsExactly("PutItem", "UpdateItem");
        assertThat(requestsOf(() -> theirs("R2"))).containsExactly("PutItem");
        event = event();
        assertThat(theirs().runs()).isTrue();
        assertThat(requestsOf(() -> theirs("R3"))).containsExactly("PutItem");
        lapse();
        assertThat(requestsOf(() -> theirs("R4"))).containsExactly("PutItem", "UpdateItem");
    }

    @Test
    void a_late_holder_here_is_fenced_and_told() {
        Attempt.Started<String> late =
                (Attempt.Started<String>) ours.call(event).begin();
        lapse();
        run();
        assertThat(late.complete("late").recording()).isEqualTo(Recording.FENCED);
        assertThat(((Replayed<String>) run()).value()).isEqualTo("R1");
    }

    @Test
    void a_late_holder_there_overwrites_what_was_replayed_and_is_not_told() {
        NodeFunction.Running late = theirs();
        assertThat(late.runs()).isTrue();
        lapse();
        assertThat(theirs("R1").get("returned").asString()).isEqualTo("R1");
        assertThat(theirs("R2").get("returned").asString()).isEqualTo("R1");
        assertThat(late.returns(clock.instant(), json("late")).get("returned").asString())
                .isEqualTo("late");
        assertThat(theirs("R3").get("returned").asString()).isEqualTo("late");
    }

    @Test
    void a_late_holder_there_that_fails_deletes_the_record_and_a_duplicate_runs_again() {
        NodeFunction.Running late = theirs();
        assertThat(late.runs()).isTrue();
        lapse();
        theirs("R1");
        late.fails(clock.instant());
        assertThat(theirs("R2").get("returned").asString()).isEqualTo("R2");
    }

    @Test
    void a_claim_whose_answer_is_lost_runs_here() {
        loseOneAnswer("PutItem");
        assertThat(run())
                .isInstanceOfSatisfying(
                        Executed.class,
                        executed -> assertThat(executed.recording()).isEqualTo(Recording.STORED));
        assertThat(effects).hasValue(1);
    }

    @Test
    void a_claim_whose_answer_is_lost_is_refused_there_as_its_own_duplicate() {
        loseOneAnswer("PutItem");
        assertThat(theirs("R1").get("error").asString()).isEqualTo(IN_PROGRESS);
        assertThat(theirs("R2").get("error").asString()).isEqualTo(IN_PROGRESS);
    }

    @Test
    void a_completion_whose_answer_is_lost_is_recorded_once_here_and_there() {
        loseOneAnswer("UpdateItem");
        assertThat(run())
                .isInstanceOfSatisfying(
                        Executed.class,
                        executed -> assertThat(executed.recording()).isEqualTo(Recording.STORED));
        assertThat(run()).isInstanceOf(Replayed.class);
        event = event();
        loseOneAnswer("UpdateItem");
        assertThat(theirs("R1").get("returned").asString()).isEqualTo("R1");
        assertThat(theirs("R2").get("returned").asString()).isEqualTo("R1");
    }

    @Test
    void a_completion_that_fails_returns_the_result_here() {
        table.front.react(request -> request.operation().equals("UpdateItem") ? Reaction.DENY : Reaction.FORWARD);
        assertThat(run()).isInstanceOfSatisfying(Executed.class, executed -> {
            assertThat(executed.value()).isEqualTo("R1");
            assertThat(executed.recording()).isEqualTo(Recording.UNCONFIRMED);
        });
        assertThat(run()).isInstanceOf(Outcome.InProgress.class);
    }

    @Test
    void a_completion_that_fails_is_an_error_there_whose_effect_happened() {
        table.front.react(request -> request.operation().equals("UpdateItem") ? Reaction.DENY : Reaction.FORWARD);
        assertThat(theirs("R1").get("error").asString()).isEqualTo("IdempotencyPersistenceLayerError");
        assertThat(theirs("R2").get("error").asString()).isEqualTo(IN_PROGRESS);
    }
}
