package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.idem4j.Idempotency;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.tck.TestClock;
import io.idem4j.testtools.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A function on a store in memory, both on the test's clock. */
abstract class OnMemory {
    static final Duration TIMEOUT = Duration.ofSeconds(60);

    final TestClock clock = new TestClock();
    final InMemoryStore store = new InMemoryStore(clock);
    final LambdaEnvironment environment =
            LambdaEnvironment.of(Map.of("AWS_LAMBDA_FUNCTION_NAME", "orders", "AWS_LAMBDA_FUNCTION_VERSION", "7")::get);
    final Idempotency idempotency = environment.idempotency(store).clock(clock).build();
    final List<String> effects = new ArrayList<>();

    Context invocation() {
        return Deadline.in(TIMEOUT, clock);
    }
}
