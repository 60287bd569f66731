package io.idem4j.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.Clause;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Clause("H-03")
class KeyHeaderTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "abc|abc",
                "\"abc\"|abc",
                "`  abc\t `|abc",
                "` \"abc\" `|abc",
                "\"a\\\"b\\\\c\"|a\"b\\c",
                "a,b|a,b",
                "a\\b|a\\b",
                "a\"b|a\"b"
            },
            delimiter = '|')
    @Clause("H-17")
    void a_key_is_bare_or_a_string_and_trimmed(String sent, String key) {
        assertThat(KeyHeader.in(List.of(sent))).isEqualTo(new KeyHeader.Key(key));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "\t",
                "a b",
                "\"",
                "\"a",
                "\"a\"b",
                "\"a\";p=1",
                "\"a\", \"b\"",
                "\"\"",
                "\" \"",
                "\" a\"",
                "\"a\\b\"",
                "\"a\\",
                "k\u00e9y",
                "k\u0000",
                "k\u007f",
                "k\nl",
                "\ud83d\ude00"
            })
    void whatever_else_is_invalid(String sent) {
        assertThat(KeyHeader.in(List.of(sent))).isEqualTo(new KeyHeader.Invalid());
    }

    @Test
    void it_has_at_most_255_characters_and_stands_alone() {
        String longest = "k".repeat(255);

        assertThat(KeyHeader.in(List.of(longest))).isEqualTo(new KeyHeader.Key(longest));
        assertThat(KeyHeader.in(List.of('"' + longest + '"'))).isEqualTo(new KeyHeader.Key(longest));
        assertThat(KeyHeader.in(List.of(longest + "k"))).isEqualTo(new KeyHeader.Invalid());
        assertThat(KeyHeader.in(List.of("a", "a"))).isEqualTo(new KeyHeader.Invalid());
        assertThat(KeyHeader.in(List.of())).isEqualTo(new KeyHeader.Missing());
    }

    @Test
    void its_text_hides_it() {
        assertThat(KeyHeader.in(List.of("secret"))).asString().doesNotContain("secret");
    }
}
