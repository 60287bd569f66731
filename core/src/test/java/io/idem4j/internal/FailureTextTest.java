package io.idem4j.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FailureTextTest {
    @Test
    void any_text_is_read_as_it_was_written() {
        Random random = new Random(7);
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(30); j > 0; j--) {
                text.append((char) random.nextInt(j % 2 == 0 ? 0x80 : 0x10000));
            }
            FailureText failure = new FailureText("java.io.IOException", text.toString());
            assertThat(FailureText.parse(failure.toJson())).isEqualTo(failure);
        }
        FailureText silent = new FailureText("x.Y", null);
        assertThat(FailureText.parse(silent.toJson())).isEqualTo(silent);
    }

    @Test
    void what_is_written_is_plain_json() {
        assertThat(new FailureText("a.B", "say \"no\"\n\\\ud800").toJson())
                .isEqualTo("{\"type\":\"a.B\",\"message\":\"say \\\"no\\\"\\u000a\\\\\\ud800\"}");
    }

    @Test
    void other_spellings_of_the_same_object_are_read_too() {
        assertThat(FailureText.parse(
                        " { \"message\" : null , \"other\":\"x\",\"type\":\"a\\u002eB\\n\\t\\b\\f\\r\\/\" } "))
                .isEqualTo(new FailureText("a.B\n\t\b\f\r/", null));
    }

    @Test
    void everything_else_is_refused() {
        List<String> wrong = List.of(
                "",
                "null",
                "{}",
                "{\"message\":\"m\"}",
                "{\"type\":null}",
                "{\"type\":1}",
                "{\"type\":\"t\"",
                "{\"type\":\"t\"}x",
                "{\"type\":\"t\",}",
                "{\"type\":\"t\\",
                "{\"type\":\"t\\u12\"}",
                "{\"type\":\"t\\u12g4\"}",
                "[\"type\"]");
        for (String json : wrong) {
            assertThatIllegalArgumentException().as(json).isThrownBy(() -> FailureText.parse(json));
        }
    }
}
