package io.idem4j.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Tier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One handler, many invocations at once. */
class ParallelInvocationsTest extends OnMemory {
    private static final int THREADS = 8;
    private static final int MESSAGES = Tier.size(2_000);

    @Test
    @Clause("L-12")
    void messages_that_come_in_many_batches_at_once_run_once_each_and_answer_for_themselves() throws Exception {
        Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
        SqsBatch<String> batch = SqsBatch.of(
                idempotency
                        .operation("orders", SQSMessage.class, String.class)
                        .key(SQSMessage::getBody)
                        .build(),
                (message, context) -> {
                    int run = runs.computeIfAbsent(message.getBody(), body -> new AtomicInteger())
                            .incrementAndGet();
                    if (message.getBody().endsWith("7") && run == 1) {
                        throw new IllegalStateException();
                    }
                    return message.getBody();
                });
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Integer>> invocations = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int seed = thread;
                invocations.add(() -> deliver(batch, seed));
            }
            for (Future<Integer> each : threads.invokeAll(invocations)) {
                assertThat(each.get()).isZero();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(runs).hasSize(MESSAGES);
        runs.forEach((body, count) -> assertThat(count).as(body).hasValue(body.endsWith("7") ? 2 : 1));
    }

    /** All messages in an order of its own, what is reported again, until nothing is. */
    private int deliver(SqsBatch<String> batch, int seed) {
        List<SQSMessage> queue = new ArrayList<>();
        for (int number = 0; number < MESSAGES; number++) {
            queue.add(SqsEvents.message(seed + "-" + number, "order " + number));
        }
        Collections.shuffle(queue, new Random(seed));
        while (!queue.isEmpty()) {
            List<SQSMessage> ten = queue.subList(0, Math.min(10, queue.size()));
            List<String> failures = SqsEvents.failures(batch.handleRequest(SqsEvents.event(ten), invocation()));
            List<SQSMessage> again = ten.stream()
                    .filter(message -> failures.contains(message.getMessageId()))
                    .toList();
            ten.clear();
            queue.addAll(again);
        }
        return queue.size();
    }
}
