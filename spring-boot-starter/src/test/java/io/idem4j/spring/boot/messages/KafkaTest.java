package io.idem4j.spring.boot.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spring.Idempotent;
import io.idem4j.tck.Clause;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.CommonContainerStoppingErrorHandler;

/** A listener on a real broker: a message that is delivered again is not done again. */
class KafkaTest {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final String TOPIC = "orders";

    @BeforeAll
    static void start() {
        Broker.topic(TOPIC);
    }

    /** What outlives a process. */
    private static final class World {
        final IdempotencyStore store = new InMemoryStore();
        final AtomicInteger shipped = new AtomicInteger();
        final List<String> delivered = new CopyOnWriteArrayList<>();
        final AtomicBoolean dies = new AtomicBoolean(true);
    }

    // region listener
    static class ShippingListener {
        private final Shipping shipping;

        ShippingListener(Shipping shipping) {
            this.shipping = shipping;
        }

        @KafkaListener(topics = TOPIC, groupId = "shipping")
        public void onOrder(String orderId) {
            shipping.ship(orderId);
        }
    }
    // endregion

    static class Shipping {
        private final World world;

        Shipping(World world) {
            this.world = world;
        }

        @Idempotent(scope = "orders.ship", key = "#orderId")
        public int ship(String orderId) {
            return world.shipped.incrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableKafka
    static class Application {
        @Bean
        ConcurrentKafkaListenerContainerFactory<String, String> kafkaListenerContainerFactory(World world) {
            ConcurrentKafkaListenerContainerFactory<String, String> factory =
                    new ConcurrentKafkaListenerContainerFactory<>();
            factory.setConsumerFactory(new DefaultKafkaConsumerFactory<>(
                    Map.of(
                            "bootstrap.servers", Broker.address(),
                            "auto.offset.reset", "earliest",
                            "session.timeout.ms", "6000",
                            "enable.auto.commit", "false"),
                    new StringDeserializer(),
                    new StringDeserializer()));
            factory.setCommonErrorHandler(new CommonContainerStoppingErrorHandler());
            factory.setContainerCustomizer(container -> container.setupMessageListener(new Dying(
                    (org.springframework.kafka.listener.AcknowledgingConsumerAwareMessageListener<String, String>)
                            container.getContainerProperties().getMessageListener(),
                    world)));
            return factory;
        }
    }

    /** Ends the consumer after the listener's work and before its offset is committed, as that of a process that dies there. */
    private record Dying(
            org.springframework.kafka.listener.AcknowledgingConsumerAwareMessageListener<String, String> listener,
            World world)
            implements org.springframework.kafka.listener.AcknowledgingConsumerAwareMessageListener<String, String> {
        @Override
        public void onMessage(
                org.apache.kafka.clients.consumer.ConsumerRecord<String, String> record,
                org.springframework.kafka.support.Acknowledgment acknowledgment,
                org.apache.kafka.clients.consumer.Consumer<?, ?> consumer) {
            listener.onMessage(record, acknowledgment, consumer);
            world.delivered.add(record.value());
            if (world.dies.getAndSet(false)) {
                throw new IllegalStateException("dies before the offset is committed");
            }
        }
    }

    private static ConfigurableApplicationContext process(World world) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .initializers(context -> {
                    var beans = ((org.springframework.context.support.GenericApplicationContext) context);
                    beans.registerBean(World.class, () -> world);
                    beans.registerBean(IdempotencyStore.class, () -> world.store);
                    beans.registerBean(Shipping.class);
                    beans.registerBean(ShippingListener.class);
                })
                .run("--logging.level.root=off");
    }

    @Test
    @Clause("A-14")
    void a_message_that_is_delivered_again_after_a_crash_is_done_once() {
        World world = new World();
        Broker.send(TOPIC, "17");

        try (ConfigurableApplicationContext dying = process(world)) {
            await().atMost(LONGEST).until(() -> world.delivered.size() == 1);
            assertThat(world.shipped).hasValue(1);
        }
        try (ConfigurableApplicationContext next = process(world)) {
            await().atMost(LONGEST).until(() -> world.delivered.size() == 2);
        }

        assertThat(world.delivered).containsExactly("17", "17");
        assertThat(world.shipped).hasValue(1);
    }
}
