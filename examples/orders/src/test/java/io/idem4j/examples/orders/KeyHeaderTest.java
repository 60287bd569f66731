package io.idem4j.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;

class KeyHeaderTest {
    @Test
    void quotes_and_white_space_around_a_key_are_not_part_of_it() {
        assertThat(KeyHeader.of(sent(" \"a\\\"b\\\\c\" ")).value()).isEqualTo("a\"b\\c");
        assertThat(KeyHeader.of(sent("\ta'b;c,d ")).value()).isEqualTo("a'b;c,d");
    }

    @Test
    void letters_beyond_ascii_are_refused() {
        assertThatThrownBy(() -> KeyHeader.of(sent("\u00fc"))).isInstanceOf(Problem.class);
    }

    private static HttpHeaders sent(String value) {
        HttpHeaders headers = new HttpHeaders();
        headers.add(KeyHeader.NAME, value);
        return headers;
    }
}
