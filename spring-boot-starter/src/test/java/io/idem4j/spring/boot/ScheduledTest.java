package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spring.Idempotent;
import io.idem4j.tck.Clause;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** A job that two processes run, and one that is run again after a crash: each day's is done once. */
class ScheduledTest {
    private static final IdempotencyStore STORE = new InMemoryStore();
    private static final AtomicInteger TICKS = new AtomicInteger();
    private static final AtomicInteger RUNS = new AtomicInteger();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableScheduling
    static class Process {
        @Bean
        IdempotencyStore store() {
            return STORE;
        }

        @Bean
        Job job(Settlement settlement) {
            return new Job(settlement);
        }

        @Bean
        Settlement settlement() {
            return new Settlement();
        }
    }

    static class Job {
        private final Settlement settlement;

        Job(Settlement settlement) {
            this.settlement = settlement;
        }

        @Scheduled(fixedDelay = 20)
        void tick() {
            settlement.settle("2026-11-30");
            TICKS.incrementAndGet();
        }
    }

    static class Settlement {
        @Idempotent(scope = "settle", key = "#day", waitUpTo = "5s")
        public int settle(String day) {
            int run = RUNS.incrementAndGet();
            if (run == 1) {
                throw new IllegalStateException("fails before it had an effect");
            }
            return run;
        }
    }

    @Test
    @Clause("A-15")
    void a_job_of_two_processes_is_done_once_for_each_key_and_again_after_a_failure() {
        ApplicationContextRunner process = new ApplicationContextRunner()
                .withUserConfiguration(Process.class)
                .withPropertyValues("logging.level.root=off");

        process.run(first ->
                process.run(second -> await().atMost(Duration.ofSeconds(30)).until(() -> TICKS.get() > 10)));

        assertThat(RUNS).as("a failure, and one that did it").hasValue(2);
    }
}
