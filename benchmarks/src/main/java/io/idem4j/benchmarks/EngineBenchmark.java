package io.idem4j.benchmarks;

import io.idem4j.Attempt;
import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.Outcome;
import io.idem4j.memory.InMemoryStore;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Calls of the public API on the memory store. First executions have a retention of one second, so that the store is in
 * its steady state: as many records go as come, and the sweep is part of what is measured.
 */
@State(Scope.Benchmark)
public class EngineBenchmark {
    private static final Fingerprint ASKED = Fingerprint.ofParts("book", 2);
    private static final Fingerprint OTHER = Fingerprint.ofParts("book", 3);
    private static final IdempotencyKey HELD = IdempotencyKey.of("orders.place", "held");

    private final Idempotency shortLived = Idempotency.builder(new InMemoryStore())
            .codec(new ConstantCodec())
            .policy(policy -> policy.lease(Duration.ofSeconds(1)).retention(Duration.ofSeconds(1)))
            .build();
    private final Idempotency withoutRenewal = Idempotency.builder(new InMemoryStore())
            .codec(new ConstantCodec())
            .policy(policy -> policy.lease(Duration.ofSeconds(1))
                    .retention(Duration.ofSeconds(1))
                    .renewFor(Duration.ZERO))
            .build();
    private final Idempotency longLived =
            Idempotency.builder(new InMemoryStore()).codec(new ConstantCodec()).build();

    /** Settles what is replayed, and holds what is refused. */
    @Setup
    public void fill() {
        for (IdempotencyKey key : SettledKeys.all()) {
            longLived.call(key, String.class).fingerprint(ASKED).execute(() -> ConstantCodec.RESULT);
        }
        Attempt<String> held = longLived.call(HELD, String.class).begin();
        if (!(held instanceof Attempt.Started<String>)) {
            throw new IllegalStateException("the key to be held is taken");
        }
    }

    /** Ends the renewals. */
    @TearDown
    public void close() {
        shortLived.close();
        withoutRenewal.close();
        longLived.close();
    }

    /** Claim, action, completion; key and token are made in it. */
    @Benchmark
    public String first(NewKeys keys) {
        return shortLived.execute(keys.next(), String.class, () -> ConstantCodec.RESULT);
    }

    /** The same where no lease is renewed, as on Lambda. */
    @Benchmark
    public String firstWithoutRenewal(NewKeys keys) {
        return withoutRenewal.execute(keys.next(), String.class, () -> ConstantCodec.RESULT);
    }

    /** The stored result of a completed key. */
    @Benchmark
    public String replay(SettledKeys keys) {
        return longLived.execute(keys.next(), String.class, () -> ConstantCodec.RESULT);
    }

    /** A completed key with another payload. */
    @Benchmark
    public Outcome<String> mismatch(SettledKeys keys) {
        Outcome<String> outcome =
                longLived.call(keys.next(), String.class).fingerprint(OTHER).run(() -> ConstantCodec.RESULT);
        if (!(outcome instanceof Outcome.Mismatch<String>)) {
            throw new IllegalStateException("not a mismatch");
        }
        return outcome;
    }

    /** A key whose holder is at it; every thread asks for the same one. */
    @Benchmark
    public Outcome<String> inProgress() {
        Outcome<String> outcome = longLived.call(HELD, String.class).run(() -> ConstantCodec.RESULT);
        if (!(outcome instanceof Outcome.InProgress<String>)) {
            throw new IllegalStateException("not in progress");
        }
        return outcome;
    }
}
