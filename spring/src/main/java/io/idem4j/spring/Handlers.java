package io.idem4j.spring;

import java.lang.reflect.Method;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.stereotype.Controller;

/** Which methods are request handlers, by name, so that Spring's web modules need not be there. */
final class Handlers {
    private static final String MAPPING = "org.springframework.web.bind.annotation.RequestMapping";
    private static final String EXCHANGE = "org.springframework.web.service.annotation.HttpExchange";

    private Handlers() {}

    static boolean isHandler(Method method, Class<?> type) {
        if (!AnnotatedElementUtils.hasAnnotation(type, Controller.class)) {
            return false;
        }
        MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
        return annotations.isPresent(MAPPING) || annotations.isPresent(EXCHANGE);
    }
}
