package io.idem4j.json;

/** {@code String.prototype.trim}. */
final class EcmaText {
    private EcmaText() {}

    static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (start < end && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /** White space and line ends of ECMAScript: tab to carriage return, the byte order mark, and Unicode's separators. */
    private static boolean isSpace(char c) {
        return (c >= '\t' && c <= '\r') || c == '\ufeff' || Character.isSpaceChar(c);
    }
}
