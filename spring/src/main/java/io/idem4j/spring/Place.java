package io.idem4j.spring;

import io.idem4j.ConfigurationException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where an annotation stands, for messages.
 *
 * @param method the one that runs
 * @param type the bean's class
 */
record Place(Method method, Class<?> type) {
    private static final String MARK = "of @Idempotent on ";

    ConfigurationException wrong(String attribute, @Nullable String what) {
        return wrong(attribute, what, null);
    }

    ConfigurationException wrong(String attribute, @Nullable String what, @Nullable Throwable cause) {
        return new ConfigurationException(attribute, MARK + this + ": " + what, cause);
    }

    /** A setting's own complaint, with the place in it. */
    ConfigurationException wrong(ConfigurationException found) {
        String message = String.valueOf(found.getMessage());
        String prefix = found.property() + ": ";
        return message.contains(MARK)
                ? found
                : wrong(
                        found.property(),
                        message.startsWith(prefix) ? message.substring(prefix.length()) : message,
                        found);
    }

    @Override
    public String toString() {
        String parameters = Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", "));
        return type.getName() + "." + method.getName() + "(" + parameters + ")";
    }
}
