package io.idem4j.dynamodb;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.StoreTraits;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Records in a table of DynamoDB that functions in other languages may share. Thread-safe; the client is the caller's, with
 * its region, credentials, timeouts and retries, and is never closed.
 *
 * <p>A claim and a replay are one request, a first execution two. Leases and expiry count on the machine's clock, corrected by
 * what the service's answers say of its own. The service deletes expired items in its own time where the table's expiry (TTL)
 * is on, so {@link #purge} does nothing.
 *
 * <p>Errors are those of {@link IdempotencyStore}. Their causes keep type, code and stack of the SDK's failure, but not its
 * words, which may quote keys and results.
 */
public final class DynamoDbStore implements IdempotencyStore {
    /** Each such race takes another claim or release of the same key within a round trip. */
    private static final int MOST_RACES = 100;

    private final Layout layout;
    private final DataFormat format;
    private final Duration clockSkew;
    private final ServiceClock clock;
    private final Calls calls;
    private final Requests requests;
    private final StoreTraits traits;

    DynamoDbStore(
            DynamoDbClient client,
            Layout layout,
            DataFormat format,
            Duration clockSkew,
            ServiceClock clock,
            long maxData) {
        this.layout = layout;
        this.format = format;
        this.clockSkew = clockSkew;
        this.clock = clock;
        this.calls = new Calls(client, layout, clock);
        this.requests = new Requests(layout, clockSkew);
        this.traits = new StoreTraits("dynamodb", false, format == DataFormat.JSON_TEXT, false, maxData);
    }

    /**
     * Starts a configuration; everything else has a default.
     *
     * @param client used as it is, and not closed
     * @param table name or ARN of the table
     */
    public static DynamoDbStoreBuilder builder(DynamoDbClient client, String table) {
        return new DynamoDbStoreBuilder(client, table);
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        Texts.check(request);
        for (int i = 0; i < MOST_RACES; i++) {
            Calls.Ending begun = calls.put(request.key(), requests.begin(request, clock.instant()));
            if (begun.applied()) {
                return new ClaimResult.Acquired(1);
            }
            ClaimResult result = claimed(request, begun.item());
            if (result != null) {
                return result;
            }
        }
        throw contended(request.key());
    }

    /** What a claim does with an item that it met; null: it went away or expired, so the claim is made anew (S-01). */
    private @Nullable ClaimResult claimed(ClaimRequest request, @Nullable Map<String, AttributeValue> item) {
        Map<String, AttributeValue> met = item;
        for (int i = 0; i < MOST_RACES && met != null; i++) {
            Row row = new Row(layout, format, met);
            Instant now = clock.instant();
            Instant certain = now.minus(clockSkew);
            if (row.isExpired(certain)) {
                return null;
            }
            boolean repeat = row.isInProgressUnder(request.token());
            boolean open = row.status(request.key()) == RecordStatus.IN_PROGRESS && row.fits(request);
            if (!open || (!repeat && !row.yieldsTo(request, certain))) {
                return new ClaimResult.Existing(row.record(request.key(), now));
            }
            Calls.Ending ending = calls.update(
                    request.key(), repeat ? requests.repeat(request, now) : requests.takeOver(request, row, now));
            if (ending.applied()) {
                return new ClaimResult.Acquired(repeat ? row.attempt() : row.attempt() + 1);
            }
            met = ending.item();
        }
        return null;
    }

    @Override
    public WriteResult complete(ClaimToken claim, Completion completion) {
        Result result = Result.of(claim.key(), completion, format, traits.maxDataBytes());
        for (int i = 0; i < MOST_RACES; i++) {
            Calls.Ending ending =
                    calls.update(claim.key(), requests.complete(claim, completion, result, clock.instant()));
            if (ending.applied()) {
                return WriteResult.APPLIED;
            }
            Row met = ending.item() == null ? null : new Row(layout, format, ending.item());
            if (met == null || !met.isInProgressUnder(claim.token())) {
                return met != null && met.isSettledUnder(claim.token()) ? WriteResult.APPLIED : WriteResult.FENCED;
            }
        }
        throw contended(claim.key());
    }

    @Override
    public WriteResult release(ClaimToken claim) {
        return answer(calls.deleted(claim.key(), requests.release(claim)));
    }

    @Override
    public WriteResult renew(ClaimToken claim, Duration leaseFor, Duration keepFor) {
        IdempotencyStore.checkRenewal(leaseFor, keepFor);
        UpdateItemRequest request = requests.renew(claim, leaseFor, keepFor, clock.instant());
        return answer(leaseFor.isZero() ? calls.ended(claim.key(), request) : calls.updated(claim.key(), request));
    }

    @Override
    public Optional<StoredRecord> find(IdempotencyKey key) {
        Map<String, AttributeValue> item = calls.read(key);
        Instant now = clock.instant();
        if (item == null || new Row(layout, format, item).isExpired(now)) {
            return Optional.empty();
        }
        return Optional.of(new Row(layout, format, item).record(key, now));
    }

    /** {@inheritDoc} An item without a token takes a consistent read more. */
    @Override
    public WriteResult forget(StoredRecord seen) {
        Token token = seen.token();
        if (token != null) {
            return answer(calls.deleted(seen.key(), requests.forget(seen, token)));
        }
        Map<String, AttributeValue> item = calls.read(seen.key());
        if (item == null) {
            return WriteResult.APPLIED;
        }
        Row row = new Row(layout, format, item);
        return answer(row.isAs(seen) && calls.deleted(seen.key(), requests.forget(seen.key(), row)));
    }

    /** Nothing: DynamoDB deletes expired items by itself. */
    @Override
    public int purge(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit: must be at least 1");
        }
        return 0;
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    private static WriteResult answer(boolean applied) {
        return applied ? WriteResult.APPLIED : WriteResult.FENCED;
    }

    private static StoreUnavailableException contended(IdempotencyKey key) {
        return new StoreUnavailableException(
                key, "the record changed " + MOST_RACES + " times while it was asked for; nothing was written", null);
    }
}
