package io.idem4j.linearizability;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.Outcome;
import io.idem4j.memory.InMemoryStore;
import java.time.Duration;
import java.util.Arrays;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;

/** Whole executions, in which duplicates wait: then each is as if it happened at one moment. */
@Param(name = "thread", gen = ThreadIdGen.class)
@Param(name = "key", gen = IntGen.class, conf = "1:2")
public class WaitingCalls {
    private final Idempotency idempotency = Idempotency.builder(new InMemoryStore())
            .codec(new PlainText())
            .policy(policy -> policy.renewFor(Duration.ZERO).waitUpTo(Duration.ofMinutes(1)))
            .build();

    @Operation
    public String execute(@Param(name = "thread") int thread, @Param(name = "key") int key) {
        Outcome<String> outcome = idempotency
                .call(IdempotencyKey.of("test", "key-" + key), String.class)
                .run(() -> "by " + thread);
        return (outcome instanceof Outcome.Executed<String> ? "executed " : "replayed ") + outcome.get();
    }

    /** The same, one after the other. */
    public static class OneByOne {
        private final int[] by = {-1, -1, -1};

        public String execute(int thread, int key) {
            if (by[key] >= 0) {
                return "replayed by " + by[key];
            }
            by[key] = thread;
            return "executed by " + thread;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof OneByOne that && Arrays.equals(by, that.by);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(by);
        }
    }
}
