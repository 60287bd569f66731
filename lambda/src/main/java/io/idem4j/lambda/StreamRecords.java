package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Records of one shard: from the first that is reported on all come again, so that none after it is run. */
final class StreamRecords {
    private StreamRecords() {}

    static <E, R extends @Nullable Object> StreamsEventResponse run(
            GuardedAction<E, R> action,
            Context context,
            @Nullable List<E> records,
            Function<E, @Nullable String> sequenceNumber) {
        BatchItems<E, R> items = BatchItems.of(action, context, records, sequenceNumber);
        for (int at = 0; at < items.size(); at++) {
            if (!items.isDone(at)) {
                return new StreamsEventResponse(
                        List.of(new StreamsEventResponse.BatchItemFailure(items.identifier(at))));
            }
        }
        return new StreamsEventResponse(List.of());
    }
}
