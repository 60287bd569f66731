package io.idem4j.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.ConfigurationException;
import io.idem4j.IdempotencyKey;
import io.idem4j.StoreRejectedException;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.tck.Clause;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Names, keys and limits. */
class SettingsTest extends OnDynamo {
    private DynamoDbStoreBuilder builder() {
        return DynamoDbStore.builder(client, table()).clock(clock);
    }

    private void assertRefused(String setting, Runnable configuration) {
        long before = front.requests();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(configuration::run)
                .satisfies(failure -> assertThat(failure.property()).startsWith(setting));
        assertThat(front.requests()).isEqualTo(before);
    }

    @Test
    void what_makes_no_sense_is_refused_where_it_is_said() {
        assertRefused("table", () -> DynamoDbStore.builder(client, " "));
        assertRefused("clockSkew", () -> builder().clockSkew(Duration.ofMillis(-1)));
        assertRefused("clockSkew", () -> builder().clockSkew(Duration.ofMinutes(6)));
        assertRefused("sortKey", () -> builder().sortKey("", "x"));
        assertRefused("sortKey", () -> builder().sortKey("key", ""));
        assertRefused("attribute DATA", () -> builder().attribute(DynamoDbAttribute.DATA, ""));
        assertRefused(
                "attribute",
                () -> builder().attribute(DynamoDbAttribute.DATA, "status").build());
        assertRefused("attribute", () -> builder().sortKey("id", "x").build());
    }

    @Test
    void names_of_another_table_are_written_and_read() {
        String table = Dynamo.table(null);
        DynamoDbStore named = DynamoDbStore.builder(client, table)
                .clock(clock)
                .attribute(DynamoDbAttribute.EXPIRATION, "expires_at")
                .attribute(DynamoDbAttribute.LEASE, "in_progress_until")
                .build();
        ClaimRequest claim = claim(key);
        named.claim(claim);
        named.complete(of(claim), done());
        assertThat(named.claim(claim(key))).isInstanceOf(Existing.class);
        Map<String, AttributeValue> item = client.getItem(
                        request -> request.tableName(table).key(Map.of("id", AttributeValue.fromS(key.id()))))
                .item();
        assertThat(item)
                .containsKeys("expires_at", "in_progress_until")
                .doesNotContainKeys("expiration", "in_progress_expiration");
    }

    @Test
    void an_item_has_the_attributes_that_are_documented_and_no_others() {
        ClaimRequest claim = claim(key);
        store.claim(claim);
        assertThat(item().keySet())
                .isEqualTo(Set.of(
                        "id",
                        "status",
                        "expiration",
                        "in_progress_expiration",
                        "token",
                        "attempt",
                        "createdAt",
                        "claimedBy"));
        store.complete(of(claim), done());
        assertThat(item()).containsKeys("data", "completedAt").doesNotContainKey("dataFormat");
    }

    @Test
    @Clause("S-15")
    void the_longest_id_fits_a_partition_key_and_one_too_long_for_a_sort_key_is_refused_before_anything_is_sent() {
        String largest = "😀".repeat(123) + "#".repeat(12);
        ClaimRequest claim = claim(IdempotencyKey.of("#".repeat(120), UUID.randomUUID() + "#".repeat(200))
                .forPrincipal(largest + "#".repeat(120)));
        assertThat(claim.key().id().getBytes(StandardCharsets.UTF_8)).hasSizeGreaterThan(1_024);
        assertThat(store.claim(claim)).isEqualTo(new Acquired(1));

        DynamoDbStore sorted = builder().sortKey("sk", "idempotency#f").build();
        long before = front.requests();
        for (Runnable call : new Runnable[] {
            () -> sorted.claim(claim),
            () -> sorted.complete(of(claim), done()),
            () -> sorted.release(of(claim)),
            () -> sorted.renew(of(claim), LEASE, KEEP),
            () -> sorted.find(claim.key())
        }) {
            assertThatExceptionOfType(StoreRejectedException.class)
                    .isThrownBy(call::run)
                    .withMessageContaining("1024");
        }
        assertThat(front.requests()).isEqualTo(before);
    }

    @Test
    @Clause("S-18")
    void a_claim_kept_no_longer_than_its_lease_does_not_expire_before_that_ends() {
        clock.advance(Duration.ofMillis(300));
        ClaimRequest plain = claim(key);
        store.claim(new ClaimRequest(key, plain.token(), null, null, LEASE, LEASE, 0, "test"));
        assertThat(store.find(key).orElseThrow().expiresAt())
                .isAfterOrEqualTo(store.find(key).orElseThrow().leaseUntil());
    }

    @Test
    void each_instant_is_what_powertools_would_write() {
        clock.advance(Duration.ofMillis(499));
        store.claim(claim(key));
        assertThat(item().get("expiration").n())
                .isEqualTo(Long.toString(clock.instant().plus(KEEP).getEpochSecond()));
        clock.advance(Duration.ofMillis(1));
        var other = key();
        store.claim(claim(other));
        assertThat(store.find(other).orElseThrow().expiresAt().getEpochSecond())
                .isEqualTo(clock.instant().plus(KEEP).getEpochSecond() + 1);
    }
}
