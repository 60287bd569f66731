package io.idem4j.spring.boot.messages;

import io.idem4j.spring.Idempotent;
import io.idem4j.testtools.CrashPoint;
import java.util.Map;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.util.backoff.FixedBackOff;

/** A process that ships each order of which a message tells, and stands still in its work and before the message is acknowledged. */
final class ConsumerProcess {
    static final String IN_WORK = "row written, not committed";
    static final String WORKED = "recorded, not acknowledged";

    private ConsumerProcess() {}

    /** Arguments: properties. */
    public static void main(String... properties) {
        new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .run(properties);
    }

    static class Listener {
        private final Shipping shipping;

        Listener(Shipping shipping) {
            this.shipping = shipping;
        }

        @KafkaListener(topics = "${topic}", groupId = "${topic}", properties = "group.instance.id=only")
        public void onOrder(String orderId) {
            shipping.ship(orderId);
            CrashPoint.reached(WORKED);
        }
    }

    static class Shipping {
        private final JdbcTemplate jdbc;

        Shipping(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Idempotent(scope = "ship", key = "#orderId", lease = "1s", transactional = true, claimFirst = true)
        @Transactional
        public int ship(String orderId) {
            int rows = jdbc.update("INSERT INTO shipped VALUES (?)", orderId);
            CrashPoint.reached(IN_WORK);
            return rows;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @KilledProcessesTest.Configured
    @EnableKafka
    @Import({Listener.class, Shipping.class})
    static class Application {
        private static final long AGAIN_AFTER_MILLIS = 100;

        @Bean
        ConcurrentKafkaListenerContainerFactory<String, String> kafkaListenerContainerFactory(
                @Value("${broker}") String broker) {
            ConcurrentKafkaListenerContainerFactory<String, String> factory =
                    new ConcurrentKafkaListenerContainerFactory<>();
            factory.setConsumerFactory(new DefaultKafkaConsumerFactory<>(
                    Map.of("bootstrap.servers", broker, "auto.offset.reset", "earliest", "enable.auto.commit", "false"),
                    new StringDeserializer(),
                    new StringDeserializer()));
            factory.setCommonErrorHandler(
                    new DefaultErrorHandler(new FixedBackOff(AGAIN_AFTER_MILLIS, FixedBackOff.UNLIMITED_ATTEMPTS)));
            return factory;
        }
    }
}
