package io.idem4j.dynamodb;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.RecordTooLargeException;
import io.idem4j.StoreRejectedException;
import io.idem4j.spi.Completion;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What a completion writes.
 *
 * @param status as it is spelled in the table
 * @param data null: none
 * @param isText whether {@code data} is JSON text
 */
record Result(String status, @Nullable AttributeValue data, boolean isText) {
    /** The marker of JSON text. */
    private static final AttributeValue TEXT = AttributeValue.fromS("json");

    static Result of(IdempotencyKey key, Completion completion, DataFormat format, long maxBytes) {
        String data = completion.data();
        String status = Spelling.of(completion.status());
        if (data == null) {
            return new Result(status, null, false);
        }
        long bytes = Sizes.utf8(data);
        if (!Sizes.isText(data)) {
            throw new StoreRejectedException(
                    key, "data: holds a lone surrogate, which DynamoDB can't keep; nothing was written", null);
        }
        if (bytes > maxBytes) {
            throw new RecordTooLargeException(key, bytes, maxBytes);
        }
        AttributeValue text = AttributeValue.fromS(data);
        if (format == DataFormat.JSON_TEXT || completion.status() != RecordStatus.COMPLETED) {
            return new Result(status, text, true);
        }
        AttributeValue values = NativeValues.of(data);
        return values == null || Sizes.of(values) > maxBytes
                ? new Result(Spelling.COMPLETED_AS_TEXT, text, true)
                : new Result(status, values, false);
    }

    @Nullable AttributeValue marker() {
        return isText ? TEXT : null;
    }

    /**
     * The text of what is stored; null: none. Text of another library, which marks nothing, is what this store would write.
     *
     * @param marker what {@link #marker} was
     * @param foreign whether another library wrote it
     */
    static @Nullable String text(
            @Nullable AttributeValue data, @Nullable AttributeValue marker, boolean foreign, DataFormat format) {
        if (data == null) {
            return null;
        }
        boolean isText = foreign ? format == DataFormat.JSON_TEXT : TEXT.equals(marker);
        return isText && data.s() != null ? data.s() : NativeValues.json(data);
    }
}
