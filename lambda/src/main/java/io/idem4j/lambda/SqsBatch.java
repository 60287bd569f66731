package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import io.idem4j.IdempotentOperation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Handles each message of a batch once for its key, and reports those that have to come again. The event source mapping needs
 * {@code FunctionResponseTypes: [ReportBatchItemFailures]}, else a reported failure is lost. Immutable and thread-safe; each setter
 * returns a new one.
 *
 * <p>A message that was done before, or whose key another message of the batch has had done, is not reported, so that the queue
 * forgets it; one that is in progress elsewhere, in doubt or a mismatch is. In a FIFO queue the messages of a group that
 * follow one that is reported are not run, and reported too.
 *
 * @param <R> the result of a message; {@code Void} for none
 */
public final class SqsBatch<R extends @Nullable Object> implements RequestHandler<SQSEvent, SQSBatchResponse> {
    private final GuardedAction<SQSMessage, R> action;

    private SqsBatch(GuardedAction<SQSMessage, R> action) {
        this.action = action;
    }

    /** An action for each message. */
    public static <R extends @Nullable Object> SqsBatch<R> of(
            IdempotentOperation<SQSMessage, R> operation, EventAction<? super SQSMessage, ? extends R> action) {
        return new SqsBatch<>(GuardedAction.of(operation, action));
    }

    /** An action for each message that wants to know about its attempt. */
    public static <R extends @Nullable Object> SqsBatch<R> of(
            IdempotentOperation<SQSMessage, R> operation,
            EventExecutionAction<? super SQSMessage, ? extends R> action) {
        return new SqsBatch<>(GuardedAction.of(operation, action));
    }

    /**
     * With no more than this left of the invocation no message is started, and those that are left are reported; default {@link
     * Invocation#DEFAULT_MARGIN}.
     */
    public SqsBatch<R> margin(Duration margin) {
        return new SqsBatch<>(action.margin(margin));
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
        BatchItems<SQSMessage, R> messages =
                BatchItems.of(action, context, event.getRecords(), SQSMessage::getMessageId);
        List<SQSBatchResponse.BatchItemFailure> failures = new ArrayList<>();
        Set<String> stopped = new HashSet<>();
        for (int at = 0; at < messages.size(); at++) {
            SQSMessage message = messages.get(at);
            String group = group(message);
            if ((group != null && stopped.contains(group)) || !messages.isDone(at)) {
                failures.add(new SQSBatchResponse.BatchItemFailure(messages.identifier(at)));
                if (group != null) {
                    stopped.add(group);
                }
            }
        }
        return new SQSBatchResponse(failures);
    }

    /** Within which the order counts; null: none. Messages of other queues may be grouped too, only to be fair. */
    private static @Nullable String group(SQSMessage message) {
        String queue = message.getEventSourceArn();
        if (queue == null || !queue.endsWith(".fifo")) {
            return null;
        }
        Map<String, String> attributes = message.getAttributes();
        return attributes == null ? "" : attributes.getOrDefault("MessageGroupId", "");
    }
}
