package io.idem4j.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.spi.Completion;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.Clause;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Results as DynamoDB's own values, or as text where those can't hold them (S-09). */
class NativeValuesTest extends OnDynamo {
    private static String nested(int levels) {
        return "[".repeat(levels) + "1" + "]".repeat(levels);
    }

    private String replayed(DynamoDbStore by, String data) {
        ClaimRequest claim = claim(key);
        by.claim(claim);
        by.complete(of(claim), done(data));
        return ((Existing) by.claim(claim(key))).record().data();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"text\"",
                "\"\"",
                "0",
                "-17",
                "12.5",
                "1E-130",
                "9007199254740993",
                "12345678901234567890123456789012345678",
                "true",
                "null",
                "{}",
                "[]",
                "[1,\"a\",null,true,[],{},[[2]],{\"b\":1}]",
                "{\"a.b\":1}",
                "\"\\u0000 é😀\""
            })
    @Clause("S-09")
    void are_what_other_languages_read(String json) {
        assertThat(replayed(store, json)).isEqualTo(json);
        assertThat(item().get("status").s()).isEqualTo("COMPLETED");
        assertThat(item().get("data").type()).isEqualTo(NativeValues.of(json).type());
        assertThat(NativeValues.json(item().get("data"))).isEqualTo(json);
        assertThat(item()).doesNotContainKey("dataFormat");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e400",
                "1e-131",
                "123456789012345678901234567890123456789",
                "{\"\":1}",
                "\"\\ud800\"",
                "{\"\\udfff\":1}",
                "not json",
                "1 2",
                "",
                "[1",
                "1e99999999999"
            })
    @Clause("S-09")
    void what_they_cannot_hold_is_kept_as_text_that_other_languages_refuse(String text) {
        assertThat(NativeValues.of(text)).isNull();
        assertThat(replayed(store, text)).isEqualTo(text);
        assertThat(item().get("status").s()).isEqualTo("COMPLETED_AS_TEXT");
        assertThat(item().get("data").s()).isEqualTo(text);
    }

    @Test
    @Clause("S-09")
    void the_services_limit_on_depth_is_kept() {
        assertThat(NativeValues.of(nested(31))).isNotNull();
        assertThat(NativeValues.of(nested(32))).isNull();
        assertThat(replayed(store, nested(32))).isEqualTo(nested(32));
    }

    @Test
    @Clause("S-15")
    void what_is_larger_as_values_than_an_item_may_be_is_kept_as_text() {
        String many = "[" + "1,".repeat(100_000) + "1]";
        assertThat(replayed(store, many)).isEqualTo(many);
        assertThat(item().get("data").s()).hasSize(many.length());
    }

    @Test
    void a_number_has_no_other_spelling_than_json_has() {
        for (String number : List.of("1E+2", "100", "1.50", "1e-7", "-0", "1e125")) {
            AttributeValue value = NativeValues.of(number);
            assertThat(new BigDecimal(NativeValues.json(value))).isEqualByComparingTo(new BigDecimal(number));
        }
    }

    @Test
    void sets_are_arrays_and_bytes_are_base64() {
        SdkBytes bytes = SdkBytes.fromByteArray(new byte[] {1, 2, -1});
        AttributeValue value = AttributeValue.fromL(List.of(
                AttributeValue.fromSs(List.of("a", "b")),
                AttributeValue.fromNs(List.of("1", "2")),
                AttributeValue.fromB(bytes),
                AttributeValue.fromBs(List.of(bytes))));
        assertThat(NativeValues.json(value)).isEqualTo("[[\"a\",\"b\"],[1,2],\"AQL/\",[\"AQL/\"]]");
    }

    @Test
    @Clause("S-09")
    void both_formats_are_read_whichever_is_written() {
        DynamoDbStore texts = store(builder -> builder.clock(clock).dataFormat(DataFormat.JSON_TEXT));
        for (String json : List.of("\"{\\\"a\\\": 1}\"", " { \"a\" : 1 } ", "1.0")) {
            ClaimRequest claim = claim(key());
            texts.claim(claim);
            texts.complete(of(claim), done(json));
            assertThat(store.find(claim.key()).orElseThrow().data()).isEqualTo(json);
        }
        for (String json : List.of("\"{\\\"a\\\": 1}\"", "{\"a\":1}", "1", "1e400", "null")) {
            ClaimRequest claim = claim(key());
            store.claim(claim);
            store.complete(of(claim), done(json));
            assertThat(texts.find(claim.key()).orElseThrow().data()).isEqualTo(json);
        }
    }

    @Test
    @Clause("S-09")
    void a_failure_keeps_its_text_in_either_format() {
        ClaimRequest claim = claim(key);
        store.claim(claim);
        String failure = "{\"type\":\"a.B\",\"message\":\" 1.0 \"}";
        store.complete(of(claim), new Completion(RecordStatus.FAILED, failure, KEEP));
        assertThat(store.find(key).orElseThrow().data()).isEqualTo(failure);
        assertThat(item().get("data")).isEqualTo(AttributeValue.fromS(failure));
        assertThat(item()).containsEntry("status", AttributeValue.fromS("FAILED"));
    }

    @Test
    void an_operator_forgets_what_was_kept_as_text() {
        replayed(store, "1e400");
        assertThat(store.forget(store.find(key).orElseThrow())).isEqualTo(WriteResult.APPLIED);
        assertThat(item()).isEqualTo(Map.of());
    }
}
