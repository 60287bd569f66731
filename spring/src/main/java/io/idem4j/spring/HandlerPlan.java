package io.idem4j.spring;

import io.idem4j.ConfigurationException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * An annotation on a request handler, read and found good.
 *
 * @param method of the handler
 * @param type the controller's class
 * @param scope null: verb and route
 * @param header null: as the policy says
 * @param policy name of a bean; null: none
 * @param settings what the annotation sets
 */
public record HandlerPlan(
        Method method,
        Class<?> type,
        @Nullable String scope,
        @Nullable String header,
        @Nullable String policy,
        OperationSettings settings) {

    /** A setting's own complaint, with class and method in it. */
    public ConfigurationException wrong(ConfigurationException found) {
        return new Place(method, type).wrong(found);
    }

    /** An error that names attribute, class and method. */
    public ConfigurationException wrong(String attribute, @Nullable String what, @Nullable Throwable cause) {
        return new Place(method, type).wrong(attribute, what, cause);
    }
}
