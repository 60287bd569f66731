package io.idem4j.linearizability;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.Outcome;
import io.idem4j.memory.InMemoryStore;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;

/** Claims that threads begin and end by the public API, on the memory store; time stands still. */
@Param(name = "thread", gen = ThreadIdGen.class)
@Param(name = "key", gen = IntGen.class, conf = "1:2")
public class EngineCalls {
    private final Idempotency idempotency = Idempotency.builder(new InMemoryStore(() -> Said.START))
            .codec(new PlainText())
            .policy(policy -> policy.renewFor(Duration.ZERO))
            .build();
    private final ConcurrentMap<String, Attempt.Started<String>> begun = new ConcurrentHashMap<>();

    @Operation
    public String begin(@Param(name = "thread") int thread, @Param(name = "key") int key) {
        Attempt<String> attempt = idempotency
                .call(IdempotencyKey.of("test", "key-" + key), String.class)
                .begin();
        if (attempt instanceof Attempt.Started<String> started) {
            begun.put(thread + "/" + key, started);
            return "started";
        }
        return attempt instanceof Outcome.Replayed<String> replayed ? "replayed " + replayed.value() : "in progress";
    }

    @Operation
    public String complete(@Param(name = "thread") int thread, @Param(name = "key") int key) {
        Attempt.Started<String> mine = begun.remove(thread + "/" + key);
        return mine == null
                ? "nothing to complete"
                : mine.complete("by " + thread).recording().name();
    }

    @Operation
    public String release(@Param(name = "thread") int thread, @Param(name = "key") int key) {
        Attempt.Started<String> mine = begun.remove(thread + "/" + key);
        if (mine == null) {
            return "nothing to release";
        }
        mine.release();
        return "released";
    }
}
