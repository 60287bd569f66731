package io.idem4j.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathPatternTest {
    @ParameterizedTest
    @CsvSource({
        "/orders, /orders, true",
        "/orders, /orders/, false",
        "/orders, /ordersx, false",
        "/orders/{id}, /orders/1, true",
        "/orders/{id}, /orders/, false",
        "/orders/{id}, /orders/1/2, false",
        "/orders/*/lines, /orders/1/lines, true",
        "/a.c, /abc, false",
        "/api/**, /api, true",
        "/api/**, /api/a/b, true",
        "/api/**, /apis, false",
        "/**, /, true",
        "/**, /a/b, true"
    })
    void a_pattern_fits_whole_segments(String pattern, String path, boolean fits) {
        assertThat(new PathPattern(pattern).matches(path)).isEqualTo(fits);
    }
}
