package io.idem4j.threads;

import static org.awaitility.Awaitility.await;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.json.JsonCodec;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.WatchableStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** A process in which virtual threads wait for keys that the main thread holds, and then have what it recorded. */
final class WaitingThreads {
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private WaitingThreads() {}

    /** Arguments: threads, keys. Says how many threads had the result, and on how many carriers they ran. */
    public static void main(String... arguments) throws Exception {
        int threads = Integer.parseInt(arguments[0]);
        int keys = Integer.parseInt(arguments[1]);
        AtomicInteger claims = new AtomicInteger();
        Set<String> carriers = ConcurrentHashMap.newKeySet();
        try (Idempotency idempotency = Idempotency.builder(counting(new InMemoryStore(), claims))
                .codec(new JsonCodec())
                .policy(policy -> policy.waitUpTo(LONGEST).lease(LONGEST))
                .build()) {
            List<Attempt.Started<String>> held = new ArrayList<>();
            for (int key = 0; key < keys; key++) {
                held.add((Attempt.Started<String>)
                        idempotency.call(key(key), String.class).begin());
            }
            ExecutorService executor = virtualThreads();
            List<Future<String>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                IdempotencyKey key = key(i % keys);
                results.add(executor.submit(() -> {
                    String result = idempotency.execute(key, String.class, () -> "run again");
                    carriers.add(carrier());
                    return result;
                }));
            }
            // Everybody was refused once, and for each key one asked again: all wait.
            await().atMost(LONGEST).until(() -> claims.get() >= keys + threads + keys);
            held.forEach(each -> each.complete("by the holder"));
            int had = 0;
            for (Future<String> result : results) {
                had += result.get().equals("by the holder") ? 1 : 0;
            }
            executor.shutdown();
            System.out.println(had + " had the result");
            System.out.println(carriers.size() <= 2 ? "on two carriers" : "on " + carriers);
        }
    }

    private static IdempotencyKey key(int number) {
        return IdempotencyKey.of("threads", "key-" + number);
    }

    /** By reflection: these tests are compiled for 17. */
    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    /** {@code VirtualThread[#31]/runnable@ForkJoinPool-1-worker-2}. */
    private static String carrier() {
        String name = Thread.currentThread().toString();
        return name.substring(name.indexOf('@') + 1);
    }

    private static IdempotencyStore counting(InMemoryStore store, AtomicInteger claims) {
        return (IdempotencyStore) Proxy.newProxyInstance(
                WaitingThreads.class.getClassLoader(),
                new Class<?>[] {IdempotencyStore.class, WatchableStore.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    case "claim" -> {
                        Object result = method.invoke(store, arguments);
                        claims.incrementAndGet();
                        yield result;
                    }
                    default -> method.invoke(store, arguments);
                });
    }
}
