package io.idem4j.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.OutcomeUnknownException;
import io.idem4j.RecordTooLargeException;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.DynamoFront.Reaction;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What each failure says of the record (S-13), and of what is missing. */
class FailuresTest extends OnDynamo {
    private final ClaimRequest held = claim(key);

    private Map<String, Runnable> calls(DynamoDbStore on) {
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("PutItem", () -> on.claim(claim(key())));
        calls.put("UpdateItem", () -> on.complete(of(held), done()));
        calls.put("DeleteItem", () -> on.release(of(held)));
        calls.put("GetItem", () -> on.find(key));
        return calls;
    }

    /** What each call ends with when every request is treated so. */
    private void assertAlways(Reaction reaction, Class<? extends Throwable> kind, String... told) {
        store.claim(held);
        try (DynamoDbClient few = Dynamo.clientOfFewRepeats(front.endpoint())) {
            DynamoDbStore failing = DynamoDbStore.builder(few, table()).build();
            calls(failing).forEach((action, call) -> {
                front.react(request -> reaction);
                Throwable failure = catchThrowable(call::run);
                front.react(request -> Reaction.FORWARD);
                assertThat(failure).as(action).isInstanceOf(kind).hasMessageContaining(table());
                for (String text : told) {
                    assertThat(failure).hasMessageContaining(text.replace("{action}", action));
                }
            });
        }
        assertThat(item()).containsKey("token").doesNotContainKey("completedAt");
    }

    @Test
    @Clause("S-13")
    void throttled_nothing_was_written_and_a_repeat_may_help() {
        assertAlways(Reaction.THROTTLE, StoreUnavailableException.class, "ProvisionedThroughputExceeded", "{action}");
    }

    @Test
    @Clause("S-13")
    void a_missing_permission_is_named_with_its_table() {
        assertAlways(Reaction.DENY, StoreRejectedException.class, "needs dynamodb:{action}");
    }

    @Test
    @Clause("S-13")
    void a_missing_table_is_named() {
        assertAlways(Reaction.NO_TABLE, StoreRejectedException.class, "there is no table");
        DynamoDbStore nowhere = DynamoDbStore.builder(client, "no-such-table").build();
        calls(nowhere)
                .forEach((action, call) -> assertThat(catchThrowable(call::run))
                        .isInstanceOf(StoreRejectedException.class)
                        .hasMessageContaining("no-such-table"));
    }

    @Test
    @Clause("S-13")
    void an_answer_that_is_lost_each_time_leaves_a_write_unknown_and_a_read_to_repeat() {
        store.claim(held);
        try (DynamoDbClient few = Dynamo.clientOfFewRepeats(front.endpoint())) {
            DynamoDbStore failing = DynamoDbStore.builder(few, table()).build();
            for (Reaction reaction : List.of(Reaction.LOSE_REQUEST, Reaction.FAIL_AFTERWARDS)) {
                calls(failing).forEach((action, call) -> {
                    front.react(request -> reaction);
                    Throwable failure = catchThrowable(call::run);
                    front.react(request -> Reaction.FORWARD);
                    assertThat(failure)
                            .as("%s, %s", action, reaction)
                            .isInstanceOf(
                                    action.equals("GetItem")
                                            ? StoreUnavailableException.class
                                            : OutcomeUnknownException.class);
                });
            }
        }
    }

    @Test
    @Clause("S-13")
    void a_time_limit_of_the_client_leaves_a_write_unknown() {
        try (DynamoDbClient hasty = Dynamo.client(
                front.endpoint(),
                config -> config.retryStrategy(strategy -> strategy.maxAttempts(1))
                        .apiCallTimeout(Duration.ofSeconds(1)))) {
            DynamoDbStore failing = DynamoDbStore.builder(hasty, table()).build();
            failing.find(key);
            CountDownLatch over = new CountDownLatch(1);
            front.react(request -> {
                try {
                    over.await(1, TimeUnit.MINUTES);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return Reaction.FORWARD;
            });
            assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> failing.claim(claim(key)));
            assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> failing.find(key));
            over.countDown();
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    /** The SDK repeats by itself and tells only the last failure: it must not be taken for the whole story. */
    @Test
    @Clause("S-13")
    void a_refusal_after_an_answer_that_was_lost_leaves_the_write_unknown() {
        try (DynamoDbClient few = Dynamo.clientOfFewRepeats(front.endpoint())) {
            DynamoDbStore failing = DynamoDbStore.builder(few, table()).build();
            for (Reaction last : List.of(Reaction.THROTTLE, Reaction.DENY, Reaction.NO_TABLE)) {
                for (Reaction first : List.of(Reaction.LOSE_ANSWER, Reaction.FAIL_AFTERWARDS)) {
                    assertAfter(first, last, failing, OutcomeUnknownException.class);
                }
            }
            assertAfter(Reaction.THROTTLE, Reaction.THROTTLE, failing, StoreUnavailableException.class);
            assertAfter(Reaction.THROTTLE, Reaction.DENY, failing, StoreRejectedException.class);
        }
    }

    private void assertAfter(
            Reaction first, Reaction last, DynamoDbStore failing, Class<? extends Throwable> expected) {
        Deque<Reaction> reactions = new ArrayDeque<>(List.of(first, last));
        front.react(request -> reactions.isEmpty() ? Reaction.FORWARD : reactions.remove());
        assertThat(catchThrowable(() -> failing.claim(claim(key()))))
                .as("%s, then %s", first, last)
                .isInstanceOf(expected);
        assertThat(reactions).isEmpty();
    }

    @Test
    @Clause("S-13")
    void the_read_that_an_endpoint_without_old_items_needs_is_part_of_the_write_it_follows() {
        try (DynamoDbClient few = Dynamo.clientOfFewRepeats(front.endpoint())) {
            DynamoDbStore failing = DynamoDbStore.builder(few, table()).build();
            store.claim(held);
            front.tellOldItems(false);
            front.react(request -> request.operation().equals("GetItem") ? Reaction.DENY : Reaction.FORWARD);
            assertThatExceptionOfType(StoreRejectedException.class)
                    .isThrownBy(() -> failing.claim(claim(key)))
                    .withMessageContaining("dynamodb:GetItem");

            Deque<Reaction> puts = new ArrayDeque<>(List.of(Reaction.LOSE_ANSWER));
            front.react(request -> {
                if (request.operation().equals("GetItem")) {
                    return Reaction.DENY;
                }
                return puts.isEmpty() ? Reaction.FORWARD : puts.remove();
            });
            assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> failing.claim(claim(key())));
        }
    }

    @Test
    @Clause("S-15")
    void what_the_service_finds_too_large_is_said_to_be() {
        store.claim(held);
        once("UpdateItem", Reaction.TOO_LARGE);
        assertThatExceptionOfType(RecordTooLargeException.class)
                .isThrownBy(() -> store.complete(of(held), done()))
                .satisfies(failure -> assertThat(failure.limit()).isEqualTo(400 * 1024));
    }

    @Test
    @Clause("S-13")
    void whatever_a_client_throws_is_a_failure_of_the_store() {
        DynamoDbStore failing = DynamoDbStore.builder(
                        Dynamo.switching(() -> {
                            throw new IllegalStateException("closed " + key.value());
                        }),
                        table())
                .build();
        calls(failing).forEach((action, call) -> {
            Throwable failure = catchThrowable(call::run);
            assertThat(failure)
                    .as(action)
                    .isInstanceOf(
                            action.equals("GetItem") ? StoreUnavailableException.class : OutcomeUnknownException.class);
            assertThat(failure).hasStackTraceContaining("IllegalStateException");
            assertThat(failure.getCause().toString()).doesNotContain(key.value());
        });
    }

    @Test
    void an_interrupt_before_a_call_does_not_break_it_off() {
        Thread.currentThread().interrupt();
        try {
            store.claim(held);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
        assertThat(item()).containsKey("token");
    }
}
