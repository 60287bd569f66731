package io.idem4j.redis;

import org.jspecify.annotations.Nullable;

/** A call did not work; says what is known of it. Its cause has no words of the client's or the server's. */
final class LinkException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final String code;

    /** How far the call got. */
    enum Kind {
        /** No server has seen it. */
        NOT_SENT,
        /** The server refused it. */
        REFUSED,
        /** It was sent, or may have been, and there is no answer. */
        LOST
    }

    LinkException(Kind kind, String code, @Nullable Throwable cause) {
        super(code, cause);
        this.kind = kind;
        this.code = code;
    }

    Kind kind() {
        return kind;
    }

    /** The first word of the server's refusal, such as {@code NOPERM}; empty where there is none. */
    String code() {
        return code;
    }
}
