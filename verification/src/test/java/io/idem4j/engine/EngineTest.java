package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.Execution;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.Outcome;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.FaultyStore;
import io.idem4j.tck.StoreUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A key of its own, an action that counts its effects, a store whose calls go as the test says, and who listens. */
abstract class EngineTest {
    /** How long this engine repeats calls that go wrong. */
    static final Duration REPEATS = Duration.ofMillis(100);

    static final Duration KEEP = Duration.ofDays(30);

    private final EngineClauses clauses;
    private final List<Idempotency> made = new ArrayList<>();

    final IdempotencyKey key = freshKey();
    final AtomicInteger effects = new AtomicInteger();
    final Script script = new Script();
    final Heard heard = new Heard();
    StoreUnderTest subject;
    FaultyStore store;
    Idempotency idempotency;

    EngineTest(EngineClauses clauses) {
        this.clauses = clauses;
    }

    @BeforeEach
    void open() {
        subject = clauses.subject();
        store = new FaultyStore(subject.store(), script);
        idempotency = engine(builder -> builder);
    }

    @AfterEach
    void close() {
        made.forEach(Idempotency::close);
    }

    static IdempotencyKey freshKey() {
        return IdempotencyKey.of("engine", UUID.randomUUID().toString());
    }

    /** The store without the test's faults. */
    IdempotencyStore real() {
        return subject.store();
    }

    Front front() {
        return new Front(store, real());
    }

    /** Another engine, on the same faulty store. */
    Idempotency engine(UnaryOperator<Idempotency.Builder> change) {
        return engine(front(), change);
    }

    Idempotency engine(IdempotencyStore on, UnaryOperator<Idempotency.Builder> change) {
        Idempotency engine = change.apply(Idempotency.builder(on)
                        .listener(heard)
                        .policy(policy -> policy.claimWithin(REPEATS).recordWithin(REPEATS)))
                .build();
        made.add(engine);
        return engine;
    }

    Call<String> call() {
        return idempotency.call(key, String.class);
    }

    Call<String> call(UnaryOperator<IdempotencyPolicy> policy) {
        return call().policy(policy);
    }

    Call<String> atMostOnce() {
        return call(policy -> policy.maxAttempts(1));
    }

    Call<String> waiting(Duration longest) {
        return call(policy -> policy.waitUpTo(longest));
    }

    Call<String> waiting() {
        return waiting(Threads.PATIENCE);
    }

    String act() {
        return "R" + effects.incrementAndGet();
    }

    static <T> Attempt.Started<T> started(Call<T> call) {
        Attempt<T> attempt = call.begin();
        assertThat(attempt).isInstanceOf(Attempt.Started.class);
        return (Attempt.Started<T>) attempt;
    }

    /** A process that claimed and died: its lease is over. */
    Attempt.Started<String> dead(Call<String> call) {
        Attempt.Started<String> holder = started(call);
        lapse();
        return holder;
    }

    /** The lease of this test's record ends now, on whatever clock. */
    void lapse() {
        lapse(key);
    }

    void lapse(IdempotencyKey of) {
        StoredRecord seen = record(of);
        ClaimToken claim = new ClaimToken(of, Objects.requireNonNull(seen.token()));
        assertThat(real().renew(claim, Duration.ZERO, KEEP)).isEqualTo(WriteResult.APPLIED);
    }

    /** What the store holds. */
    StoredRecord record() {
        return record(key);
    }

    StoredRecord record(IdempotencyKey of) {
        return real().find(of).orElseThrow(() -> new AssertionError("no record"));
    }

    void assertNoRecord() {
        assertThat(real().find(key)).isEmpty();
    }

    void assertLive() {
        assertThat(record().status()).isEqualTo(RecordStatus.IN_PROGRESS);
        assertThat(record().isLapsed()).isFalse();
    }

    void assertLapsed() {
        assertThat(record().isLapsed()).isTrue();
    }

    void assertCompleted(String result) {
        assertThat(record().status()).isEqualTo(RecordStatus.COMPLETED);
        assertThat(record().data()).isEqualTo('"' + result + '"');
    }

    /** A later call of somebody else runs, in this attempt. */
    void assertNextRuns(int attempt) {
        int before = effects.get();
        AtomicReference<Execution> seen = new AtomicReference<>();
        Outcome<String> next = elsewhere().run(execution -> {
            seen.set(execution);
            return act();
        });
        assertThat(next).isInstanceOf(Outcome.Executed.class);
        assertThat(effects).hasValue(before + 1);
        assertThat(seen.get().attempt()).isEqualTo(attempt);
        assertThat(seen.get().mayHaveRunBefore()).isEqualTo(attempt > 1);
    }

    void assertNextReplays(String result) {
        assertThat(assertNextIs(Outcome.Replayed.class, elsewhere()).get()).isEqualTo(result);
    }

    /** Nothing runs in that call. */
    <O extends Outcome<?>> O assertNextIs(Class<O> outcome, Call<?> call) {
        int before = effects.get();
        Object next = run(call);
        assertThat(next).isInstanceOf(outcome);
        assertThat(effects).hasValue(before);
        return outcome.cast(next);
    }

    private <T> Outcome<T> run(Call<T> call) {
        return call.run(() -> {
            act();
            return null;
        });
    }

    /** A call for this test's key in another process, whose store calls all go well. */
    Call<String> elsewhere() {
        return engine(real(), builder -> builder).call(key, String.class);
    }
}
