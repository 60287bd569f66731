package io.idem4j;

import org.jspecify.annotations.Nullable;

/** A setting is wrong, or what a check at build found in the store; nothing was started. */
public final class ConfigurationException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    private final String property;

    /**
     * For builders.
     *
     * @param property name of the setting
     * @param message what is wrong and what to do
     */
    public ConfigurationException(String property, String message, @Nullable Throwable cause) {
        super(null, property + ": " + message, cause);
        this.property = property;
    }

    /** Name of the setting. */
    public String property() {
        return property;
    }
}
