package io.idem4j.examples.orders;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the service.
 *
 * @param recover whether the next attempt looks for the row of the one before, instead of placing again; not for at most once, which never runs again
 * @param actionTime how long placing an order takes, half before its insert and half after; stands for calls to others
 * @param instance what the column {@code placed_by} and, by application.properties, operators see
 * @param demo whether {@link DemoMode} is listened to
 */
@ConfigurationProperties("orders")
record OrdersProperties(
        @DefaultValue("true") boolean recover,
        @DefaultValue("0s") Duration actionTime,
        String instance,
        @DefaultValue("false") boolean demo) {}
