package io.idem4j.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.Idempotency;
import io.idem4j.json.JsonCodec;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.ResultCodec;
import io.idem4j.tck.Clause;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@Clause("H-18")
class StoredResponseTest {
    private static final JsonCodec CODEC = new JsonCodec();

    @Test
    void it_has_the_shape_of_api_gateways_proxy_integration() {
        StoredResponse text = StoredResponse.of(201, Map.of("Location", List.of("/orders/1")), bytes("h\u00e9\u0000"));
        StoredResponse binary =
                StoredResponse.of(200, Map.of("Link", List.of("<a>", "<b>")), new byte[] {(byte) 0xff, 0});

        assertThat(json(text))
                .isEqualTo("{\"statusCode\":201,\"headers\":{\"Location\":\"/orders/1\"},\"multiValueHeaders\":{},"
                        + "\"body\":\"h\u00e9\\u0000\",\"isBase64Encoded\":false}");
        assertThat(json(binary))
                .isEqualTo("{\"statusCode\":200,\"headers\":{},\"multiValueHeaders\":{\"Link\":[\"<a>\",\"<b>\"]},"
                        + "\"body\":\"/wA=\",\"isBase64Encoded\":true}");
    }

    @Test
    void the_codec_is_made_ready_for_it_where_http_is_set_up() {
        List<Type> told = new ArrayList<>();
        ResultCodec codec = new ResultCodec() {
            @Override
            public String encode(@Nullable Object value, Type type) {
                return CODEC.encode(value, type);
            }

            @Override
            public @Nullable Object decode(String data, Type type) {
                return CODEC.decode(data, type);
            }

            @Override
            public void prepare(Type type) {
                told.add(type);
            }
        };
        Idempotency idempotency =
                Idempotency.builder(new InMemoryStore()).codec(codec).build();

        HttpIdempotency.of(idempotency);

        assertThat(told).containsOnly(StoredResponse.class);
    }

    @Test
    void every_byte_comes_back() {
        Random random = new Random(7);
        for (int i = 0; i < 500; i++) {
            byte[] body = new byte[random.nextInt(300)];
            random.nextBytes(body);
            StoredResponse back = there(StoredResponse.of(200, Map.of(), body));

            assertThat(back.bodyBytes()).isEqualTo(body);
            assertThat(back.hasBody()).isTrue();
        }
    }

    @Test
    @Clause("H-13")
    void a_body_that_was_not_kept_is_not_an_empty_one() {
        StoredResponse empty = there(StoredResponse.of(204, Map.of(), new byte[0]));
        StoredResponse none = there(empty.withoutBody());

        assertThat(empty.bodyBytes()).isEmpty();
        assertThat(none.hasBody()).isFalse();
        assertThat(json(none)).contains("\"body\":null");
        assertThatThrownBy(none::bodyBytes).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @Clause("H-14")
    void cookies_and_headers_of_one_connection_are_never_in_it() {
        Map<String, List<String>> sent = Map.of(
                "set-cookie", List.of("a=1", "b=2"),
                "Connection", List.of("close"),
                "TRANSFER-ENCODING", List.of("chunked"),
                "ETag", List.of("\"1\""));

        assertThat(StoredResponse.of(200, sent, bytes("b")).allHeaders()).isEqualTo(Map.of("ETag", List.of("\"1\"")));
        assertThat(new StoredResponse(200, Map.of("Set-Cookie", "a"), Map.of(), "", false).headers())
                .isEmpty();
    }

    @Test
    void its_text_shows_the_status_only() {
        assertThat(StoredResponse.of(200, Map.of("ETag", List.of("secret")), bytes("secret")))
                .hasToString("StoredResponse[statusCode=200]");
        assertThat(HttpAnswer.of(200, Map.of("ETag", List.of("secret")), bytes("secret")))
                .hasToString("HttpAnswer[status=200]");
    }

    @Test
    void a_header_can_be_left_out_of_what_is_kept() {
        StoredResponse response =
                StoredResponse.of(200, Map.of("ETag", List.of("1"), "Link", List.of("a", "b")), bytes("b"));

        assertThat(response.without("etag").allHeaders()).isEqualTo(Map.of("Link", List.of("a", "b")));
        assertThat(response.without("etag").bodyBytes()).isEqualTo(bytes("b"));
    }

    @Test
    void only_final_statuses_are_responses() {
        assertThatThrownBy(() -> StoredResponse.of(101, Map.of(), bytes(""))).hasMessageContaining("status");
        assertThatThrownBy(() -> HttpAnswer.of(1000, Map.of(), bytes(""))).hasMessageContaining("status");
    }

    private static StoredResponse there(StoredResponse response) {
        return (StoredResponse) CODEC.decode(json(response), StoredResponse.class);
    }

    private static String json(StoredResponse response) {
        return CODEC.encode(response, StoredResponse.class);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
