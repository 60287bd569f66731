package io.idem4j;

import org.jspecify.annotations.Nullable;

/** The payload holds no key, or can't be read for one; nothing ran. */
public final class MissingKeyException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /**
     * For functions that select keys.
     *
     * @param message where the key was looked for, and what to do; without payload text
     * @param cause the parser's error; null if there is none
     */
    public MissingKeyException(String message, @Nullable Throwable cause) {
        super(null, message, cause);
    }
}
