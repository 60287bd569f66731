package io.idem4j.examples.orders;

import static io.idem4j.examples.orders.Answers.assertPlaced;
import static io.idem4j.examples.orders.Answers.assertProblem;
import static io.idem4j.examples.orders.Answers.assertRetryAfter;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.StoreUnavailableException;
import io.idem4j.spi.IdempotencyStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;

class StoreDownTest {
    private static final String BOOK = "{\"item\":\"book\",\"quantity\":2}";

    @Test
    void nothing_is_placed_while_the_store_does_not_answer() {
        try (RunningService service = RunningService.start(List.of(), Switch.class)) {
            AtomicBoolean down = service.bean(AtomicBoolean.class);
            down.set(true);
            HttpResponse<String> refused = service.place("k", BOOK);

            assertProblem(refused, 503, "idempotency_unavailable");
            assertRetryAfter(refused);
            assertThat(service.placed()).isEmpty();

            down.set(false);
            assertPlaced(service.place("k", BOOK));
        }
    }

    /** A store that is reached or not. Without an annotation, so that no other test finds it. */
    static class Switch {
        @Bean
        static AtomicBoolean down() {
            return new AtomicBoolean();
        }

        @Bean
        static BeanPostProcessor reachable(AtomicBoolean down) {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof IdempotencyStore store ? switchable(store, down) : bean;
                }
            };
        }

        private static Object switchable(IdempotencyStore store, AtomicBoolean down) {
            return Proxy.newProxyInstance(
                    Switch.class.getClassLoader(), store.getClass().getInterfaces(), (proxy, method, args) -> {
                        if (down.get()) {
                            throw new StoreUnavailableException(null, "down", null);
                        }
                        try {
                            return method.invoke(store, args);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }
    }
}
