package io.idem4j.examples.orders;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Recovered;
import io.idem4j.StoredRecord;
import io.idem4j.http.HttpIdempotency;
import io.idem4j.http.HttpPolicy;
import io.idem4j.http.StoredResponse;
import io.idem4j.servlet.IdempotencyFilter;
import jakarta.servlet.DispatcherType;
import java.util.List;
import java.util.Map;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** Which requests are idempotent, and how. */
@Configuration(proxyBeanMethods = false)
class HttpConfiguration {
    @Bean
    HttpIdempotency httpIdempotency(
            Idempotency idempotency, OrderTable orders, OrdersProperties properties, JsonMapper json) {
        HttpPolicy policy = HttpPolicy.retryServerErrors()
                .required(true)
                .scope(request -> KeyHash.SCOPE)
                .onStatus(status -> status == HttpStatus.BAD_REQUEST.value() ? OnFailure.RELEASE : null);
        HttpPolicy recovering =
                properties.recovers() ? policy.recover((request, lapsed) -> recovered(lapsed, orders, json)) : policy;
        return HttpIdempotency.builder(idempotency)
                .policy(recovering)
                .endpoint("/orders")
                .build();
    }

    /** What the attempt before has placed, answered as it would have answered. */
    private static Recovered<StoredResponse> recovered(StoredRecord lapsed, OrderTable orders, JsonMapper json) {
        return orders.placedUnder(KeyHash.of(lapsed.key()))
                .map(order -> Recovered.done(StoredResponse.of(
                        HttpStatus.CREATED.value(),
                        Map.of(
                                HttpHeaders.LOCATION,
                                List.of(OrdersController.location(order).toString()),
                                HttpHeaders.CONTENT_TYPE,
                                List.of(MediaType.APPLICATION_JSON_VALUE)),
                        json.writeValueAsBytes(order))))
                .orElseGet(Recovered::notDone);
    }

    @Bean
    FilterRegistrationBean<IdempotencyFilter> idempotencyFilter(HttpIdempotency http) {
        FilterRegistrationBean<IdempotencyFilter> registration =
                new FilterRegistrationBean<>(new IdempotencyFilter(http).errorPage("/error"));
        registration.addUrlPatterns("/orders");
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
        return registration;
    }
}
