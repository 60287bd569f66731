package io.idem4j.spring.boot;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.IdempotencyKey;
import io.idem4j.Records;
import io.idem4j.StoredRecord;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Unsettled records to read; one record to find, resolve or forget, by a body, so that no key is in a URL. */
@Endpoint(id = "idempotency")
public final class IdempotencyEndpoint {
    private static final int MOST = 1_000;
    private static final int USUAL = 100;
    private static final int NOT_IMPLEMENTED = 501;

    private final Records records;
    private final ActuatorProperties shown;

    IdempotencyEndpoint(Records records, ActuatorProperties shown) {
        this.records = records;
        this.shown = shown;
    }

    /** What was done, and why nothing was; no record: there is none. */
    record Answer(
            boolean done, @Nullable String why, @Nullable RecordView record) {}

    /** Records whose holder is silent, the longest silent first; 501 with the reason where the store can't list. */
    @ReadOperation
    public WebEndpointResponse<Object> unsettled(@Nullable Integer limit) {
        int most = limit == null ? USUAL : Math.max(1, Math.min(limit, MOST));
        List<StoredRecord> found;
        try {
            found = records.unsettled(most);
        } catch (UnsupportedOperationException e) {
            return new WebEndpointResponse<>(new Answer(false, e.getMessage(), null), NOT_IMPLEMENTED);
        }
        return new WebEndpointResponse<>(
                found.stream().map(record -> RecordView.of(record, shown)).toList());
    }

    /**
     * One record.
     *
     * @param action find, resolve or forget
     * @param result for resolve: JSON; null: no result
     * @param force for forget: a live claim too
     */
    @WriteOperation
    public Answer settle(
            String action,
            String scope,
            String key,
            @Nullable String principal,
            @Nullable String result,
            @Nullable Boolean force) {
        IdempotencyKey found = key(scope, key, principal);
        try {
            boolean done = switch (action.toLowerCase(Locale.ROOT)) {
                case "find" -> records.find(found).isPresent();
                case "resolve" -> resolve(found, result);
                case "forget" -> records.forget(found, Boolean.TRUE.equals(force));
                default ->
                    throw new InvalidEndpointRequestException("action must be find, resolve or forget", "action");
            };
            RecordView left = view(found);
            return new Answer(done, done ? null : notDone(left), left);
        } catch (AlreadyInProgressException e) {
            return new Answer(false, "its holder lives", view(found));
        }
    }

    private static String notDone(@Nullable RecordView left) {
        return left == null ? "there is no record" : "it is settled, or has changed since";
    }

    private @Nullable RecordView view(IdempotencyKey key) {
        return records.find(key).map(record -> RecordView.of(record, shown)).orElse(null);
    }

    private boolean resolve(IdempotencyKey key, @Nullable String result) {
        if (result == null) {
            return records.resolve(key, JsonNode.class, JsonMapper.shared().nullNode());
        }
        try {
            return records.resolve(key, JsonNode.class, JsonMapper.shared().readTree(result));
        } catch (JacksonException e) {
            throw new InvalidEndpointRequestException("result must be JSON", "result");
        }
    }

    private static IdempotencyKey key(String scope, String value, @Nullable String principal) {
        try {
            IdempotencyKey key = scope.isEmpty() ? IdempotencyKey.unscoped(value) : IdempotencyKey.of(scope, value);
            return principal == null ? key : key.forPrincipal(principal);
        } catch (IllegalArgumentException e) {
            throw new InvalidEndpointRequestException("scope, key and principal make no key", "key");
        }
    }
}
