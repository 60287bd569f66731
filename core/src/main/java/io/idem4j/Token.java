package io.idem4j;

import java.util.Objects;

/**
 * What a holder proves its claim with: new and unguessable for each claim. Immutable; {@link #toString()} hides it.
 *
 * @param value at least 128 random bits as text, 1 to 64 visible ASCII characters
 */
public record Token(String value) {
    private static final int MAX_LENGTH = 64;

    /** Throws {@code IllegalArgumentException} if the value is empty, too long or not visible ASCII. */
    public Token {
        Objects.requireNonNull(value, "value");
        if (value.isEmpty() || value.length() > MAX_LENGTH || !isVisible(value)) {
            throw new IllegalArgumentException("token: must be 1 to 64 visible ASCII characters");
        }
    }

    private static boolean isVisible(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) <= ' ' || value.charAt(i) >= 0x7f) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return "Token[hidden]";
    }
}
