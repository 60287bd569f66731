package io.idem4j.examples.orders;

import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Recovered;
import io.idem4j.StoredRecord;
import io.idem4j.http.HttpPolicy;
import io.idem4j.http.StoredResponse;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** How a request for an order is idempotent, beside what the annotation says. */
@Configuration(proxyBeanMethods = false)
class OrderPolicyConfiguration {
    static final String NAME = "orderPolicy";

    /**
     * An order that failed is placed again, with the attempt before looked for; a request that was no order gives its key back.
     *
     * @param maxAttempts at most once never runs again, so that there is nothing to recover
     */
    @Bean(NAME)
    HttpPolicy orderPolicy(
            OrderTable orders,
            OrdersProperties properties,
            JsonMapper json,
            @Value("${idem4j.policy.max-attempts:0}") int maxAttempts) {
        HttpPolicy policy = HttpPolicy.retryServerErrors()
                .onStatus(status -> status == HttpStatus.BAD_REQUEST.value() ? OnFailure.RELEASE : null);
        return properties.recover() && maxAttempts != 1
                ? policy.recover((request, lapsed) -> recovered(lapsed, orders, json))
                : policy;
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
}
