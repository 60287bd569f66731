package io.idem4j.examples.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import io.idem4j.json.Json;
import io.idem4j.lambda.SqsBatch;

/** Charges for the orders of a queue, at most once: a charge of which nobody knows the outcome is for a person to look at. */
public final class ChargeFunction implements RequestHandler<SQSEvent, SQSBatchResponse> {
    private final Shop shop = new Shop();

    private final SqsBatch<String> batch = SqsBatch.of(
            shop.idempotency
                    .operation("orders.charge", SQSMessage.class, String.class)
                    .key(Json.select("powertools_json(body).id"))
                    .policy(policy -> policy.maxAttempts(1))
                    .build(),
            (message, context) -> shop.count(shop.read(message.getBody()), "charged"));

    @Override
    public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
        return batch.handleRequest(event, context);
    }
}
