package io.idem4j.tck;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON texts that a store may spoil: each is valid, and differs from what a parser would print. */
final class JsonTexts {
    private static final List<String> SMALL = List.of(
            "{}",
            "[]",
            "\"\"",
            "\" \"",
            "0",
            "-0",
            "-0.0",
            "1",
            "1.0",
            "1.00",
            "100",
            "1e2",
            "1E+2",
            "1e400",
            "-1e-400",
            "12345678901234567890123456789012345678901234567890",
            "0.1000000000000000055511151231257827",
            "9007199254740993",
            "1.7000000001235e+15",
            "true",
            "false",
            "null",
            "\"null\"",
            "\"true\"",
            "\"1\"",
            " { \"b\" : 1 , \"a\" : 2 } ",
            "{\"b\":1,\"a\":2}",
            "{\"a\":1,\"a\":2}",
            "{\"\":\"\"}",
            "[ ]",
            "[1, 2,3]",
            "\"\\u0000\"",
            "\"\\ud83d\\ude00\"",
            "\"\\/\"",
            "\"/\"",
            "\"\\b\\f\\n\\r\\t\\\\\\\"\"",
            "\"'; -- % _ ? $1 :a {0}\"",
            "\"\\u00e9\"",
            "\"é\"",
            "\"e\u0301\"",
            "\"\u2028\u2029\"",
            "\"\ufeff\"",
            "\"<script>&amp;\"",
            "{\n\t\"a\":\r\n[\n]\n}",
            "\"trailing  \"",
            "[null,[null],{\"a\":null}]");

    private JsonTexts() {}

    static Map<String, String> small() {
        Map<String, String> texts = new LinkedHashMap<>();
        SMALL.forEach(text -> texts.put(text, text));
        return texts;
    }

    /** Every character of the first plane that may stand in JSON unescaped, and many of each further one. */
    static Map<String, String> unicode() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int from = 0; from < 0x10000; from += 0x4000) {
            texts.put("U+%04X to U+%04X".formatted(from, from + 0x3fff), range(from, from + 0x4000, 1));
        }
        StringBuilder beyond = new StringBuilder();
        for (int plane = 1; plane <= 16; plane++) {
            beyond.append(
                    range(plane << 16, (plane + 1) << 16, 257),
                    1,
                    range(plane << 16, (plane + 1) << 16, 257).length() - 1);
            beyond.appendCodePoint((plane << 16) + 0xffff);
        }
        texts.put("beyond U+FFFF", "\"" + beyond + "\"");
        return texts;
    }

    private static String range(int from, int to, int step) {
        StringBuilder text = new StringBuilder("\"");
        for (int c = from; c < to; c += step) {
            boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
            if (c >= ' ' && c != '"' && c != '\\' && !surrogate) {
                text.appendCodePoint(c);
            }
        }
        return text.append('"').toString();
    }

    static Map<String, String> deep(int levels) {
        return Map.of(
                levels + " arrays", "[".repeat(levels) + "]".repeat(levels),
                levels + " objects", "{\"a\":".repeat(levels) + "1" + "}".repeat(levels));
    }

    /** A text of so many bytes. */
    static String large(int bytes) {
        return "\"" + "0123456789abcdef".repeat(bytes / 16 + 1).substring(0, bytes - 2) + "\"";
    }
}
