package io.idem4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class IdempotencyKeyTest {
    private static final String SMILE = "\ud83d\ude00";

    private static void refused(String part, ThrowingCallable make) {
        assertThatIllegalArgumentException().isThrownBy(make).withMessageStartingWith(part + ":");
    }

    private static void missing(String part, ThrowingCallable make) {
        assertThatExceptionOfType(NullPointerException.class).isThrownBy(make).withMessage(part);
    }

    @Test
    void each_part_that_is_null_is_named() {
        missing("scope", () -> IdempotencyKey.of(null, "v"));
        missing("value", () -> IdempotencyKey.of("s", null));
        missing("value", () -> IdempotencyKey.unscoped(null));
        missing("principal", () -> IdempotencyKey.of("s", "v").forPrincipal(null));
        missing("id", () -> IdempotencyKey.ofId(null));
    }

    @Test
    void each_part_that_is_blank_is_named_and_says_what_to_do() {
        for (String blank : List.of("", " ", "\t\n")) {
            refused("scope", () -> IdempotencyKey.of(blank, "v"));
            refused("value", () -> IdempotencyKey.of("s", blank));
            refused("value", () -> IdempotencyKey.unscoped(blank));
            refused("principal", () -> IdempotencyKey.of("s", "v").forPrincipal(blank));
        }
        refused("id", () -> IdempotencyKey.ofId(""));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdempotencyKey.of("", "v"))
                .withMessageContaining("unscoped");
    }

    @Test
    void lengths_count_code_points_and_bounds_are_allowed() {
        assertThat(IdempotencyKey.of(SMILE.repeat(120), "v").scope()).hasSize(240);
        refused("scope", () -> IdempotencyKey.of("s".repeat(121), "v"));
        assertThat(IdempotencyKey.of("s", "v".repeat(255)).value()).hasSize(255);
        refused("value", () -> IdempotencyKey.of("s", "v".repeat(256)));
        assertThat(IdempotencyKey.of("s", "v").forPrincipal("p".repeat(255)).principal())
                .hasSize(255);
        refused("principal", () -> IdempotencyKey.of("s", "v").forPrincipal("p".repeat(256)));
    }

    @Test
    void the_parts_together_have_at_most_1000_bytes() {
        assertThat(IdempotencyKey.of("s", SMILE.repeat(124))
                        .forPrincipal(SMILE.repeat(125).substring(0, 250) + "abc"))
                .isNotNull();
        refused(
                "scope, principal and value together",
                () -> IdempotencyKey.of("s", SMILE.repeat(125)).forPrincipal(SMILE.repeat(125)));
        assertThat(IdempotencyKey.ofId("x".repeat(1_000)).id()).hasSize(1_000);
        refused("id", () -> IdempotencyKey.ofId("x".repeat(1_001)));
    }

    @Test
    void controls_and_lone_surrogates_are_refused_with_their_place() {
        for (String bad : List.of("a\u0000", "a\u001f", "a\u007f", "a\u0085", "a\ud83d", "a\ude00")) {
            refused("scope", () -> IdempotencyKey.of(bad, "v"));
            refused("value", () -> IdempotencyKey.of("s", bad + "b"));
            refused("principal", () -> IdempotencyKey.of("s", "v").forPrincipal(bad));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdempotencyKey.of("s", "ab\u0001"))
                .withMessageContaining("index 2");
        refused("id", () -> IdempotencyKey.ofId("a\ud83d"));
    }

    @Test
    void no_message_shows_the_value() {
        String secret = "S3NTINEL";
        for (ThrowingCallable make : List.<ThrowingCallable>of(
                () -> IdempotencyKey.of("s", secret.repeat(40)),
                () -> IdempotencyKey.of("s", secret + "\u0001"),
                () -> IdempotencyKey.of("s", "v").forPrincipal(secret.repeat(40)),
                () -> IdempotencyKey.ofId(secret.repeat(200)))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(make)
                    .satisfies(thrown -> assertThat(thrown.getMessage()).doesNotContain(secret));
        }
    }

    @Test
    void a_value_is_stripped_and_a_whole_id_is_not() {
        assertThat(IdempotencyKey.of("s", " \u2003v ").value()).isEqualTo("v");
        assertThat(IdempotencyKey.ofId(" v ").id()).isEqualTo(" v ");
    }

    @Test
    void different_triples_never_share_an_id() {
        List<String> texts = List.of("a", "b", "a#b", "a%23b", "%", "#", "%25", "a#", "#a");
        Set<String> ids = new HashSet<>();
        int made = 0;
        for (String value : texts) {
            ids.add(IdempotencyKey.unscoped(value).id());
            made++;
            for (String scope : texts) {
                ids.add(IdempotencyKey.of(scope, value).id());
                ids.add(IdempotencyKey.unscoped(value).forPrincipal(scope).id());
                made += 2;
                for (String principal : texts) {
                    ids.add(IdempotencyKey.of(scope, value)
                            .forPrincipal(principal)
                            .id());
                    made++;
                }
            }
        }
        assertThat(ids).hasSize(made);
    }

    @Test
    void ids_are_spelled_as_the_specification_says() {
        assertThat(IdempotencyKey.unscoped("v").id()).isEqualTo("v");
        assertThat(IdempotencyKey.of("s", "v").id()).isEqualTo("s#v");
        assertThat(IdempotencyKey.of("s", "v").forPrincipal("p").id()).isEqualTo("s#p#v");
        assertThat(IdempotencyKey.unscoped("v").forPrincipal("p").id()).isEqualTo("#p#v");
        assertThat(IdempotencyKey.of("a#b", "c%d").id()).isEqualTo("a%23b#c%25d");
        assertThat(IdempotencyKey.ofId("a#b%").id()).isEqualTo("a#b%");
    }

    @Test
    void a_whole_id_takes_no_principal() {
        refused("principal", () -> IdempotencyKey.ofId("x").forPrincipal("p"));
    }

    @Test
    void equality_is_that_of_the_identity_and_whether_it_is_shown_is_no_part_of_it() {
        IdempotencyKey key = IdempotencyKey.of("s", "v").forPrincipal("p");
        assertThat(key)
                .isEqualTo(IdempotencyKey.of("s", "v").forPrincipal("p"))
                .isEqualTo(key.shown())
                .hasSameHashCodeAs(key.shown())
                .isNotEqualTo(IdempotencyKey.of("s", "v"))
                .isNotEqualTo(IdempotencyKey.of("p", "v").forPrincipal("s"));
        assertThat(IdempotencyKey.ofId("v")).isEqualTo(IdempotencyKey.unscoped("v"));
        assertThat(IdempotencyKey.ofId("a#b")).isNotEqualTo(IdempotencyKey.unscoped("a#b"));
    }

    @Test
    void its_text_is_the_scope_and_a_short_hash_unless_it_is_shown() {
        IdempotencyKey key = IdempotencyKey.of("orders", "secret").forPrincipal("ann");
        assertThat(key.toString()).matches("orders~[0-9a-f]{8}");
        assertThat(IdempotencyKey.unscoped("secret").toString()).matches("~[0-9a-f]{8}");
        assertThat(key.shown().toString()).isEqualTo("orders#ann#secret");
    }
}
