package io.idem4j.json;

import org.jspecify.annotations.Nullable;

/**
 * An expression is wrong, or does not fit the document. {@link #kind()} is the error of the JMESPath specification. The
 * message may quote the expression, never the document.
 */
public final class JmesPathException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final int position;

    JmesPathException(Kind kind, int position, String message, @Nullable Throwable cause) {
        super(message + " (" + kind.id() + ", at position " + position + ")", cause);
        this.kind = kind;
        this.position = position;
    }

    /** Which of the specification's errors it is. */
    public Kind kind() {
        return kind;
    }

    /** Where in the expression, in UTF-16 units from 0; of a function's error, where the function's name stands. */
    public int position() {
        return position;
    }

    /** The errors of the specification; the first three are found when the expression is compiled. */
    public enum Kind {
        /** The expression follows no rule of the grammar. */
        SYNTAX,
        /** There is no function of that name. */
        UNKNOWN_FUNCTION,
        /** A function is given too few or too many arguments. */
        INVALID_ARITY,
        /** An argument has a type that the function does not take. */
        INVALID_TYPE,
        /** A value makes no sense: a slice's step of 0, or an argument that a function can't work with. */
        INVALID_VALUE;

        /** As the specification spells it: {@code invalid-type}. */
        public String id() {
            return switch (this) {
                case SYNTAX -> "syntax";
                case UNKNOWN_FUNCTION -> "unknown-function";
                case INVALID_ARITY -> "invalid-arity";
                case INVALID_TYPE -> "invalid-type";
                case INVALID_VALUE -> "invalid-value";
            };
        }
    }
}
