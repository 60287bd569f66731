package io.idem4j.spring;

import io.idem4j.Idempotency;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.IdempotencyStore;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Application contexts without Boot. */
final class Contexts {
    private Contexts() {}

    static AnnotationConfigApplicationContext of(Class<?>... components) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.register(Memory.class);
        context.register(components);
        context.refresh();
        return context;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableIdempotency
    static class Memory {
        @Bean
        IdempotencyStore store() {
            return new InMemoryStore();
        }

        @Bean
        Idempotency idempotency(IdempotencyStore store) {
            return Idempotency.builder(store).build();
        }
    }
}
