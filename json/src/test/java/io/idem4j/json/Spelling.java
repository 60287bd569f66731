package io.idem4j.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** One of the many JSON documents that a value has: members in any order, numbers and strings in any spelling, any white space. */
final class Spelling {
    private static final String[] SPACES = {"", "", "", " ", "\n", "\t ", "\r\n  "};

    private final Random random;
    private final StringBuilder out = new StringBuilder();

    private Spelling(Random random) {
        this.random = random;
    }

    static String of(Object value, long seed) {
        Spelling spelling = new Spelling(new Random(seed));
        spelling.space();
        spelling.value(value);
        spelling.space();
        return spelling.out.toString();
    }

    private void value(Object value) {
        if (value instanceof Map<?, ?> map) {
            object(map);
        } else if (value instanceof List<?> list) {
            array(list);
        } else if (value instanceof String text) {
            string(text);
        } else if (value instanceof Double number) {
            number(number);
        } else {
            out.append(value instanceof Boolean ? value : "null");
        }
    }

    private void object(Map<?, ?> map) {
        List<Map.Entry<?, ?>> members = new ArrayList<>(map.entrySet());
        Collections.shuffle(members, random);
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> member : members) {
            out.append(separator);
            space();
            string((String) member.getKey());
            space();
            out.append(':');
            space();
            value(member.getValue());
            space();
            separator = ",";
        }
        out.append('}');
    }

    private void array(List<?> list) {
        out.append('[');
        String separator = "";
        for (Object element : list) {
            out.append(separator);
            space();
            value(element);
            space();
            separator = ",";
        }
        out.append(']');
    }

    private void string(String text) {
        out.append('"');
        for (char c : text.toCharArray()) {
            if (random.nextInt(4) == 0) {
                out.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c));
            } else if (c == '"' || c == '\\' || (c == '/' && random.nextBoolean())) {
                out.append('\\').append(c);
            } else if (c < 0x20) {
                out.append(
                        switch (c) {
                            case '\b' -> "\\b";
                            case '\f' -> "\\f";
                            case '\n' -> "\\n";
                            case '\r' -> "\\r";
                            case '\t' -> "\\t";
                            default -> String.format("\\u%04x", (int) c);
                        });
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private void number(double value) {
        BigDecimal exact = random.nextBoolean() ? new BigDecimal(value) : new BigDecimal(Double.toString(value));
        switch (random.nextInt(5)) {
            case 0 -> out.append(value);
            case 1 ->
                out.append(exact.unscaledValue())
                        .append(random.nextBoolean() ? 'e' : 'E')
                        .append(-(long) exact.scale());
            case 2 -> out.append(exact.signum() == 0 ? "0.000" : exact.toString());
            case 3 -> {
                int shift = random.nextInt(40) - 20;
                BigDecimal shifted = exact.movePointRight(shift);
                out.append(shifted.toString().contains("E") ? shifted.toPlainString() : shifted.toString())
                        .append("e")
                        .append(shift > 0 ? "-" : "+")
                        .append(Math.abs(shift));
            }
            default -> {
                String plain = exact.toPlainString();
                out.append(plain).append(plain.contains(".") ? "000" : ".0");
            }
        }
    }

    private void space() {
        out.append(SPACES[random.nextInt(SPACES.length)]);
    }
}
