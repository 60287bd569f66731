package io.idem4j.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.Records;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.tck.Clause;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

/** Where the claim is among what else stands around a method; transactions: {@link TransactionalTest}. */
class AdviceOrderTest {
    private final AnnotationConfigApplicationContext context =
            new AnnotationConfigApplicationContext(Application.class, Orders.class);
    private final Orders orders = context.getBean(Orders.class);
    private final Records records = context.getBean(Idempotency.class).records();

    @Configuration(proxyBeanMethods = false)
    @EnableIdempotency
    @EnableCaching(proxyTargetClass = true)
    @EnableAsync(proxyTargetClass = true)
    @EnableResilientMethods(proxyTargetClass = true)
    static class Application {
        @Bean
        CacheManager caches() {
            return new ConcurrentMapCacheManager();
        }

        @Bean
        Heard heard() {
            return new Heard(new CopyOnWriteArrayList<>(), new CopyOnWriteArrayList<>());
        }

        @Bean
        Idempotency idempotency(Heard heard) {
            return Idempotency.builder(new InMemoryStore())
                    .listener(event -> {
                        heard.kinds().add(event.kind());
                        heard.threads().add(Thread.currentThread());
                    })
                    .build();
        }
    }

    record Heard(List<Kind> kinds, List<Thread> threads) {}

    static class Orders {
        private final AtomicInteger runs = new AtomicInteger();

        @Idempotent(scope = "cached", key = "#p0")
        @Cacheable("orders")
        public int cached(String id) {
            return runs.incrementAndGet();
        }

        @Idempotent(scope = "async", key = "#p0")
        @Async
        public CompletableFuture<Integer> async(String id) {
            return CompletableFuture.completedFuture(runs.incrementAndGet());
        }

        @Idempotent(scope = "retried", key = "#p0")
        @Retryable(maxRetries = 2, delay = 1)
        public int retried(String id) {
            if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("not yet");
            }
            return runs.get();
        }
    }

    @AfterEach
    void close() {
        context.close();
    }

    private Heard heard() {
        return context.getBean(Heard.class);
    }

    @Test
    @Clause("A-10")
    void a_cache_is_inside_so_that_what_it_answers_is_recorded() {
        IdempotencyKey key = IdempotencyKey.of("cached", "1");
        assertThat(orders.cached("1")).isEqualTo(1);
        assertThat(records.forget(key, false)).isTrue();

        assertThat(orders.cached("1")).isEqualTo(1);
        assertThat(records.find(key)).isPresent();
    }

    @Test
    @Clause("A-10")
    void asynchrony_is_outside_so_that_the_claim_is_made_where_the_method_runs() {
        assertThat(orders.async("1").join()).isEqualTo(1);
        assertThat(orders.async("1").join()).isEqualTo(1);

        assertThat(heard().kinds()).contains(Kind.STARTED, Kind.REPLAYED);
        assertThat(heard().threads()).doesNotContain(Thread.currentThread());
    }

    @Test
    @Clause("A-10")
    void a_retry_is_outside_so_that_each_is_a_call_with_the_same_key() {
        assertThat(orders.retried("1")).isEqualTo(2);

        assertThat(Collections.frequency(heard().kinds(), Kind.STARTED)).isEqualTo(2);
        assertThat(orders.retried("1")).isEqualTo(2);
    }
}
