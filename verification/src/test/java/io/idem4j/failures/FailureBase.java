package io.idem4j.failures;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.memory.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** One key, an action that counts its effects, a store that fails on demand, and a clock that the test moves. */
abstract class FailureBase {
    static final Duration LEASE = Duration.ofSeconds(30);
    static final Duration PATIENCE = Duration.ofSeconds(20);
    /** More than the results' bytes, so that only a test that wants it meets the limit. */
    static final long MAX_DATA_BYTES = 100;

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration SHORT = Duration.ofMillis(100);

    private final AtomicReference<Instant> now;
    final InMemoryStore memory;
    final ScriptedStore<InMemoryStore> store;
    final Idempotency idempotency;
    final IdempotencyKey key = IdempotencyKey.of("orders.place", "k");
    final AtomicInteger effects = new AtomicInteger();

    /** On the clock that {@link #pass} moves. */
    FailureBase() {
        this(new AtomicReference<>(START));
    }

    private FailureBase(AtomicReference<Instant> now) {
        this(now, now::get);
    }

    /** On another clock. */
    FailureBase(InstantSource clock) {
        this(new AtomicReference<>(START), clock);
    }

    private FailureBase(AtomicReference<Instant> now, InstantSource clock) {
        this.now = now;
        memory = new InMemoryStore(clock);
        store = new ScriptedStore<>(memory, MAX_DATA_BYTES);
        idempotency = Idempotency.builder(store)
                .policy(policy -> policy.claimWithin(SHORT).recordWithin(SHORT))
                .build();
    }

    Call<String> call() {
        return idempotency.call(key, String.class);
    }

    Call<String> atMostOnce() {
        return call().policy(policy -> policy.maxAttempts(1));
    }

    String act() {
        return "R" + effects.incrementAndGet();
    }

    Outcome<String> run(Call<String> call) {
        return call.run(this::act);
    }

    /** A process that claims, and does no more. */
    Attempt.Started<String> holder(Call<String> call) {
        return (Attempt.Started<String>) call.begin();
    }

    /** A process that claims, has its effect, and dies. */
    Attempt.Started<String> holderWithEffect(Call<String> call) {
        Attempt.Started<String> started = holder(call);
        act();
        return started;
    }

    void pass(Duration time) {
        now.set(now.get().plus(time));
    }

    void passLease() {
        pass(LEASE.plusMillis(1));
    }

    /** What the store holds, past every scripted fault. */
    StoredRecord held() {
        return memory.find(key).orElseThrow();
    }

    void assertNothingHeld() {
        assertThat(memory.find(key)).isEmpty();
    }

    void assertHeldLive() {
        assertThat(held().status()).isEqualTo(RecordStatus.IN_PROGRESS);
        assertThat(held().isLapsed()).isFalse();
    }

    void assertHeldLapsed() {
        assertThat(held().isLapsed()).isTrue();
    }

    void assertHeldCompleted(String result) {
        assertThat(held().status()).isEqualTo(RecordStatus.COMPLETED);
        assertThat(held().data()).isEqualTo("\"" + result + "\"");
    }

    /** The next call with the same key. */
    void assertNextRuns(int attempt) {
        int before = effects.get();
        Outcome<String> next = call().run(execution -> {
            assertThat(execution.attempt()).isEqualTo(attempt);
            assertThat(execution.mayHaveRunBefore()).isEqualTo(attempt > 1);
            return act();
        });
        assertThat(next).isInstanceOf(Executed.class);
        assertThat(effects).hasValue(before + 1);
    }

    void assertNextReplays(String result) {
        int before = effects.get();
        Outcome<String> next = run(call());
        assertThat(next).isInstanceOf(Outcome.Replayed.class);
        assertThat(next.get()).isEqualTo(result);
        assertThat(effects).hasValue(before);
    }

    void assertNextIs(Class<?> outcome, Call<String> call) {
        int before = effects.get();
        assertThat(run(call)).isInstanceOf(outcome);
        assertThat(effects).hasValue(before);
    }
}
