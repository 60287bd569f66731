package io.idem4j.dynamodb;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Sizes as DynamoDB counts them; where it is vague, never less. */
final class Sizes {
    private static final int NUMBER = 21;
    private static final int CONTAINER = 3;
    private static final int ELEMENT = 1;
    private static final long UNFIT = -1;

    private Sizes() {}

    static long of(AttributeValue value) {
        return switch (value.type()) {
            case S -> utf8(value.s());
            case N -> NUMBER;
            case L -> ofList(value.l());
            case M -> ofMap(value.m());
            default -> ELEMENT;
        };
    }

    private static long ofList(List<AttributeValue> list) {
        long bytes = CONTAINER;
        for (AttributeValue element : list) {
            bytes += ELEMENT + of(element);
        }
        return bytes;
    }

    private static long ofMap(Map<String, AttributeValue> map) {
        long bytes = CONTAINER;
        for (Map.Entry<String, AttributeValue> member : map.entrySet()) {
            bytes += ELEMENT + utf8(member.getKey()) + of(member.getValue());
        }
        return bytes;
    }

    /** Whether it is Unicode text: no lone surrogates, which would come back as question marks. */
    static boolean isText(String text) {
        return utf8(text) != UNFIT;
    }

    /** In bytes; negative for what {@link #isText} refuses. */
    static long utf8(String text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return UNFIT;
                }
                bytes += 2;
                i++;
            } else if (c >= 0x800) {
                bytes += 2;
            } else if (c >= 0x80) {
                bytes++;
            }
        }
        return bytes;
    }
}
