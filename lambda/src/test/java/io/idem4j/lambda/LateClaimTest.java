package io.idem4j.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.IdempotencyKey;
import io.idem4j.InDoubtException;
import io.idem4j.NoTimeLeftException;
import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.tck.Clause;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.tck.TestClock;
import io.idem4j.testtools.DynaliteServer;
import io.idem4j.testtools.DynamoFront;
import io.idem4j.testtools.DynamoFront.Reaction;
import io.idem4j.testtools.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A claim that took what its invocation had left, and what goes wrong while it is given back. */
@NeedsProgram({"node", "npm"})
class LateClaimTest {
    /** How far clocks may differ (S-23). */
    private static final Duration SKEW = Duration.ofSeconds(1);

    private final TestClock clock = new TestClock();
    private final Instant began = clock.instant();
    private final DynamoFront front = new DynamoFront(DynaliteServer.shared().endpoint(), true);
    private final DynamoDbClient client = Dynamo.client(front.endpoint());
    private final String table = Dynamo.table(client);
    private final List<Integer> attempts = new ArrayList<>();

    @AfterEach
    void end() {
        client.close();
        front.close();
    }

    private String deliver(int maxAttempts, Duration claimTakes) {
        try (LateClaimFunction function =
                new LateClaimFunction(front.endpoint(), table, maxAttempts, clock, claimTakes, attempts::add)) {
            return function.handle();
        }
    }

    /** A delivery in a process of its own, whose clock begins with the test's. */
    private void killBeforeItIsGivenBack(int maxAttempts) throws Exception {
        CompletableFuture<Void> underWay = new CompletableFuture<>();
        CountDownLatch killed = new CountDownLatch(1);
        front.react(request -> {
            if (!request.operation().equals("DeleteItem")) {
                return Reaction.FORWARD;
            }
            underWay.complete(null);
            await(killed);
            return Reaction.LOSE_REQUEST;
        });
        try (Worker worker = Worker.start(
                LateClaimFunction.class, front.endpoint().toString(), table, Integer.toString(maxAttempts))) {
            underWay.get(1, TimeUnit.MINUTES);
            assertThat(worker.kill()).doesNotContain(LateClaimFunction.RAN);
        } finally {
            killed.countDown();
        }
        front.react(request -> Reaction.FORWARD);
    }

    /** Not after the invocation's end, but for what clocks may differ. */
    private Instant lapse() {
        Instant end = DynamoDbStore.builder(client, table)
                .clock(clock)
                .build()
                .find(IdempotencyKey.of("orders", "a"))
                .orElseThrow()
                .leaseUntil();
        assertThat(end).isBetween(began, began.plus(LateClaimFunction.TIMEOUT));
        return end.plus(SKEW);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Clause({"L-01", "L-02"})
    void where_the_process_is_killed_before_it_is_given_back_it_lapses_and_the_next_delivery_takes_over()
            throws Exception {
        killBeforeItIsGivenBack(Integer.MAX_VALUE);
        clock.set(lapse().minusMillis(1));
        assertThatExceptionOfType(AlreadyInProgressException.class)
                .isThrownBy(() -> deliver(Integer.MAX_VALUE, Duration.ZERO));
        assertThat(attempts).isEmpty();
        clock.set(lapse().plusMillis(1));
        assertThat(deliver(Integer.MAX_VALUE, Duration.ZERO)).isEqualTo("done");
        assertThat(deliver(Integer.MAX_VALUE, Duration.ZERO)).isEqualTo("done");
        assertThat(attempts).containsExactly(2);
    }

    @Test
    @Clause({"L-01", "L-02"})
    void at_most_once_it_is_in_doubt_then_although_nothing_ran() throws Exception {
        killBeforeItIsGivenBack(1);
        clock.set(lapse().plusMillis(1));
        for (int delivery = 0; delivery < 2; delivery++) {
            assertThatExceptionOfType(InDoubtException.class).isThrownBy(() -> deliver(1, Duration.ZERO));
        }
        assertThat(attempts).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 100", "2147483647, 1", "2147483647, 100"})
    @Clause("L-01")
    void where_the_answer_to_giving_it_back_is_lost_it_is_given_back_all_the_same(int maxAttempts, int losses) {
        AtomicInteger lost = new AtomicInteger();
        front.react(request -> request.operation().equals("DeleteItem") && lost.getAndIncrement() < losses
                ? Reaction.LOSE_ANSWER
                : Reaction.FORWARD);
        assertThatExceptionOfType(NoTimeLeftException.class)
                .isThrownBy(() -> deliver(maxAttempts, LateClaimFunction.TOO_LONG));
        assertThat(lost).hasPositiveValue();
        front.react(request -> Reaction.FORWARD);
        assertThat(attempts).isEmpty();
        assertThat(deliver(maxAttempts, Duration.ZERO)).isEqualTo("done");
        assertThat(attempts).containsExactly(1);
    }
}
