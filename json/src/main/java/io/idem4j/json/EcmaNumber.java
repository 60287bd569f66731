package io.idem4j.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import tools.jackson.core.io.NumberInput;

/**
 * JSON numbers as ECMAScript reads and spells them: doubles, with the fewest digits that name them. Not thread-safe: it
 * keeps the room that it works in.
 */
final class EcmaNumber {
    /** Any two decimals of up to 15 digits are different doubles, so that such a decimal is its double's shortest spelling. */
    private static final int SAFE_DIGITS = 15;

    private static final int PLAIN_DIGITS = 21;
    private static final int PLAIN_ZEROS = 6;
    private final ShortestDouble shortest = new ShortestDouble();

    /** Spells the number that stands, as JSON, in {@code json} from {@code start} to {@code end}. */
    void write(Utf8Buffer out, byte[] json, int start, int end) {
        if (writeShort(out, json, start, end)) {
            return;
        }
        // From a String: the parser of char arrays that Jackson has for newer JDKs allocates four times as much.
        write(out, NumberInput.parseDouble(new String(json, start, end - start, ISO_8859_1), true));
    }

    /**
     * Digits and point as they stand, without zeros at the end of the fraction, if there are few enough of them: then
     * nothing needs to be computed. False if that is not so; then nothing was written.
     */
    private static boolean writeShort(Utf8Buffer out, byte[] json, int start, int end) {
        int point = end;
        for (int i = start; i < end; i++) {
            byte c = json[i];
            if (c == '.') {
                point = i;
            } else if (c == 'e' || c == 'E') {
                return false;
            }
        }
        int first = json[start] == '-' ? start + 1 : start;
        if (end - first > (point < end ? SAFE_DIGITS + 1 : SAFE_DIGITS)) {
            return false;
        }
        int last = end;
        if (point < end) {
            while (json[last - 1] == '0') {
                last--;
            }
            if (last - 1 == point) {
                last = point;
            }
        }
        if (json[first] == '0') {
            if (last - first == 1) {
                out.put('0');
                return true;
            }
            int nonZero = point + 1;
            while (json[nonZero] == '0') {
                nonZero++;
            }
            if (nonZero - point > PLAIN_ZEROS) {
                return false;
            }
        }
        out.put(json, start, last);
        return true;
    }

    /** {@code Number.prototype.toString}, save that what is not finite is {@code null}, as JSON.stringify has it. */
    void write(Utf8Buffer out, double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            out.ascii("null");
        } else if (value == 0) {
            out.put('0');
        } else {
            if (value < 0) {
                out.put('-');
            }
            shortest.of(Math.abs(value));
            spell(out, shortest.digits, shortest.count, shortest.exponent);
        }
    }

    private static void spell(Utf8Buffer out, byte[] digits, int count, int exponent) {
        if (exponent > PLAIN_DIGITS || exponent <= -PLAIN_ZEROS) {
            out.put(digits[0]);
            if (count > 1) {
                out.put('.');
                out.put(digits, 1, count);
            }
            out.ascii(exponent > 0 ? "e+" : "e-");
            out.ascii(Integer.toString(Math.abs(exponent - 1)));
        } else if (exponent <= 0) {
            out.ascii("0.");
            zeros(out, -exponent);
            out.put(digits, 0, count);
        } else if (exponent < count) {
            out.put(digits, 0, exponent);
            out.put('.');
            out.put(digits, exponent, count);
        } else {
            out.put(digits, 0, count);
            zeros(out, exponent - count);
        }
    }

    private static void zeros(Utf8Buffer out, int number) {
        for (int i = 0; i < number; i++) {
            out.put('0');
        }
    }
}
