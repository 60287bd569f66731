package io.idem4j.redis;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.done;
import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.Tier;
import io.idem4j.testtools.RedisServer;
import io.idem4j.testtools.Requests;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys, data and what else is text come back as they were written. */
@OnStore("redis")
class ExactTextTest {
    private static final int KEYS = Tier.size(10_000);
    private static final List<String> PARTS = List.of(
            "{", "}", "#", "%", " ", "😀", "{a}", "%23", "é", "\"", "\\", ":", "*", "?", "[", "]", "日", "a", "\u2028");

    private final RedisStore store =
            RedisStore.builder(RedisServer.shared().uri()).build();

    @AfterEach
    void end() {
        store.close();
    }

    private String replayed(String data) {
        ClaimRequest first = claim(key());
        store.claim(first);
        assertThat(store.complete(of(first), done(data))).isEqualTo(WriteResult.APPLIED);
        ClaimResult replay = store.claim(claim(first.key()));
        return ((ClaimResult.Existing) replay).record().data();
    }

    @Test
    @Clause("S-09")
    void awkward_keys_each_have_a_record_of_their_own() {
        Random random = new Random(9);
        Map<IdempotencyKey, String> written = new HashMap<>();
        String salt = UUID.randomUUID().toString();
        while (written.size() < KEYS) {
            StringBuilder value = new StringBuilder(salt);
            for (int i = 0; i < 5; i++) {
                value.append(PARTS.get(random.nextInt(PARTS.size())));
            }
            IdempotencyKey key = switch (random.nextInt(3)) {
                case 0 -> IdempotencyKey.ofId(value.toString());
                case 1 ->
                    IdempotencyKey.of(value.substring(0, salt.length() + 2).replaceAll("[^!-~]", "x"), "#" + value);
                default -> IdempotencyKey.unscoped("v").forPrincipal(value + "p");
            };
            ClaimRequest claim = claim(key);
            if (written.putIfAbsent(key, "\"" + written.size() + "\"") == null) {
                assertThat(store.claim(claim)).isEqualTo(new ClaimResult.Acquired(1));
                store.complete(of(claim), done(written.get(key)));
            }
        }
        written.forEach((key, data) -> {
            StoredRecord found = store.find(key).orElseThrow();
            assertThat(found.data()).isEqualTo(data);
            assertThat(found.key()).isEqualTo(key);
        });
    }

    @Test
    @Clause("S-09")
    void data_with_every_unicode_scalar_value_comes_back() {
        StringBuilder text = new StringBuilder("\"");
        List<String> texts = new ArrayList<>();
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (c < ' ' || c == '"' || c == '\\') {
                text.append(String.format("\\u%04x", c));
            } else if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
                text.appendCodePoint(c);
            }
            if (text.length() > 400_000 || c == Character.MAX_CODE_POINT) {
                texts.add(text.append('"').toString());
                text = new StringBuilder("\"");
            }
        }
        for (String each : texts) {
            assertThat(replayed(each).equals(each)).as("the same text").isTrue();
        }
    }

    /** The last four could be taken for the end of the data, or for what comes before it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{}",
                "1.0",
                "12345678901234567890",
                "1e400",
                "{\"data\":{\"data\":1}}",
                "\",\\\"data\\\":\"",
                "[1,\"data\",\"completed_at\"]",
                "{\"a\":1,\"data\":2,\"completed_at\":3,\"token\":\"x\"}"
            })
    @Clause("S-09")
    void data_comes_back_as_text(String data) {
        assertThat(replayed(data)).isEqualTo(data);
    }

    /** What the record says of itself stands before the data, and is found there. */
    @Test
    @Clause({"S-07", "S-09"})
    void data_that_quotes_a_token_settles_nothing() {
        ClaimRequest first = claim(key());
        store.claim(first);
        store.complete(of(first), done("{\"x\":1,\"token\":\"stranger\",\"attempt\":1,\"completed_at\":1}"));

        assertThat(store.complete(new ClaimToken(first.key(), new Token("stranger")), done()))
                .isEqualTo(WriteResult.FENCED);
    }

    @Test
    void owner_label_and_fingerprint_come_back_whatever_they_hold() {
        String awkward = "\"},{\\\"token\":\"\u0000\n\u2028 é😀{#%}";
        ClaimRequest claim = new ClaimRequest(
                key(),
                Requests.token(),
                awkward,
                new io.idem4j.Fingerprint(awkward),
                Requests.LEASE,
                Requests.KEEP,
                9,
                awkward);
        ClaimRequest sameOwner = new ClaimRequest(
                claim.key(),
                Requests.token(),
                awkward,
                new io.idem4j.Fingerprint(awkward),
                Requests.LEASE,
                Requests.KEEP,
                9,
                "next");
        store.claim(claim);

        assertThat(store.claim(sameOwner)).as("S-20").isEqualTo(new ClaimResult.Acquired(2));
        StoredRecord found = store.find(claim.key()).orElseThrow();
        assertThat(found.owner()).isEqualTo(awkward);
        assertThat(found.fingerprint()).isEqualTo(claim.fingerprint());
        assertThat(found.claimedBy()).isEqualTo("next");
        store.renew(of(sameOwner), Requests.LEASE, Requests.KEEP);
        store.complete(of(sameOwner), done());
        assertThat(store.find(claim.key()).orElseThrow().owner()).isEqualTo(awkward);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud800", "\udc00x", "\ud800x"})
    void a_lone_surrogate_is_refused_before_anything_is_written(String text) {
        ClaimRequest first = claim(key());
        store.claim(first);

        assertThatThrownBy(() -> store.complete(of(first), done("\"" + text + "\"")))
                .isInstanceOf(StoreRejectedException.class)
                .hasMessageContaining("lone surrogate");
        ClaimRequest labelled =
                new ClaimRequest(key(), Requests.token(), null, null, Requests.LEASE, Requests.KEEP, 1, text);
        assertThatThrownBy(() -> store.claim(labelled)).isInstanceOf(StoreRejectedException.class);

        assertThat(store.find(first.key()).orElseThrow().completedAt()).isNull();
        assertThat(store.find(labelled.key())).isEmpty();
    }
}
