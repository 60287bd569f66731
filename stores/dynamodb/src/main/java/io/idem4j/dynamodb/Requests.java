package io.idem4j.dynamodb;

import static io.idem4j.dynamodb.DynamoDbAttribute.ATTEMPT;
import static io.idem4j.dynamodb.DynamoDbAttribute.CLAIMED_BY;
import static io.idem4j.dynamodb.DynamoDbAttribute.COMPLETED_AT;
import static io.idem4j.dynamodb.DynamoDbAttribute.CREATED_AT;
import static io.idem4j.dynamodb.DynamoDbAttribute.DATA;
import static io.idem4j.dynamodb.DynamoDbAttribute.DATA_FORMAT;
import static io.idem4j.dynamodb.DynamoDbAttribute.EXPIRATION;
import static io.idem4j.dynamodb.DynamoDbAttribute.FINGERPRINT;
import static io.idem4j.dynamodb.DynamoDbAttribute.ID;
import static io.idem4j.dynamodb.DynamoDbAttribute.LEASE;
import static io.idem4j.dynamodb.DynamoDbAttribute.OWNER;
import static io.idem4j.dynamodb.DynamoDbAttribute.STATUS;
import static io.idem4j.dynamodb.DynamoDbAttribute.TOKEN;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The requests of each operation, each with the condition that makes it one atomic step. */
final class Requests {
    private static final Duration TICK = Duration.ofMillis(1);

    private final Layout layout;
    private final Duration clockSkew;

    Requests(Layout layout, Duration clockSkew) {
        this.layout = layout;
        this.clockSkew = clockSkew;
    }

    /** A new life, where the id is absent or expired. */
    PutItemRequest begin(ClaimRequest request, Instant now) {
        Instant lease = lease(request.leaseFor(), now);
        Map<DynamoDbAttribute, @Nullable AttributeValue> values = new HashMap<>();
        values.put(STATUS, AttributeValue.fromS(Spelling.IN_PROGRESS));
        values.put(EXPIRATION, Times.seconds(Times.later(now, request.keepFor()), lease));
        values.put(LEASE, lease == null ? null : Times.millis(lease));
        values.put(
                FINGERPRINT,
                text(
                        request.fingerprint() == null
                                ? null
                                : request.fingerprint().value()));
        values.put(TOKEN, text(request.token().value()));
        values.put(OWNER, text(request.owner()));
        values.put(ATTEMPT, AttributeValue.fromN("1"));
        values.put(CREATED_AT, Times.millis(now));
        values.put(CLAIMED_BY, text(request.claimedBy()));
        Map<String, AttributeValue> item = new HashMap<>(layout.key(request.key()));
        values.forEach((attribute, value) -> {
            if (value != null) {
                item.put(layout.name(attribute), value);
            }
        });
        Terms terms = new Terms(layout);
        String condition = terms.isAbsent(ID) + " OR " + terms.name(EXPIRATION) + " < "
                + terms.value(Times.exactSeconds(now.minus(clockSkew)));
        return PutItemRequest.builder()
                .tableName(layout.table())
                .item(item)
                .conditionExpression(condition)
                .expressionAttributeNames(terms.names())
                .expressionAttributeValues(terms.values())
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
    }

    /** The same claim again, while it is in progress under its token (S-12). */
    UpdateItemRequest repeat(ClaimRequest request, Instant now) {
        Terms terms = new Terms(layout);
        Changes changes = extended(terms, request.leaseFor(), request.keepFor(), now);
        return update(request.key(), terms, changes, heldBy(terms, request.token()), true);
    }

    /**
     * Takes over what was seen, if it still is what was seen: a renewal, another takeover, a completion or another library's
     * claim changed it (S-03).
     */
    UpdateItemRequest takeOver(ClaimRequest request, Row seen, Instant now) {
        Terms terms = new Terms(layout);
        Changes changes = extended(terms, request.leaseFor(), request.keepFor(), now)
                .to(TOKEN, text(request.token().value()))
                .to(OWNER, text(request.owner()))
                .to(CLAIMED_BY, text(request.claimedBy()))
                .to(ATTEMPT, AttributeValue.fromN(Integer.toString(seen.attempt() + 1)));
        String unchanged = inProgress(terms) + " AND " + terms.isStill(TOKEN, seen.item()) + " AND "
                + terms.isStill(LEASE, seen.item()) + " AND " + terms.isStill(EXPIRATION, seen.item());
        return update(request.key(), terms, changes, unchanged, true);
    }

    /** Settles what is in progress under the token. */
    UpdateItemRequest complete(ClaimToken claim, Completion completion, Result result, Instant now) {
        Terms terms = new Terms(layout);
        Changes changes = new Changes(terms)
                .to(STATUS, text(result.status()))
                .to(EXPIRATION, Times.seconds(Times.later(now, completion.retention()), null))
                .to(COMPLETED_AT, Times.millis(now))
                .to(DATA, result.data())
                .to(DATA_FORMAT, result.marker());
        return update(claim.key(), terms, changes, heldBy(terms, claim.token()), true);
    }

    /** Zero {@code leaseFor} ends the lease for every clock (S-22, S-23). */
    UpdateItemRequest renew(ClaimToken claim, Duration leaseFor, Duration keepFor, Instant now) {
        Terms terms = new Terms(layout);
        return update(claim.key(), terms, extended(terms, leaseFor, keepFor, now), heldBy(terms, claim.token()), false);
    }

    /** Deletes what is in progress under the token; nothing is done where nothing is. */
    DeleteItemRequest release(ClaimToken claim) {
        Terms terms = new Terms(layout);
        return delete(claim.key(), terms, heldBy(terms, claim.token()));
    }

    /** Deletes what has that status and token. */
    DeleteItemRequest forget(StoredRecord seen, Token token) {
        Terms terms = new Terms(layout);
        List<String> spellings =
                Spelling.allOf(seen.status()).stream().map(terms::text).toList();
        String condition = terms.name(STATUS) + " IN (" + String.join(", ", spellings) + ") AND "
                + terms.is(TOKEN, AttributeValue.fromS(token.value()));
        return delete(seen.key(), terms, condition);
    }

    /** Deletes an item without a token if it still is as it was read. */
    DeleteItemRequest forget(IdempotencyKey key, Row read) {
        Terms terms = new Terms(layout);
        String condition = terms.isStill(STATUS, read.item()) + " AND " + terms.isStill(TOKEN, read.item()) + " AND "
                + terms.isStill(LEASE, read.item()) + " AND " + terms.isStill(EXPIRATION, read.item());
        return delete(key, terms, condition);
    }

    private Changes extended(Terms terms, @Nullable Duration leaseFor, Duration keepFor, Instant now) {
        Instant lease = lease(leaseFor, now);
        return new Changes(terms)
                .to(LEASE, lease == null ? null : Times.millis(lease))
                .to(EXPIRATION, Times.seconds(Times.later(now, keepFor), lease));
    }

    private @Nullable Instant lease(@Nullable Duration leaseFor, Instant now) {
        if (leaseFor == null) {
            return null;
        }
        return leaseFor.isZero() ? now.minus(clockSkew).minus(TICK) : Times.later(now, leaseFor);
    }

    private static String inProgress(Terms terms) {
        return terms.is(STATUS, AttributeValue.fromS(Spelling.IN_PROGRESS));
    }

    private static String heldBy(Terms terms, Token token) {
        return inProgress(terms) + " AND " + terms.is(TOKEN, AttributeValue.fromS(token.value()));
    }

    private static @Nullable AttributeValue text(@Nullable String text) {
        return text == null ? null : AttributeValue.fromS(text);
    }

    private UpdateItemRequest update(
            IdempotencyKey key, Terms terms, Changes changes, String condition, boolean wantsItem) {
        return UpdateItemRequest.builder()
                .tableName(layout.table())
                .key(layout.key(key))
                .updateExpression(changes.expression())
                .conditionExpression(condition)
                .expressionAttributeNames(terms.names())
                .expressionAttributeValues(terms.values())
                .returnValuesOnConditionCheckFailure(
                        wantsItem
                                ? ReturnValuesOnConditionCheckFailure.ALL_OLD
                                : ReturnValuesOnConditionCheckFailure.NONE)
                .build();
    }

    private DeleteItemRequest delete(IdempotencyKey key, Terms terms, String condition) {
        return DeleteItemRequest.builder()
                .tableName(layout.table())
                .key(layout.key(key))
                .conditionExpression(terms.isAbsent(ID) + " OR (" + condition + ")")
                .expressionAttributeNames(terms.names())
                .expressionAttributeValues(terms.values())
                .build();
    }
}
