package io.idem4j.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent.Elb;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerResponseEvent;
import com.amazonaws.services.lambda.runtime.events.KinesisEvent;
import com.amazonaws.services.lambda.runtime.events.KinesisEvent.KinesisEventRecord;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotentOperation;
import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.http.HttpIdempotency;
import io.idem4j.http.HttpPolicy;
import io.idem4j.json.Json;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.testtools.DynaliteServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The code of docs/lambda.md. */
class LambdaGuideTest extends OnMemory {
    record Order(String id, int amount) {}

    record Receipt(String order) {}

    private final Order order = new Order("17", 3);
    private final Context context = invocation();

    private Receipt place(Order placed) {
        effects.add(placed.id());
        return new Receipt(placed.id());
    }

    private String ship(String body) {
        effects.add(body);
        return "shipped";
    }

    @Test
    @NeedsProgram({"node", "npm"})
    void environment() {
        try (DynamoDbClient client = Dynamo.client(DynaliteServer.shared().endpoint())) {
            String table = Dynamo.table(client);
            LambdaEnvironment variables = LambdaEnvironment.of(Map.of("IDEM4J_TABLE", table)::get);
            // region environment
            LambdaEnvironment environment = LambdaEnvironment.system();
            // endregion
            environment = variables;
            // region store
            DynamoDbStore store =
                    DynamoDbStore.builder(client, environment.table()).build();
            Idempotency idempotency = environment.idempotency(store).build();
            // endregion
            // region retention
            Idempotency brief = environment
                    .idempotency(store)
                    .policy(policy -> policy.retention(Duration.ofMinutes(5)).lease(Duration.ofMinutes(1)))
                    .build();
            // endregion
            brief.execute(IdempotencyKey.of("orders.brief", "a"), String.class, () -> "done");
            IdempotentHandler<Order, Receipt> handler = IdempotentHandler.of(
                    idempotency
                            .operation("orders.place", Order.class, Receipt.class)
                            .key(Order::id)
                            .build(),
                    (event, given) -> place(event));
            handler.handleRequest(order, context);
            handler.handleRequest(order, context);
            assertThat(effects).hasSize(1);
        }
    }

    @Test
    void one_event() {
        // region handler
        RequestHandler<Order, Receipt> handler = IdempotentHandler.of(
                idempotency
                        .operation("orders.place", Order.class, Receipt.class)
                        .key(Order::id)
                        .build(),
                (order, context) -> place(order));
        // endregion
        assertThat(handler.handleRequest(order, context)).isEqualTo(handler.handleRequest(order, context));
        assertThat(effects).hasSize(1);
    }

    @Test
    void raw_event() throws IOException {
        RequestStreamHandler orders = (in, out, given) -> {
            effects.add("ran");
            out.write(in.readAllBytes());
        };
        // region stream
        RequestStreamHandler handler = IdempotentStreamHandler.of(
                idempotency
                        .operation("orders.place", byte[].class, byte[].class)
                        .key(Json.select("detail.orderId"))
                        .build(),
                orders);
        // endregion
        byte[] event = "{\"detail\":{\"orderId\":\"17\"}}".getBytes(StandardCharsets.UTF_8);
        for (int delivery = 0; delivery < 2; delivery++) {
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            handler.handleRequest(new ByteArrayInputStream(event), output, context);
            assertThat(output.toByteArray()).isEqualTo(event);
        }
        assertThat(effects).hasSize(1);
    }

    @Test
    void own_call() {
        IdempotentOperation<Order, Receipt> place = idempotency
                .operation("orders.place", Order.class, Receipt.class)
                .key(Order::id)
                .build();
        // region own-call
        Receipt receipt = Invocation.limit(place.call(order), context).execute(() -> place(order));
        // endregion
        assertThat(receipt).isEqualTo(new Receipt("17"));
    }

    @Test
    void queue() {
        // region sqs
        RequestHandler<SQSEvent, SQSBatchResponse> handler = SqsBatch.of(
                idempotency
                        .operation("orders.ship", SQSMessage.class, String.class)
                        .key(Json.select("powertools_json(body).orderId"))
                        .build(),
                (message, context) -> ship(message.getBody()));
        // endregion
        SQSEvent event = SqsEvents.event(
                SqsEvents.message("m1", "{\"orderId\":\"17\"}"),
                SqsEvents.message("m2", "{\"orderId\":\"17\"}"),
                SqsEvents.message("m3", "{}"));
        assertThat(SqsEvents.failures(handler.handleRequest(event, context))).containsExactly("m3");
        assertThat(effects).hasSize(1);
    }

    @Test
    void queue_by_message() {
        IdempotentOperation<SQSMessage, String> operation =
                // region message-id
                idempotency
                        .operation("orders.ship", SQSMessage.class, String.class)
                        .key(SQSMessage::getMessageId)
                        .build();
        // endregion
        SqsBatch<String> handler = SqsBatch.of(operation, (message, given) -> ship(message.getBody()));
        handler.handleRequest(SqsEvents.event(SqsEvents.message("m1", "a"), SqsEvents.message("m2", "a")), context);
        assertThat(effects).hasSize(2);
    }

    @Test
    void shard() {
        // region kinesis
        RequestHandler<KinesisEvent, StreamsEventResponse> handler = KinesisBatch.of(
                idempotency
                        .operation("orders.ship", KinesisEventRecord.class, String.class)
                        .key(KinesisEventRecord::getEventID)
                        .build(),
                (record, context) -> ship(record.getKinesis().getPartitionKey()));
        // endregion
        KinesisEvent event = new KinesisEvent();
        event.setRecords(List.of());
        assertThat(handler.handleRequest(event, context).getBatchItemFailures()).isEmpty();
    }

    @Test
    void rest() {
        // region rest
        HttpIdempotency http = HttpIdempotency.builder(idempotency)
                .policy(HttpPolicy.storeFinalAnswers().required(true))
                .build();
        RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> handler = RestHandler.of(
                http,
                (request, context, execution) ->
                        new APIGatewayProxyResponseEvent().withStatusCode(201).withBody(ship(request.getBody())));
        // endregion
        APIGatewayProxyRequestEvent request = new APIGatewayProxyRequestEvent()
                .withHttpMethod("POST")
                .withPath("/orders")
                .withBody("{}");
        assertThat(handler.handleRequest(request, context).getStatusCode()).isEqualTo(400);
        request.setHeaders(Map.of("Idempotency-Key", "k1"));
        assertThat(handler.handleRequest(request, context).getStatusCode()).isEqualTo(201);
        assertThat(handler.handleRequest(request, context).getBody()).isEqualTo("shipped");
        assertThat(effects).hasSize(1);
    }

    private ApplicationLoadBalancerResponseEvent shipped(String body) {
        ApplicationLoadBalancerResponseEvent response = new ApplicationLoadBalancerResponseEvent();
        response.setStatusCode(201);
        response.setStatusDescription("201 Created");
        response.setBody(ship(body));
        return response;
    }

    @Test
    void balanced() {
        // region balanced
        HttpIdempotency http = HttpIdempotency.builder(idempotency)
                .endpoint("/orders")
                .policy(HttpPolicy.storeFinalAnswers()
                        .required(true)
                        .principal(request -> request.headers("x-amzn-oidc-identity").stream()
                                .findFirst()
                                .orElse(null)))
                .build();
        RequestHandler<ApplicationLoadBalancerRequestEvent, ApplicationLoadBalancerResponseEvent> handler =
                LoadBalancerHandler.of(http, (request, context) -> shipped(request.getBody()));
        // endregion
        ApplicationLoadBalancerRequestEvent request = new ApplicationLoadBalancerRequestEvent();
        request.setRequestContext(new RequestContext());
        request.getRequestContext().setElb(new Elb());
        request.setHttpMethod("POST");
        request.setPath("/orders");
        request.setBody("{}");
        for (String caller : List.of("ann", "bob", "ann")) {
            request.setHeaders(Map.of("idempotency-key", "k1", "x-amzn-oidc-identity", caller));
            assertThat(handler.handleRequest(request, context).getStatusCode()).isEqualTo(201);
        }
        assertThat(effects).hasSize(2);
    }

    @Test
    void at_most_once() {
        // region once
        IdempotentOperation<Order, Receipt> charge = idempotency
                .operation("payments.charge", Order.class, Receipt.class)
                .key(Order::id)
                .policy(policy -> policy.maxAttempts(1))
                .build();
        // endregion
        assertThat(charge.execute(order, () -> place(order))).isEqualTo(new Receipt("17"));
    }

    @Test
    void margin() {
        SqsBatch<String> handler = SqsBatch.of(
                idempotency
                        .operation("orders.ship", SQSMessage.class, String.class)
                        .key(SQSMessage::getMessageId)
                        .build(),
                (message, given) -> ship(message.getBody()));
        // region margin
        handler = handler.margin(Duration.ofSeconds(4));
        // endregion
        assertThat(handler).isNotNull();
    }
}
