package io.idem4j.dynamodb;

import static io.idem4j.dynamodb.DynamoDbAttribute.ATTEMPT;
import static io.idem4j.dynamodb.DynamoDbAttribute.CLAIMED_BY;
import static io.idem4j.dynamodb.DynamoDbAttribute.COMPLETED_AT;
import static io.idem4j.dynamodb.DynamoDbAttribute.CREATED_AT;
import static io.idem4j.dynamodb.DynamoDbAttribute.DATA;
import static io.idem4j.dynamodb.DynamoDbAttribute.DATA_FORMAT;
import static io.idem4j.dynamodb.DynamoDbAttribute.EXPIRATION;
import static io.idem4j.dynamodb.DynamoDbAttribute.FINGERPRINT;
import static io.idem4j.dynamodb.DynamoDbAttribute.LEASE;
import static io.idem4j.dynamodb.DynamoDbAttribute.OWNER;
import static io.idem4j.dynamodb.DynamoDbAttribute.STATUS;
import static io.idem4j.dynamodb.DynamoDbAttribute.TOKEN;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.InconsistentStateException;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item as a record. Everything that another library may have left out or written otherwise has an answer: what makes no
 * sense in its place counts as missing, except a status, without which nothing can be said.
 *
 * @param item as it was read
 */
record Row(Layout layout, DataFormat format, Map<String, AttributeValue> item) {
    private static final int LONGEST_FINGERPRINT = 255;

    @Nullable AttributeValue get(DynamoDbAttribute attribute) {
        return layout.get(item, attribute);
    }

    private @Nullable String text(DynamoDbAttribute attribute) {
        AttributeValue value = get(attribute);
        return value == null ? null : value.s();
    }

    @Nullable Instant leaseUntil() {
        return Times.ofMillis(get(LEASE));
    }

    @Nullable Instant expiresAt() {
        return Times.ofSeconds(get(EXPIRATION));
    }

    /** Refuses a status that is not known. */
    RecordStatus status(@Nullable IdempotencyKey key) {
        RecordStatus status = Spelling.parse(text(STATUS));
        if (status == null) {
            throw new InconsistentStateException(
                    key, "an item has a status that this version does not know; nothing was written", null);
        }
        return status;
    }

    @Nullable Token token() {
        return made(TOKEN, Token::new);
    }

    private @Nullable Fingerprint fingerprint() {
        String text = text(FINGERPRINT);
        return text == null || text.isEmpty() || text.length() > LONGEST_FINGERPRINT ? null : new Fingerprint(text);
    }

    private <T> @Nullable T made(DynamoDbAttribute attribute, Function<String, T> of) {
        String text = text(attribute);
        try {
            return text == null ? null : of.apply(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    int attempt() {
        AttributeValue value = get(ATTEMPT);
        if (value == null || value.n() == null) {
            return 1;
        }
        try {
            return Math.max(1, Integer.parseInt(value.n()));
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    boolean isExpired(Instant now) {
        Instant end = expiresAt();
        return end != null && now.isAfter(end);
    }

    /** Decided before everything else (S-11). */
    boolean fits(ClaimRequest request) {
        return request.fingerprint() == null || request.fingerprint().equals(fingerprint());
    }

    boolean isInProgressUnder(Token token) {
        return Spelling.IN_PROGRESS.equals(text(STATUS)) && token.equals(token());
    }

    /** Completed by us: another library that completes leaves our token, but knows no {@code completedAt} (S-24). */
    boolean isSettledUnder(Token token) {
        return !Spelling.IN_PROGRESS.equals(text(STATUS)) && token.equals(token()) && get(COMPLETED_AT) != null;
    }

    /** Lapsed or of the claim's own execution, with attempts left (S-05, S-20). */
    boolean yieldsTo(ClaimRequest request, Instant now) {
        Instant end = leaseUntil();
        boolean lapsed = end != null && now.isAfter(end);
        boolean own = request.owner() != null && request.owner().equals(text(OWNER));
        return (lapsed || own) && attempt() < request.takeOverBelow();
    }

    StoredRecord record(IdempotencyKey key, Instant observedAt) {
        RecordStatus status = status(key);
        boolean foreign = get(COMPLETED_AT) == null;
        return new StoredRecord(
                key,
                status,
                token(),
                text(OWNER),
                fingerprint(),
                attempt(),
                leaseUntil(),
                expiresAt(),
                Times.ofMillis(get(CREATED_AT)),
                Times.ofMillis(get(COMPLETED_AT)),
                status == RecordStatus.IN_PROGRESS ? null : data(foreign),
                text(CLAIMED_BY),
                observedAt);
    }

    private @Nullable String data(boolean foreign) {
        return Result.text(get(DATA), get(DATA_FORMAT), foreign, format);
    }

    /** Whether an operator who saw that record sees this one (S-21). */
    boolean isAs(StoredRecord seen) {
        boolean same = status(seen.key()) == seen.status() && Objects.equals(token(), seen.token());
        boolean sameTimes =
                Objects.equals(leaseUntil(), seen.leaseUntil()) && Objects.equals(expiresAt(), seen.expiresAt());
        return same && (seen.token() != null || sameTimes);
    }

    /** Hides what it holds. */
    @Override
    public String toString() {
        return "Row[" + item.size() + " attributes]";
    }
}
