package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Events of a queue, as the runtime makes them. */
final class SqsEvents {
    private static final String QUEUE = "arn:aws:sqs:eu-central-1:123456789012:orders";

    private SqsEvents() {}

    static SQSMessage message(String id, String body) {
        SQSMessage message = new SQSMessage();
        message.setMessageId(id);
        message.setReceiptHandle("handle-" + id);
        message.setBody(body);
        message.setEventSource("aws:sqs");
        message.setEventSourceArn(QUEUE);
        message.setAttributes(new HashMap<>(Map.of("ApproximateReceiveCount", "1")));
        message.setMessageAttributes(Map.of());
        return message;
    }

    /** Its body is an order of that id. */
    static SQSMessage order(String id, String order) {
        return message(id, "{\"id\":\"" + order + "\"}");
    }

    static SQSMessage inGroup(String group, SQSMessage message) {
        message.setEventSourceArn(QUEUE + ".fifo");
        message.getAttributes().put("MessageGroupId", group);
        return message;
    }

    static SQSEvent event(SQSMessage... messages) {
        return event(List.of(messages));
    }

    static SQSEvent event(List<SQSMessage> messages) {
        SQSEvent event = new SQSEvent();
        event.setRecords(new ArrayList<>(messages));
        return event;
    }

    static List<String> failures(SQSBatchResponse response) {
        return response.getBatchItemFailures().stream()
                .map(SQSBatchResponse.BatchItemFailure::getItemIdentifier)
                .toList();
    }
}
