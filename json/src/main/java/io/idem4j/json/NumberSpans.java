package io.idem4j.json;

/** Finds numbers in JSON text without reading it. */
final class NumberSpans {
    /** The fewest digits of a whole number that is no double. */
    private static final int LONGEST_EXACT = 15;

    private NumberSpans() {}

    /** Whether valid JSON has a number of so many characters, or with an exponent, that a double may not hold it. */
    static boolean mayLoseDigits(byte[] json) {
        int length = 0;
        for (int i = 0; i < json.length; i++) {
            byte c = json[i];
            if (c == '"') {
                i = endOfString(json, i);
                length = 0;
            } else if ((c >= '0' && c <= '9') || c == '.' || c == '-') {
                if (++length > LONGEST_EXACT) {
                    return true;
                }
            } else if ((c == 'e' || c == 'E') && length > 0) {
                return true;
            } else {
                length = 0;
            }
        }
        return false;
    }

    /** Where the string that begins here has its closing quote. */
    private static int endOfString(byte[] json, int from) {
        int i = from + 1;
        while (i < json.length && json[i] != '"') {
            i += json[i] == '\\' ? 2 : 1;
        }
        return i;
    }
}
