package io.idem4j;

import org.jspecify.annotations.Nullable;

/** Root of what the library throws of its own; the message says what to do and holds no key, payload or result. */
public abstract class IdempotencyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable IdempotencyKey key;

    IdempotencyException(@Nullable IdempotencyKey key, String message, @Nullable Throwable cause) {
        super(key == null ? message : message + " (key " + key + ")", cause);
        this.key = key;
    }

    /** The key concerned; null for configuration, and after deserialization. */
    public @Nullable IdempotencyKey key() {
        return key;
    }
}
