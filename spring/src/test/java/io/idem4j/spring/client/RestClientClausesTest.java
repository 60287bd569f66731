package io.idem4j.spring.client;

import io.idem4j.client.ClientClauses;
import io.idem4j.client.ClientPolicy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** Through Spring's interceptor. */
class RestClientClausesTest extends ClientClauses {
    @Override
    protected Reply send(ClientPolicy with, URI uri, Duration timeout) throws Exception {
        JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(jdk);
        factory.setReadTimeout(timeout);
        RestClient client = RestClient.builder()
                .requestFactory(factory)
                .requestInterceptor(new IdempotencyKeyInterceptor(with))
                .build();
        try {
            return client.post()
                    .uri(uri)
                    .body("an order")
                    .exchangeForRequiredValue((request, response) -> new Reply(
                            response.getStatusCode().value(),
                            new String(response.getBody().readAllBytes(), StandardCharsets.UTF_8)));
        } catch (ResourceAccessException e) {
            throw (Exception) e.getCause();
        }
    }
}
