package io.idem4j.json;

import io.idem4j.json.JmesFunction.Parameter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The functions that Powertools adds to JMESPath. Unlike there, what can't be decoded is an error and not a missing value. */
final class PowertoolsFunctions {
    static final JmesFunctions STANDARD = of(JsonTrees.EXACT, CanonicalJson.DEFAULT_MAX_BYTES);

    private PowertoolsFunctions() {}

    /** {@code maxBytes} bounds what is unpacked. */
    static JmesFunctions of(JsonTrees trees, int maxBytes) {
        return JmesFunctions.BUILT_IN
                .with(function("powertools_json", trees::parse))
                .with(function("powertools_base64", text -> string(Utf8.decode(base64(text), true))))
                .with(function(
                        "powertools_base64_gzip", text -> string(Utf8.decode(unpack(base64(text), maxBytes), false))));
    }

    private interface OfText {
        JsonNode apply(String text) throws IOException;
    }

    private static JmesFunction function(String name, OfText body) {
        return new JmesFunction(
                name,
                List.of(Parameter.STRING),
                false,
                (values, expression) -> body.apply(values.get(0).stringValue()));
    }

    private static JsonNode string(String text) {
        return JsonNodeFactory.instance.stringNode(text);
    }

    /** The standard alphabet with its padding. */
    private static byte[] base64(String text) {
        if (text.length() % 4 != 0) {
            throw MalformedJsonException.of("not Base64: the padding is missing", null);
        }
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw MalformedJsonException.of("not Base64", null);
        }
    }

    private static byte[] unpack(byte[] packed, int maxBytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            byte[] chunk = new byte[8_192];
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                if (out.size() + n > maxBytes) {
                    throw MalformedJsonException.tooLarge("what is unpacked", maxBytes);
                }
                out.write(chunk, 0, n);
            }
        }
        return out.toByteArray();
    }
}
