package io.idem4j.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamedTypesTest {
    @ParameterizedTest
    @CsvSource({
        "text/event-stream, true",
        "Text/Event-Stream ;charset=UTF-8, true",
        "application/x-ndjson, true",
        "application/stream+json, true",
        "application/grpc, true",
        "multipart/x-mixed-replace; boundary=part, true",
        "application/json, false",
        "text/event-stream-not, false",
        "text/plain; of=text/event-stream, false"
    })
    void a_type_is_one_by_its_name_alone(String contentType, boolean streamed) {
        assertThat(StreamedTypes.contain(contentType)).isEqualTo(streamed);
    }

    @Test
    void no_type_is_none() {
        assertThat(StreamedTypes.contain(null)).isFalse();
    }
}
