package io.idem4j.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotentOperation;
import io.idem4j.InconsistentStateException;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import io.idem4j.Outcome.Replayed;
import io.idem4j.json.Json;
import io.idem4j.tck.Clause;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import tools.jackson.databind.JsonNode;

/** This library and the published Node package of Powertools on one table. */
@OnStore("dynamodb")
@NeedsProgram({"node", "npm"})
@Clause("K-23")
class SharedTableTest {
    private static NodeTable table;

    private final TestClock clock = new TestClock();
    private final String id = UUID.randomUUID().toString();
    private final Idempotency idempotency =
            Idempotency.builder(table.store(clock)).build();

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
        idempotency.close();
    }

    private String event(int amount) {
        return "{\"id\":\"" + id + "\",\"amount\":" + amount + "}";
    }

    private IdempotentOperation<String, JsonNode> ours(boolean validated) {
        var profile = Json.Profile.powertoolsTypeScript("my-fn");
        var operation = idempotency
                .operation("shared", String.class, JsonNode.class)
                .policy(profile.policy())
                .policy(policy -> policy.lease(NodeTable.LEASE).renewFor(Duration.ZERO))
                .identity(profile.key("id"));
        return (validated ? operation.fingerprint(profile.fingerprint("amount")) : operation).build();
    }

    private Attempt.Started<JsonNode> begun() {
        return (Attempt.Started<JsonNode>) ours(false).call(event(1)).begin();
    }

    private Outcome<JsonNode> run(String value) {
        return ours(false).call(event(1)).run(() -> json(value));
    }

    private NodeFunction.Running theirs(int amount, String validation) {
        return table.call(clock, event(amount), validation);
    }

    private NodeFunction.Running theirs() {
        return theirs(1, null);
    }

    private static JsonNode json(String text) {
        return Values.JSON.readTree(text);
    }

    private void lapse() {
        clock.advance(NodeTable.LEASE.plusMillis(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"order\":\"o-1\",\"lines\":[1,2.5,null,true,{}],\"text\":\"é😀\\u0000\"}",
                "\"text\"",
                "\"{\\\"a\\\":1}\"",
                "0",
                "-12.5",
                "false",
                "null",
                "[]",
                "\"\""
            })
    void each_replays_what_the_other_completed(String value) {
        NodeFunction.Running first = theirs();
        assertThat(first.runs()).isTrue();
        first.returns(clock.instant(), json(value));
        Outcome<JsonNode> replay = run("\"second\"");
        assertThat(replay).isInstanceOf(Replayed.class);
        assertThat(Values.plain(((Replayed<JsonNode>) replay).value())).isEqualTo(Values.plain(json(value)));

        clock.advance(Duration.ofHours(2));
        assertThat(run(value)).isInstanceOf(Executed.class);
        NodeFunction.Running second = theirs();
        assertThat(second.runs()).isFalse();
        assertThat(Values.plain(second.answer().get("returned"))).isEqualTo(Values.plain(json(value)));
    }

    @Test
    void no_result_is_replayed_as_none_by_either() {
        assertThat(ours(false).call(event(1)).run(() -> null)).isInstanceOf(Executed.class);
        assertThat(theirs().answer().get("returned").has("$undefined")).isTrue();
        clock.advance(Duration.ofHours(2));
        NodeFunction.Running theirs = theirs();
        assertThat(theirs.runs()).isTrue();
        theirs.returns(clock.instant(), json("{\"$undefined\":true}"));
        assertThat(((Replayed<JsonNode>) run("1")).value()).isNull();
    }

    @Test
    void each_refuses_what_the_other_holds() {
        Attempt.Started<JsonNode> held = begun();
        assertThat(theirs().answer().get("error").asString()).isEqualTo("IdempotencyAlreadyInProgressError");
        held.release();

        NodeFunction.Running theirs = theirs();
        assertThat(theirs.runs()).isTrue();
        assertThat(run("1"))
                .isInstanceOfSatisfying(
                        Outcome.InProgress.class,
                        busy -> assertThat(busy.retryAfter()).isEqualTo(NodeTable.LEASE));
        theirs.returns(clock.instant(), json("2"));
        assertThat(run("1")).isInstanceOf(Replayed.class);
    }

    @Test
    void it_takes_over_what_we_left_and_we_are_fenced_and_told() {
        Attempt.Started<JsonNode> left = begun();
        lapse();
        NodeFunction.Running theirs = theirs();
        assertThat(theirs.runs()).isTrue();

        assertThat(left.complete(json("\"ours\"")).recording()).isEqualTo(Recording.FENCED);

        theirs.returns(clock.instant(), json("\"theirs\""));
        assertThat(((Replayed<JsonNode>) run("1")).value().asString()).isEqualTo("theirs");
    }

    @Test
    void we_take_over_what_it_left_as_the_second_attempt() {
        assertThat(theirs().runs()).isTrue();
        lapse();
        assertThat(ours(false).call(event(1)).run(execution -> {
                    assertThat(execution.attempt()).isEqualTo(2);
                    return json("\"ours\"");
                }))
                .isInstanceOfSatisfying(
                        Executed.class,
                        executed -> assertThat(executed.recording()).isEqualTo(Recording.STORED));
        assertThat(theirs().answer().get("returned").asString()).isEqualTo("ours");
    }

    @Test
    void when_it_finishes_late_over_our_claim_our_caller_is_told_and_its_result_stays() {
        NodeFunction.Running late = theirs();
        assertThat(late.runs()).isTrue();
        lapse();
        Attempt.Started<JsonNode> ours = begun();
        late.returns(clock.instant(), json("\"late\""));

        Executed<JsonNode> executed = ours.complete(json("\"ours\""));

        assertThat(executed.recording()).isEqualTo(Recording.FENCED);
        assertThat(executed.value().asString()).isEqualTo("ours");
        assertThat(((Replayed<JsonNode>) run("1")).value().asString()).isEqualTo("late");
    }

    @Test
    void when_it_finishes_late_over_our_completion_that_was_the_only_one_of_ours() {
        NodeFunction.Running late = theirs();
        assertThat(late.runs()).isTrue();
        lapse();
        Attempt.Started<JsonNode> ours = begun();
        assertThat(ours.complete(json("\"ours\"")).recording()).isEqualTo(Recording.STORED);
        late.returns(clock.instant(), json("\"late\""));

        assertThat(((Replayed<JsonNode>) run("1")).value().asString()).isEqualTo("late");
        assertThat(theirs().answer().get("returned").asString()).isEqualTo("late");
    }

    @Test
    void when_it_fails_late_and_deletes_our_claim_our_caller_is_told() {
        NodeFunction.Running late = theirs();
        assertThat(late.runs()).isTrue();
        lapse();
        Attempt.Started<JsonNode> ours = begun();
        assertThat(late.fails(clock.instant()).get("error").asString()).isEqualTo("Error");

        assertThat(ours.complete(json("\"ours\"")).recording()).isEqualTo(Recording.FENCED);
        assertThat(run("\"next\"")).isInstanceOf(Executed.class);
    }

    @Test
    void when_it_loses_the_race_for_a_lapsed_claim_to_us_it_is_refused() {
        assertThat(theirs().runs()).isTrue();
        lapse();
        Attempt.Started<JsonNode> ours = begun();
        NodeFunction.Running loser = theirs();
        assertThat(loser.runs()).isFalse();
        assertThat(loser.answer().get("error").asString()).isEqualTo("IdempotencyAlreadyInProgressError");
        assertThat(ours.complete(json("1")).recording()).isEqualTo(Recording.STORED);
    }

    @Test
    void each_finds_the_others_payload_mismatched() {
        assertThat(ours(true).call(event(1)).run(() -> json("1"))).isInstanceOf(Executed.class);
        assertThat(theirs(2, "amount").answer().get("error").asString()).isEqualTo("IdempotencyValidationError");
        assertThat(theirs(1, "amount").answer().get("returned").asInt()).isEqualTo(1);

        clock.advance(Duration.ofHours(2));
        NodeFunction.Running theirs = theirs(1, "amount");
        assertThat(theirs.runs()).isTrue();
        assertThat(ours(true).call(event(2)).run(() -> json("1"))).isInstanceOf(Outcome.Mismatch.class);
        theirs.returns(clock.instant(), json("3"));
        assertThat(ours(true).call(event(2)).run(() -> json("1"))).isInstanceOf(Outcome.Mismatch.class);
        assertThat(ours(true).call(event(1)).run(() -> json("1"))).isInstanceOf(Replayed.class);
    }

    @Test
    void each_refuses_a_status_that_it_does_not_know() {
        assertThat(run("1e300")).isInstanceOf(Executed.class);
        assertRefusedByNode("COMPLETED_AS_TEXT");
        clock.advance(Duration.ofHours(2));

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> ours(false)
                        .call(event(1))
                        .policy(policy -> policy.onFailure(failure -> OnFailure.STORE))
                        .run(() -> {
                            throw new IllegalStateException("no");
                        }));
        assertRefusedByNode("FAILED");
        clock.advance(Duration.ofHours(2));

        Attempt.Started<JsonNode> large = begun();
        large.complete(json("\"" + "x".repeat(500_000) + "\""));
        assertRefusedByNode("COMPLETED_WITHOUT_RESULT");
        clock.advance(Duration.ofHours(2));

        String key = Json.Profile.powertoolsTypeScript("my-fn")
                .key("id")
                .apply(event(1))
                .id();
        table.client.putItem(put -> put.tableName(table.name)
                .item(Map.of(
                        "id", AttributeValue.fromS(key),
                        "status", AttributeValue.fromS("FOO"),
                        "expiration",
                                AttributeValue.fromN(
                                        Long.toString(clock.instant().getEpochSecond() + 60)))));
        assertThatExceptionOfType(InconsistentStateException.class).isThrownBy(() -> run("1"));
        assertRefusedByNode("FOO");
    }

    private void assertRefusedByNode(String status) {
        NodeFunction.Running refused = theirs();
        assertThat(refused.runs()).isFalse();
        assertThat(refused.answer().get("error").asString()).as(status).isIn(List.of("IdempotencyInvalidStatusError"));
        assertThat(refused.answer().get("message").asString()).isEqualTo(status);
    }
}
