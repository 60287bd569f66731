package io.idem4j.spring.boot.messages;

import java.util.Map;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.test.EmbeddedKafkaBroker;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** One broker for all tests of this JVM; it ends with it. */
final class Broker {
    private static final EmbeddedKafkaBroker SHARED = started();
    private static final DefaultKafkaProducerFactory<String, String> PRODUCERS = new DefaultKafkaProducerFactory<>(
            Map.of("bootstrap.servers", SHARED.getBrokersAsString()), new StringSerializer(), new StringSerializer());

    private Broker() {}

    private static EmbeddedKafkaBroker started() {
        EmbeddedKafkaBroker broker = new EmbeddedKafkaKraftBroker(1, 1);
        broker.afterPropertiesSet();
        return broker;
    }

    static String address() {
        return SHARED.getBrokersAsString();
    }

    /** With one partition. */
    static void topic(String name) {
        SHARED.addTopics(name);
    }

    /** Returns when the broker has it. */
    static void send(String topic, String message) {
        new KafkaTemplate<>(PRODUCERS).send(topic, message).join();
    }
}
