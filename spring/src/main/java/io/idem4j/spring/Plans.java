package io.idem4j.spring;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * The annotations of all classes, each read once. An annotation of a superclass's or an interface's method counts for those that
 * override it. Thread-safe.
 */
public final class Plans {
    private final PlanReader reader;
    private final Map<Place, Found> found = new ConcurrentHashMap<>();

    Plans(PlanReader reader) {
        this.reader = reader;
    }

    private record Found(
            @Nullable MethodPlan method, @Nullable HandlerPlan handler) {
        static final Found NOTHING = new Found(null, null);
    }

    /** Of a request handler; null: it has no annotation, or is none. */
    public @Nullable HandlerPlan handler(Method method, Class<?> type) {
        return find(method, type).handler();
    }

    @Nullable MethodPlan method(Method method, Class<?> type) {
        return find(method, type).method();
    }

    List<Method> annotated(Class<?> type) {
        Map<Method, Idempotent> methods = MethodIntrospector.selectMethods(type, (Method method) -> annotation(method));
        return new ArrayList<>(new LinkedHashMap<>(methods).keySet());
    }

    /**
     * The scopes that the annotations on bean methods of a class name, for beans that are not made yet: nothing is checked, and what
     * can't be read is left out.
     */
    public Set<String> scopes(Class<?> type) {
        Set<String> scopes = new HashSet<>();
        MethodIntrospector.selectMethods(ClassUtils.getUserClass(type), (Method method) -> annotation(method))
                .values()
                .forEach(annotation -> reader.scope(annotation).ifPresent(scopes::add));
        return scopes;
    }

    private Found find(Method method, Class<?> type) {
        Class<?> user = ClassUtils.getUserClass(type);
        Method specific = AopUtils.getMostSpecificMethod(method, user);
        return found.computeIfAbsent(new Place(specific, user), place -> read(place, method));
    }

    private Found read(Place place, Method called) {
        Idempotent annotation = annotation(place.method());
        if (annotation == null) {
            annotation = annotation(called);
        }
        if (annotation == null) {
            return Found.NOTHING;
        }
        return Handlers.isHandler(place.method(), place.type())
                ? new Found(null, reader.handler(place, annotation))
                : new Found(reader.method(place, annotation), null);
    }

    private static @Nullable Idempotent annotation(Method method) {
        return AnnotatedElementUtils.findMergedAnnotation(method, Idempotent.class);
    }
}
