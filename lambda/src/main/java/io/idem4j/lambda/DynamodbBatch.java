package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import io.idem4j.IdempotentOperation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Handles each record of a DynamoDB stream once for its key, in order, and reports the first that has to come again; those after it are
 * not run, since the stream goes on from there. The event source mapping needs {@code FunctionResponseTypes:
 * [ReportBatchItemFailures]}, else a reported failure is lost. Immutable and thread-safe; each setter returns a new one.
 *
 * @param <R> the result of a record; {@code Void} for none
 */
public final class DynamodbBatch<R extends @Nullable Object>
        implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
    private final GuardedAction<DynamodbStreamRecord, R> action;

    private DynamodbBatch(GuardedAction<DynamodbStreamRecord, R> action) {
        this.action = action;
    }

    /** An action for each record. */
    public static <R extends @Nullable Object> DynamodbBatch<R> of(
            IdempotentOperation<DynamodbStreamRecord, R> operation,
            EventAction<? super DynamodbStreamRecord, ? extends R> action) {
        return new DynamodbBatch<>(GuardedAction.of(operation, action));
    }

    /** An action for each record that wants to know about its attempt. */
    public static <R extends @Nullable Object> DynamodbBatch<R> of(
            IdempotentOperation<DynamodbStreamRecord, R> operation,
            EventExecutionAction<? super DynamodbStreamRecord, ? extends R> action) {
        return new DynamodbBatch<>(GuardedAction.of(operation, action));
    }

    /**
     * With no more than this left of the invocation no record is started, and the first that is left is reported; default {@link
     * Invocation#DEFAULT_MARGIN}.
     */
    public DynamodbBatch<R> margin(Duration margin) {
        return new DynamodbBatch<>(action.margin(margin));
    }

    @Override
    public StreamsEventResponse handleRequest(DynamodbEvent event, Context context) {
        return StreamRecords.run(action, context, event.getRecords(), DynamodbBatch::sequenceNumber);
    }

    private static @Nullable String sequenceNumber(DynamodbStreamRecord record) {
        return record.getDynamodb() == null ? null : record.getDynamodb().getSequenceNumber();
    }
}
