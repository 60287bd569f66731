package io.idem4j.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.Fingerprint;
import io.idem4j.InconsistentStateException;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.Clause;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Every answer of the table of foreign items in docs/stores/dynamodb.md (S-24). */
class ForeignItemsTest extends OnDynamo {
    private final long now = clock.instant().getEpochSecond();

    private Map<String, AttributeValue> item(String status) {
        Map<String, AttributeValue> item = new HashMap<>();
        item.put("id", AttributeValue.fromS(key.id()));
        item.put("status", AttributeValue.fromS(status));
        item.put("expiration", number(now + 3_600));
        return item;
    }

    private static AttributeValue number(Object value) {
        return AttributeValue.fromN(value.toString());
    }

    private ClaimResult claimOver(Map<String, AttributeValue> item) {
        put(item);
        return store.claim(claim(key));
    }

    private StoredRecord met(Map<String, AttributeValue> item) {
        return ((Existing) claimOver(item)).record();
    }

    @Test
    @Clause("S-24")
    void without_a_token_it_is_attempt_1_of_somebody_else() {
        StoredRecord record = met(item("INPROGRESS"));
        assertThat(record.token()).isNull();
        assertThat(record.attempt()).isEqualTo(1);
        assertThat(record.createdAt()).isNull();
        assertThat(store.complete(of(claim(key)), done())).isEqualTo(WriteResult.FENCED);
    }

    @Test
    @Clause("S-24")
    void without_a_lease_it_is_live_until_it_expires() {
        assertThat(met(item("INPROGRESS")).leaseUntil()).isNull();
        clock.set(Instant.ofEpochSecond(now + 3_600));
        assertThat(store.claim(claim(key))).isInstanceOf(Existing.class);
        clock.set(Instant.ofEpochSecond(now + 3_600).plusMillis(1));
        assertThat(store.claim(claim(key))).isEqualTo(new Acquired(1));
    }

    @Test
    @Clause("S-24")
    void with_a_lease_of_0_it_is_lapsed() {
        Map<String, AttributeValue> item = item("INPROGRESS");
        item.put("in_progress_expiration", number(0));
        assertThat(claimOver(item)).isEqualTo(new Acquired(2));
        assertThat(item().get("expiration").n()).isEqualTo(Long.toString(now + KEEP.toSeconds()));
    }

    @Test
    @Clause("S-24")
    void a_lease_that_is_no_number_is_none() {
        Map<String, AttributeValue> item = item("INPROGRESS");
        item.put("in_progress_expiration", AttributeValue.fromS("0"));
        assertThat(met(item).leaseUntil()).isNull();
    }

    @Test
    @Clause("S-24")
    void a_lease_out_of_any_calendar_is_far_away() {
        Map<String, AttributeValue> item = item("INPROGRESS");
        item.put("in_progress_expiration", number("1e100"));
        assertThat(met(item).isLapsed()).isFalse();
        item.put("in_progress_expiration", number("-1e100"));
        assertThat(claimOver(item)).isEqualTo(new Acquired(2));
    }

    @Test
    @Clause("S-24")
    void an_expiration_with_a_fraction_is_exact() {
        Map<String, AttributeValue> item = item("COMPLETED");
        item.put("expiration", number(now + ".5"));
        put(item);
        clock.set(Instant.ofEpochSecond(now).plusMillis(500));
        assertThat(store.claim(claim(key))).isInstanceOf(Existing.class);
        assertThat(store.find(key)).isPresent();
        clock.set(Instant.ofEpochSecond(now).plusMillis(501));
        assertThat(store.find(key)).isEmpty();
        assertThat(store.claim(claim(key))).isEqualTo(new Acquired(1));
    }

    @Test
    @Clause("S-24")
    void without_an_expiration_it_never_expires() {
        Map<String, AttributeValue> item = item("COMPLETED");
        item.remove("expiration");
        assertThat(met(item).expiresAt()).isNull();
        item.put("expiration", AttributeValue.fromS("soon"));
        assertThat(met(item).expiresAt()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"EXPIRED", "completed", "", "IN_PROGRESS"})
    @Clause("S-24")
    void a_status_that_is_not_known_is_refused_until_it_expires(String status) {
        put(item(status));
        assertThatExceptionOfType(InconsistentStateException.class).isThrownBy(() -> store.claim(claim(key)));
        assertThatExceptionOfType(InconsistentStateException.class).isThrownBy(() -> store.find(key));
        clock.set(Instant.ofEpochSecond(now + 3_601));
        assertThat(store.find(key)).isEmpty();
        assertThat(store.claim(claim(key))).isEqualTo(new Acquired(1));
    }

    @Test
    @Clause("S-24")
    void a_status_that_is_missing_or_no_text_is_refused() {
        Map<String, AttributeValue> item = item("COMPLETED");
        item.put("status", number(1));
        put(item);
        assertThatExceptionOfType(InconsistentStateException.class).isThrownBy(() -> store.claim(claim(key)));
        item.remove("status");
        put(item);
        assertThatExceptionOfType(InconsistentStateException.class).isThrownBy(() -> store.claim(claim(key)));
    }

    @Test
    @Clause({"S-24", "S-11"})
    void a_fingerprint_that_is_missing_or_empty_is_none() {
        for (AttributeValue validation : new AttributeValue[] {null, AttributeValue.fromS(""), number(1)}) {
            Map<String, AttributeValue> item = item("INPROGRESS");
            item.put("in_progress_expiration", number(0));
            if (validation != null) {
                item.put("validation", validation);
            }
            put(item);
            ClaimRequest plain = claim(key);
            ClaimRequest checked = new ClaimRequest(
                    key, plain.token(), null, new Fingerprint("f"), LEASE, KEEP, Integer.MAX_VALUE, "test");
            assertThat(((Existing) store.claim(checked)).record().fingerprint()).isNull();
            assertThat(store.claim(plain)).isEqualTo(new Acquired(2));
        }
    }

    @Test
    @Clause("S-24")
    void without_data_it_has_no_result_and_null_is_a_result() {
        Map<String, AttributeValue> item = item("COMPLETED");
        assertThat(met(item).data()).isNull();
        item.put("data", AttributeValue.fromNul(true));
        assertThat(met(item).data()).isEqualTo("null");
        item.put("data", AttributeValue.fromS("{\"a\":1}"));
        assertThat(met(item).data()).isEqualTo("\"{\\\"a\\\":1}\"");
    }

    @Test
    @Clause("S-24")
    void text_is_json_where_text_is_what_is_written() {
        Map<String, AttributeValue> item = item("COMPLETED");
        item.put("data", AttributeValue.fromS("{\"a\":1}"));
        put(item);
        DynamoDbStore texts = store(builder -> builder.clock(clock).dataFormat(DataFormat.JSON_TEXT));
        assertThat(texts.find(key).orElseThrow().data()).isEqualTo("{\"a\":1}");
    }

    @Test
    @Clause("S-24")
    void an_attempt_or_token_that_makes_no_sense_counts_as_missing() {
        for (AttributeValue attempt : new AttributeValue[] {number(0), number("1.5"), AttributeValue.fromS("2")}) {
            Map<String, AttributeValue> item = item("INPROGRESS");
            item.put("attempt", attempt);
            item.put("token", AttributeValue.fromS("two words"));
            StoredRecord record = met(item);
            assertThat(record.attempt()).isEqualTo(1);
            assertThat(record.token()).isNull();
            assertThat(record.status()).isEqualTo(RecordStatus.IN_PROGRESS);
        }
    }

    @Test
    @Clause({"S-21", "S-24"})
    void it_is_forgotten_if_it_still_is_what_was_seen() {
        Map<String, AttributeValue> item = item("COMPLETED");
        item.put("expiration", number(now + 3_600 + ".123456789123"));
        put(item);
        StoredRecord seen = store.find(key).orElseThrow();
        item.put("expiration", number(now + 3_601));
        put(item);
        assertThat(store.forget(seen)).isEqualTo(WriteResult.FENCED);
        item.put("expiration", number(now + 3_600 + ".123456789123"));
        put(item);
        assertThat(store.forget(seen)).isEqualTo(WriteResult.APPLIED);
        assertThat(store.forget(seen)).isEqualTo(WriteResult.APPLIED);
    }

    /** Powertools completes without looking: our token is left in the item, and our caller hears that he lost. */
    @Test
    @Clause("S-24")
    void a_late_completion_of_another_library_fences_us() {
        ClaimRequest claim = claim(key);
        store.claim(claim);
        client.updateItem(request -> request.tableName(table())
                .key(Map.of("id", AttributeValue.fromS(key.id())))
                .updateExpression("SET #s = :s, #d = :d")
                .expressionAttributeNames(Map.of("#s", "status", "#d", "data"))
                .expressionAttributeValues(
                        Map.of(":s", AttributeValue.fromS("COMPLETED"), ":d", AttributeValue.fromS("theirs"))));
        assertThat(store.complete(of(claim), done())).isEqualTo(WriteResult.FENCED);
        assertThat(store.find(key).orElseThrow().data()).isEqualTo("\"theirs\"");
    }
}
