package io.idem4j.dynamodb;

import io.idem4j.IdempotencyKey;
import io.idem4j.dynamodb.Failures.Written;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Sends requests: failures become ours, and every answer tells the service's time. Thread-safe. */
final class Calls {
    private final DynamoDbClient client;
    private final Layout layout;
    private final ServiceClock clock;
    private final Failures failures;

    Calls(DynamoDbClient client, Layout layout, ServiceClock clock) {
        this.client = client;
        this.layout = layout;
        this.clock = clock;
        this.failures = new Failures(layout.table());
    }

    /**
     * How a conditional write ended.
     *
     * @param applied whether it was carried out
     * @param item where it was not: what is there instead; null: nothing is
     */
    record Ending(boolean applied, @Nullable Map<String, AttributeValue> item) {
        private static final Ending APPLIED = new Ending(true, null);
    }

    /** What is there where it is refused: told with the refusal, or read. */
    Ending put(IdempotencyKey key, PutItemRequest request) {
        return write(key, "PutItem", () -> client.putItem(request));
    }

    /** As {@link #put}. */
    Ending update(IdempotencyKey key, UpdateItemRequest request) {
        return write(key, "UpdateItem", () -> client.updateItem(request));
    }

    /** A refusal says that the record is another's, whatever became of an earlier sending. */
    boolean updated(IdempotencyKey key, UpdateItemRequest request) {
        try {
            send(key, "UpdateItem", () -> client.updateItem(request), Written.IF_CARRIED_OUT);
            return true;
        } catch (ConditionalCheckFailedException refused) {
            return false;
        }
    }

    /** As {@link #given}. */
    boolean ended(IdempotencyKey key, UpdateItemRequest request) {
        return given(key, "UpdateItem", () -> client.updateItem(request));
    }

    /** As {@link #given}. */
    boolean deleted(IdempotencyKey key, DeleteItemRequest request) {
        return given(key, "DeleteItem", () -> client.deleteItem(request));
    }

    /** What lets others in: refused when the SDK sent it again, its first sending may have been carried out, and others come since. */
    private boolean given(IdempotencyKey key, String action, Supplier<? extends SdkResponse> request) {
        try {
            send(key, action, request, Written.IF_CARRIED_OUT);
            return true;
        } catch (ConditionalCheckFailedException refused) {
            if (Failures.isRepeatOfUnknown(refused)) {
                throw failures.of(key, action, refused, Written.PERHAPS);
            }
            return false;
        }
    }

    @Nullable Map<String, AttributeValue> read(IdempotencyKey key) {
        return read(key, Written.NOT);
    }

    private @Nullable Map<String, AttributeValue> read(IdempotencyKey key, Written written) {
        GetItemRequest request = GetItemRequest.builder()
                .tableName(layout.table())
                .key(layout.key(key))
                .consistentRead(true)
                .build();
        GetItemResponse response = send(key, "GetItem", () -> client.getItem(request), written);
        return response.hasItem() && !response.item().isEmpty() ? response.item() : null;
    }

    private Ending write(IdempotencyKey key, String action, Supplier<? extends SdkResponse> request) {
        try {
            send(key, action, request, Written.IF_CARRIED_OUT);
            return Ending.APPLIED;
        } catch (ConditionalCheckFailedException refused) {
            return new Ending(
                    false,
                    refused.hasItem() && !refused.item().isEmpty()
                            ? refused.item()
                            : read(key, Failures.isRepeatOfUnknown(refused) ? Written.PERHAPS : Written.NOT));
        }
    }

    /**
     * An interrupt waits until the call is over, because the SDK would break off a request that was sent. The flag
     * stands again afterwards.
     */
    private <R extends SdkResponse> R send(IdempotencyKey key, String action, Supplier<R> request, Written written) {
        boolean interrupted = Thread.interrupted();
        Instant sent = clock.uncorrected();
        try {
            R response = request.get();
            learn(sent, response.sdkHttpResponse());
            return response;
        } catch (ConditionalCheckFailedException e) {
            learn(sent, e);
            throw e;
        } catch (SdkException e) {
            learn(sent, e);
            throw failures.of(key, action, e, written);
        } catch (RuntimeException e) {
            throw failures.of(key, action, SdkClientException.create("the client failed", e), written);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void learn(Instant sent, SdkException failure) {
        if (failure instanceof AwsServiceException service && service.awsErrorDetails() != null) {
            learn(sent, service.awsErrorDetails().sdkHttpResponse());
        }
    }

    private void learn(Instant sent, @Nullable SdkHttpResponse response) {
        Optional<String> date = response == null ? Optional.empty() : response.firstMatchingHeader("Date");
        clock.learn(
                sent, Objects.requireNonNullElse(date, Optional.<String>empty()).orElse(null));
    }
}
