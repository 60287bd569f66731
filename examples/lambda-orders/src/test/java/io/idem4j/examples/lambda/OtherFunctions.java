package io.idem4j.examples.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerResponseEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.KinesisEvent;
import com.amazonaws.services.lambda.runtime.events.KinesisEvent.KinesisEventRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import io.idem4j.http.HttpIdempotency;
import io.idem4j.json.Json;
import io.idem4j.lambda.DynamodbBatch;
import io.idem4j.lambda.HttpApiHandler;
import io.idem4j.lambda.IdempotentStreamHandler;
import io.idem4j.lambda.KinesisBatch;
import io.idem4j.lambda.LoadBalancerHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Functions for the kinds of events that the example itself has none for. */
final class OtherFunctions {
    private OtherFunctions() {}

    /** Takes orders as they come, and answers with bytes that are no text. */
    public static final class Raw implements RequestStreamHandler {
        private final Shop shop = new Shop();
        private final IdempotentStreamHandler handler = IdempotentStreamHandler.of(
                shop.idempotency
                        .operation("orders.take", byte[].class, byte[].class)
                        .key(Json.select("id"))
                        .build(),
                (input, output, context) -> {
                    shop.count(shop.read(new String(input.readAllBytes(), StandardCharsets.UTF_8)), "taken");
                    output.write(new byte[] {'"', 't', (byte) 0xc3, (byte) 0xa4, '"'});
                });

        @Override
        public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
            handler.handleRequest(input, output, context);
        }
    }

    /** Places orders behind an HTTP API, and answers with a cookie and a body that is no text. */
    public static final class Http implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
        private final Shop shop = new Shop();
        private final HttpApiHandler handler =
                HttpApiHandler.of(HttpIdempotency.builder(shop.idempotency).build(), (request, context) -> {
                    shop.count(new Order(request.getPathParameters().get("id"), "book", 1), "placed");
                    return APIGatewayV2HTTPResponse.builder()
                            .withStatusCode(201)
                            .withHeaders(Map.of("Content-Type", "application/octet-stream"))
                            .withCookies(List.of("session=1"))
                            .withBody("//8=")
                            .withIsBase64Encoded(true)
                            .build();
                });

        @Override
        public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
            return handler.handleRequest(event, context);
        }
    }

    /** Places orders behind a load balancer. */
    public static final class Balanced
            implements RequestHandler<ApplicationLoadBalancerRequestEvent, ApplicationLoadBalancerResponseEvent> {
        private final Shop shop = new Shop();
        private final LoadBalancerHandler handler =
                LoadBalancerHandler.of(HttpIdempotency.builder(shop.idempotency).build(), (request, context) -> {
                    shop.count(shop.read(request.getBody()), "placed");
                    ApplicationLoadBalancerResponseEvent response = new ApplicationLoadBalancerResponseEvent();
                    response.setStatusCode(201);
                    response.setStatusDescription("201 Created");
                    response.setMultiValueHeaders(Map.of("Location", List.of("/orders")));
                    return response;
                });

        @Override
        public ApplicationLoadBalancerResponseEvent handleRequest(
                ApplicationLoadBalancerRequestEvent event, Context context) {
            return handler.handleRequest(event, context);
        }
    }

    /** Ships orders from a Kinesis stream. */
    public static final class Kinesis implements RequestHandler<KinesisEvent, StreamsEventResponse> {
        private final Shop shop = new Shop();
        private final KinesisBatch<String> batch = KinesisBatch.of(
                shop.idempotency
                        .operation("orders.ship", KinesisEventRecord.class, String.class)
                        .key(Json.select("powertools_json(powertools_base64(kinesis.data)).id"))
                        .build(),
                (record, context) -> shop.count(
                        shop.read(StandardCharsets.UTF_8
                                .decode(record.getKinesis().getData())
                                .toString()),
                        "shipped"));

        @Override
        public StreamsEventResponse handleRequest(KinesisEvent event, Context context) {
            return batch.handleRequest(event, context);
        }
    }

    /** Ships orders as they are written to a table. */
    public static final class Table implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
        private final Shop shop = new Shop();
        private final DynamodbBatch<String> batch = DynamodbBatch.of(
                shop.idempotency
                        .operation("orders.ship", DynamodbStreamRecord.class, String.class)
                        .key(Json.select("dynamodb.keys.id.s"))
                        .build(),
                (record, context) -> shop.count(
                        new Order(record.getDynamodb().getKeys().get("id").getS(), "book", 1), "shipped"));

        @Override
        public StreamsEventResponse handleRequest(DynamodbEvent event, Context context) {
            return batch.handleRequest(event, context);
        }
    }
}
