package io.idem4j.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where a member of an object stands in the output, and how its name compares: names that are array indexes come first,
 * by value; the rest by name in lower case, by UTF-16 unit. Names equal in lower case compare as equal. Small, since a
 * document may have as many as it has members.
 */
final class Member {
    private static final long MAX_INDEX = 4_294_967_294L;
    private static final int MAX_INDEX_DIGITS = 10;
    /** Unsigned, it is one more than the last index. */
    private static final int NO_INDEX = -1;

    private static final byte[] PROTO = "__proto__".getBytes(StandardCharsets.US_ASCII);

    /** From the name's first quote to the end of the value. */
    int start;

    int end;

    private int nameEnd;
    private int index;
    /** Null: the name is ASCII without escapes, and compares byte by byte. */
    private @Nullable String lower;

    /** The name stands quoted and escaped in {@code out}, from {@link #start}. */
    void nameIs(byte[] out, int to, boolean plain) {
        nameEnd = to - 1;
        index = index(out, start + 1, nameEnd);
        lower = plain ? null : EcmaLowerCase.of(Escapes.decode(out, start + 1, nameEnd));
    }

    /** A name's value as an array index, unsigned; {@link #NO_INDEX} for other names. */
    static int index(byte[] out, int from, int to) {
        int digits = to - from;
        if (digits == 0 || digits > MAX_INDEX_DIGITS || (out[from] == '0' && digits > 1)) {
            return NO_INDEX;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            if (out[i] < '0' || out[i] > '9') {
                return NO_INDEX;
            }
            value = value * 10 + out[i] - '0';
        }
        return value <= MAX_INDEX ? (int) value : NO_INDEX;
    }

    /** {@code byName} false: indexes only, all other names are equal. */
    static int compare(Member a, Member b, byte[] out, boolean byName) {
        if (a.index != b.index || a.index != NO_INDEX || !byName) {
            return Integer.compareUnsigned(a.index, b.index);
        }
        return a.lower == null && b.lower == null
                ? comparePlain(a, b, out)
                : a.lower(out).compareTo(b.lower(out));
    }

    private static int comparePlain(Member a, Member b, byte[] out) {
        int lengthA = a.nameEnd - a.start;
        int lengthB = b.nameEnd - b.start;
        int common = Math.min(lengthA, lengthB);
        for (int i = 1; i < common; i++) {
            byte x = out[a.start + i];
            byte y = out[b.start + i];
            if (x != y) {
                int difference = small(x) - small(y);
                if (difference != 0) {
                    return difference;
                }
            }
        }
        return lengthA - lengthB;
    }

    private static int small(byte c) {
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    }

    private String lower(byte[] out) {
        return lower == null ? EcmaLowerCase.of(spelling(out)) : lower;
    }

    /** For two members of the same name. */
    void takeValueOf(Member later) {
        start = later.start;
        nameEnd = later.nameEnd;
        end = later.end;
    }

    /** The name as it is written; equal only if the names are. */
    String spelling(byte[] out) {
        return new String(out, start + 1, nameEnd - start - 1, StandardCharsets.UTF_8);
    }

    boolean isProto(byte[] out) {
        return Arrays.equals(out, start + 1, nameEnd, PROTO, 0, PROTO.length);
    }
}
