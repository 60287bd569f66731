package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.KinesisEvent;
import com.amazonaws.services.lambda.runtime.events.KinesisEvent.KinesisEventRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import io.idem4j.IdempotentOperation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Handles each record of a Kinesis stream once for its key, in order, and reports the first that has to come again; those after it are
 * not run, since the stream goes on from there. The event source mapping needs {@code FunctionResponseTypes:
 * [ReportBatchItemFailures]}, else a reported failure is lost. Immutable and thread-safe; each setter returns a new one.
 *
 * @param <R> the result of a record; {@code Void} for none
 */
public final class KinesisBatch<R extends @Nullable Object>
        implements RequestHandler<KinesisEvent, StreamsEventResponse> {
    private final GuardedAction<KinesisEventRecord, R> action;

    private KinesisBatch(GuardedAction<KinesisEventRecord, R> action) {
        this.action = action;
    }

    /** An action for each record. */
    public static <R extends @Nullable Object> KinesisBatch<R> of(
            IdempotentOperation<KinesisEventRecord, R> operation,
            EventAction<? super KinesisEventRecord, ? extends R> action) {
        return new KinesisBatch<>(GuardedAction.of(operation, action));
    }

    /** An action for each record that wants to know about its attempt. */
    public static <R extends @Nullable Object> KinesisBatch<R> of(
            IdempotentOperation<KinesisEventRecord, R> operation,
            EventExecutionAction<? super KinesisEventRecord, ? extends R> action) {
        return new KinesisBatch<>(GuardedAction.of(operation, action));
    }

    /**
     * With no more than this left of the invocation no record is started, and the first that is left is reported; default {@link
     * Invocation#DEFAULT_MARGIN}.
     */
    public KinesisBatch<R> margin(Duration margin) {
        return new KinesisBatch<>(action.margin(margin));
    }

    @Override
    public StreamsEventResponse handleRequest(KinesisEvent event, Context context) {
        return StreamRecords.run(action, context, event.getRecords(), KinesisBatch::sequenceNumber);
    }

    private static @Nullable String sequenceNumber(KinesisEventRecord record) {
        return record.getKinesis() == null ? null : record.getKinesis().getSequenceNumber();
    }
}
