package io.idem4j.json;

import org.jspecify.annotations.Nullable;

/** A document is no JSON, no UTF-8, or beyond a bound. Says where and what; never quotes the document. */
public final class MalformedJsonException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String what;
    private final int line;
    private final int column;

    private MalformedJsonException(String what, int line, int column, @Nullable Throwable cause) {
        super(line > 0 ? what + " at line " + line + ", column " + column : what, cause);
        this.what = what;
        this.line = line;
        this.column = column;
    }

    /** Line of the fault, from 1; 0 where the document as a whole is at fault, or has no text. */
    public int line() {
        return line;
    }

    /** Column of the fault, in characters from 1; 0 where there is no {@link #line}. */
    public int column() {
        return column;
    }

    static MalformedJsonException at(byte[] utf8, int offset, String what) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < offset; i++) {
            if (utf8[i] == '\n') {
                line++;
                column = 1;
            } else if ((utf8[i] & 0xc0) != 0x80) {
                column++;
            }
        }
        return new MalformedJsonException("not JSON: " + what, line, column, null);
    }

    static MalformedJsonException tooDeep() {
        return new MalformedJsonException(
                "too deep: JSON may nest " + CanonicalJson.MAX_DEPTH + " arrays and objects", 0, 0, null);
    }

    static MalformedJsonException tooLarge(String what, int maxBytes) {
        return new MalformedJsonException(
                "too large: " + what + " has more than " + maxBytes + " bytes (maxBytes)", 0, 0, null);
    }

    /** The same with the parser's error as its cause. */
    MalformedJsonException causedBy(JsonFault fault) {
        return new MalformedJsonException(what, line, column, fault);
    }

    static MalformedJsonException of(String message, @Nullable Throwable cause) {
        return new MalformedJsonException(message, 0, 0, cause);
    }
}
