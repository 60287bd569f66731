package io.idem4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.StoreTraits;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Fingerprints, types, records and what travels to stores. */
class ValuesTest {
    private static final IdempotencyKey KEY = IdempotencyKey.of("s", "v");
    private static final Token TOKEN = new Token("token");
    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

    private static void refused(String part, ThrowingCallable make) {
        assertThatIllegalArgumentException().isThrownBy(make).withMessageStartingWith(part);
    }

    private static void missing(String part, ThrowingCallable make) {
        assertThatExceptionOfType(NullPointerException.class).isThrownBy(make).withMessage(part);
    }

    @Test
    void parts_of_a_fingerprint_keep_their_borders() {
        assertThat(Fingerprint.ofParts("a", "bc")).isNotEqualTo(Fingerprint.ofParts("ab", "c"));
        assertThat(Fingerprint.ofParts("a", null)).isNotEqualTo(Fingerprint.ofParts("a"));
        assertThat(Fingerprint.ofParts("")).isNotEqualTo(Fingerprint.ofParts((Object) null));
        assertThat(Fingerprint.ofParts("a", 1, true, UUID.fromString("00000000-0000-0000-0000-000000000001"), T0))
                .isEqualTo(
                        Fingerprint.ofParts("a", 1, true, UUID.fromString("00000000-0000-0000-0000-000000000001"), T0));
        assertThat(Fingerprint.ofParts(new BigDecimal("1.0")))
                .isNotEqualTo(Fingerprint.ofParts(new BigDecimal("1.00")));
        assertThat(Fingerprint.ofParts(new byte[] {1, 2}, URI.create("a:b"), Duration.ofSeconds(1), RecordStatus.FAILED)
                        .value())
                .hasSize(64);
    }

    @Test
    void a_fingerprint_of_what_has_no_stable_text_is_refused_with_its_place() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fingerprint.ofParts("a", new ArrayList<>()))
                .withMessageContaining("parts[1]")
                .withMessageContaining("ArrayList");
        refused("parts[0]", () -> Fingerprint.ofParts(Map.of()));
        refused("parts", Fingerprint::ofParts);
        missing("parts", () -> Fingerprint.ofParts((Object[]) null));
    }

    @Test
    void a_fingerprint_has_1_to_255_characters_and_hides_them() {
        missing("value", () -> new Fingerprint(null));
        refused("fingerprint", () -> new Fingerprint(""));
        refused("fingerprint", () -> new Fingerprint("x".repeat(256)));
        assertThat(new Fingerprint("secret").toString()).doesNotContain("secret");
        assertThat(Fingerprint.ofBytes("abc".getBytes(java.nio.charset.StandardCharsets.UTF_8))
                        .value())
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void a_token_is_short_visible_text_and_hides_it() {
        missing("value", () -> new Token(null));
        for (String bad : List.of("", "x".repeat(65), "a b", "\u00fc", "a\n")) {
            refused("token", () -> new Token(bad));
        }
        assertThat(new Token("secret").toString()).doesNotContain("secret");
    }

    @Test
    void a_class_that_would_lose_its_type_parameters_is_refused_at_once() {
        for (Class<?> generic : List.of(List.class, Map.class, Optional.class, List[].class, Map[][].class)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TypeRef.of(generic))
                    .withMessageStartingWith("type:")
                    .withMessageContaining("new TypeRef<");
        }
        assertThat(TypeRef.of(String[].class).type()).isEqualTo(String[].class);
        assertThat(TypeRef.of(int.class).type()).isEqualTo(int.class);
        missing("type", () -> TypeRef.of(null));
        missing("type", () -> TypeRef.ofType(null));
    }

    @Test
    void a_captured_type_is_complete_to_its_last_argument() {
        assertThat(new TypeRef<Map<String, List<Integer>>>() {}.type().getTypeName())
                .isEqualTo("java.util.Map<java.lang.String, java.util.List<java.lang.Integer>>");
        assertThat(new TypeRef<List<? extends Number>>() {}.toString()).contains("? extends java.lang.Number");
        refused("type:", () -> new TypeRef<List<Map>>() {});
        refused("type:", () -> open());
        refused("type:", () -> {
            class Half<T> extends TypeRef<List<T>> {}
            new Half<String>();
        });
    }

    private static <T> TypeRef<List<T>> open() {
        return new TypeRef<>() {};
    }

    @Test
    void types_are_equal_by_what_they_say() {
        assertThat(new TypeRef<List<String>>() {})
                .isEqualTo(new TypeRef<List<String>>() {})
                .hasSameHashCodeAs(new TypeRef<List<String>>() {})
                .isNotEqualTo(new TypeRef<List<Integer>>() {});
        assertThat(TypeRef.of(String.class)).isEqualTo(new TypeRef<String>() {});
        assertThat(TypeRef.ofType(String.class)).isEqualTo(TypeRef.of(String.class));
    }

    private static StoredRecord record(RecordStatus status, Instant leaseUntil, Instant expiresAt, Instant observedAt) {
        return new StoredRecord(
                KEY,
                status,
                TOKEN,
                "S3NTINEL-owner",
                new Fingerprint("S3NTINEL"),
                1,
                leaseUntil,
                expiresAt,
                T0,
                null,
                "S3NTINEL-data",
                "host/1",
                observedAt);
    }

    @Test
    void lapsed_and_expired_begin_after_the_instant_and_end_never_where_none_is_known() {
        StoredRecord at = record(RecordStatus.IN_PROGRESS, T0, T0, T0);
        StoredRecord after = record(RecordStatus.IN_PROGRESS, T0, T0, T0.plusNanos(1));
        StoredRecord endless = record(RecordStatus.IN_PROGRESS, null, null, Instant.MAX);
        StoredRecord settled = record(RecordStatus.COMPLETED, T0, T0.plusSeconds(9), T0.plusNanos(1));

        assertThat(at.isLapsed()).isFalse();
        assertThat(at.isExpired()).isFalse();
        assertThat(after.isLapsed()).isTrue();
        assertThat(after.isExpired()).isTrue();
        assertThat(endless.isLapsed()).isFalse();
        assertThat(endless.isExpired()).isFalse();
        assertThat(settled.isLapsed()).isFalse();
    }

    @Test
    void a_record_shows_neither_token_nor_owner_nor_fingerprint_nor_data() {
        assertThat(record(RecordStatus.COMPLETED, null, null, T0).toString())
                .contains("COMPLETED", "host/1")
                .doesNotContain("S3NTINEL", "token=token");
    }

    @Test
    void a_record_names_the_component_that_is_wrong() {
        missing(
                "key",
                () -> new StoredRecord(
                        null, RecordStatus.FAILED, null, null, null, 1, null, null, null, null, null, null, T0));
        missing(
                "status",
                () -> new StoredRecord(KEY, null, null, null, null, 1, null, null, null, null, null, null, T0));
        missing("observedAt", () -> record(RecordStatus.FAILED, null, null, null));
        refused(
                "attempt",
                () -> new StoredRecord(
                        KEY, RecordStatus.FAILED, null, null, null, 0, null, null, null, null, null, null, T0));
    }

    private static ClaimRequest claim(String owner, Duration lease, Duration keep, int below, String label) {
        return new ClaimRequest(KEY, TOKEN, owner, new Fingerprint("S3NTINEL"), lease, keep, below, label);
    }

    @Test
    void what_travels_to_a_store_names_the_component_that_is_wrong_and_hides_secrets() {
        Duration second = Duration.ofSeconds(1);
        missing("keepFor", () -> claim(null, null, null, 0, "x"));
        missing("claimedBy", () -> claim(null, null, second, 0, null));
        missing("key", () -> new ClaimRequest(null, TOKEN, null, null, null, second, 0, "x"));
        missing("token", () -> new ClaimRequest(KEY, null, null, null, null, second, 0, "x"));
        refused("owner", () -> claim("", null, second, 0, "x"));
        refused("owner", () -> claim("x".repeat(256), null, second, 0, "x"));
        refused("leaseFor", () -> claim(null, Duration.ZERO, second, 0, "x"));
        refused("keepFor", () -> claim(null, second.plusNanos(1), second, 0, "x"));
        refused("keepFor", () -> claim(null, null, Duration.ZERO, 0, "x"));
        refused("takeOverBelow", () -> claim(null, null, second, -1, "x"));
        refused("claimedBy", () -> claim(null, null, second, 0, "x".repeat(256)));
        assertThat(claim("S3NTINEL", second, second, 0, "x").toString()).doesNotContain("S3NTINEL");
        missing("token", () -> new ClaimToken(KEY, null));
        missing("key", () -> new ClaimToken(null, TOKEN));
        missing("status", () -> new Completion(null, null, second));
        missing("retention", () -> new Completion(RecordStatus.COMPLETED, null, null));
        refused("status", () -> new Completion(RecordStatus.IN_PROGRESS, null, second));
        refused("data", () -> new Completion(RecordStatus.COMPLETED_WITHOUT_RESULT, "1", second));
        refused("retention", () -> new Completion(RecordStatus.COMPLETED, null, Duration.ZERO));
        assertThat(new Completion(RecordStatus.COMPLETED, "S3NTINEL", second).toString())
                .doesNotContain("S3NTINEL");
        refused("attempt", () -> new ClaimResult.Acquired(0));
        missing("record", () -> new ClaimResult.Existing(null));
        missing("name", () -> new StoreTraits(null, false, true, false, 1));
        refused("maxDataBytes", () -> new StoreTraits("x", false, true, false, 0));
    }

    @Test
    void outcomes_name_what_is_missing_and_hide_their_values() {
        StoredRecord record = record(RecordStatus.COMPLETED, null, null, T0);
        missing("recording", () -> new Outcome.Executed<>("v", null));
        missing("record", () -> new Outcome.Replayed<>("v", null));
        missing("failure", () -> new Outcome.ReplayedFailure<>(null, record));
        missing("record", () -> new Outcome.ReplayedFailure<>(new StoredFailureException(KEY, "t", "m"), null));
        missing("record", () -> new Outcome.ResultUnavailable<>(null));
        missing("retryAfter", () -> new Outcome.InProgress<>(null, record));
        missing("record", () -> new Outcome.Mismatch<>(null));
        missing("record", () -> new Outcome.InDoubt<>(null));
        List<Object> all = Arrays.asList(
                new Outcome.Executed<>("S3NTINEL", Outcome.Recording.STORED),
                new Outcome.Replayed<>("S3NTINEL", record),
                new Outcome.ReplayedFailure<>(new StoredFailureException(KEY, "t", "S3NTINEL"), record),
                new Outcome.ResultUnavailable<>(record),
                new Outcome.InProgress<>(Duration.ZERO, record),
                new Outcome.Mismatch<>(record),
                new Outcome.InDoubt<>(record),
                Recovered.done("S3NTINEL"),
                new CompletionFailedException(KEY, "S3NTINEL", null));
        assertThat(all).allSatisfy(each -> assertThat(each.toString()).doesNotContain("S3NTINEL"));
    }

    /** As the class by which a call was made. */
    @Test
    void a_result_that_was_not_recorded_is_had_by_the_class_of_a_primitive_too() {
        CompletionFailedException failed = new CompletionFailedException(KEY, 7, null);
        int value = failed.result(int.class);

        assertThat(value).isEqualTo(7);
        assertThat(failed.result(Integer.class)).isEqualTo(7);
        assertThat(new CompletionFailedException(KEY, null, null).result(void.class))
                .isNull();
        assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> failed.result(long.class));
    }
}
