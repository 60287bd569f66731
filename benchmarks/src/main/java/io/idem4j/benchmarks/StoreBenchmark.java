package io.idem4j.benchmarks;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.Token;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.WriteResult;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The same store calls without the engine, and what key and token cost alone: what is left is the engine's share. */
@State(Scope.Benchmark)
public class StoreBenchmark {
    private static final int TOKEN_BYTES = 16;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    private final InMemoryStore shortLived = new InMemoryStore();
    private final InMemoryStore longLived = new InMemoryStore();

    /** Settles what is found. */
    @Setup
    public void fill() {
        for (IdempotencyKey key : SettledKeys.all()) {
            ClaimToken claim = new ClaimToken(key, newToken());
            longLived.claim(request(claim, DAY));
            longLived.complete(claim, new Completion(RecordStatus.COMPLETED, ConstantCodec.TEXT, DAY));
        }
    }

    private static ClaimRequest request(ClaimToken claim, Duration keepFor) {
        return new ClaimRequest(
                claim.key(), claim.token(), null, null, SECOND, keepFor, Integer.MAX_VALUE, "benchmark");
    }

    private static Token newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(bytes);
        return new Token(TEXT.encodeToString(bytes));
    }

    /** A key and a token. */
    @Benchmark
    public ClaimToken keyAndToken(NewKeys keys) {
        return new ClaimToken(keys.next(), newToken());
    }

    /** Claim and completion of a new key. */
    @Benchmark
    public WriteResult first(NewKeys keys) {
        ClaimToken claim = new ClaimToken(keys.next(), newToken());
        shortLived.claim(request(claim, SECOND));
        return shortLived.complete(claim, new Completion(RecordStatus.COMPLETED, ConstantCodec.TEXT, SECOND));
    }

    /** A claim that gets the completed record. */
    @Benchmark
    public ClaimResult replay(SettledKeys keys) {
        return longLived.claim(request(new ClaimToken(keys.next(), newToken()), DAY));
    }
}
