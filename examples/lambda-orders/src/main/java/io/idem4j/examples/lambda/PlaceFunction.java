package io.idem4j.examples.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import io.idem4j.http.HttpIdempotency;
import io.idem4j.http.HttpPolicy;
import io.idem4j.lambda.RestHandler;
import java.util.Map;

/** Places orders: {@code POST /orders} with an {@code Idempotency-Key}. */
public final class PlaceFunction implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {
    private final Shop shop = new Shop();

    private final RestHandler handler = RestHandler.of(
            HttpIdempotency.builder(shop.idempotency)
                    .policy(HttpPolicy.storeFinalAnswers().required(true))
                    .build(),
            (request, context) -> place(request));

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent request, Context context) {
        return handler.handleRequest(request, context);
    }

    private APIGatewayProxyResponseEvent place(APIGatewayProxyRequestEvent request) {
        Order order = shop.read(request.getBody());
        shop.count(order, "placed");
        return new APIGatewayProxyResponseEvent()
                .withStatusCode(201)
                .withHeaders(Map.of("Content-Type", "application/json", "Location", "/orders/" + order.id()))
                .withBody(shop.write(order));
    }
}
