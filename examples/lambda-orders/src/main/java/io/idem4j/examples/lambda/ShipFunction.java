package io.idem4j.examples.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import io.idem4j.json.Json;
import io.idem4j.lambda.SqsBatch;

/** Ships the orders of a queue, each once, however often a message comes or an order is sent. */
public final class ShipFunction implements RequestHandler<SQSEvent, SQSBatchResponse> {
    private final Shop shop = new Shop();

    // region batch
    private final SqsBatch<String> batch = SqsBatch.of(
            shop.idempotency
                    .operation("orders.ship", SQSMessage.class, String.class)
                    .key(Json.select("powertools_json(body).id"))
                    .build(),
            (message, context) -> shop.count(shop.read(message.getBody()), "shipped"));
    // endregion

    @Override
    public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
        return batch.handleRequest(event, context);
    }
}
