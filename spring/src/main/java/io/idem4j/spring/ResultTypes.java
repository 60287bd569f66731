package io.idem4j.spring;

import io.idem4j.TypeRef;
import java.io.Closeable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** What a method returns, as far as it can be kept and given again. */
final class ResultTypes {
    private static final List<String> REACTIVE = List.of(
            "org.reactivestreams.Publisher", "java.util.concurrent.Flow$Publisher", "kotlinx.coroutines.flow.Flow");
    private static final List<Class<?>> USED_UP =
            List.of(BaseStream.class, Iterator.class, Callable.class, Closeable.class, Future.class);
    private static final String KOTLIN_CONTINUATION = "kotlin.coroutines.Continuation";

    private ResultTypes() {}

    /**
     * A result that can be kept.
     *
     * @param type of what is kept
     * @param isFuture whether it comes later, in a {@code CompletableFuture}
     */
    record Result(TypeRef<@Nullable Object> type, boolean isFuture) {}

    /** A method that ends before its work has, on a scheduler of its own, is not what a filter or an advice can record. */
    static void requireNotReactive(Place place) {
        Class<?> returned = place.method().getReturnType();
        boolean publishes = REACTIVE.stream().anyMatch(name -> isA(returned, name));
        boolean adapted = returned != CompletableFuture.class
                && returned != CompletionStage.class
                && returned != void.class
                && ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned) != null;
        boolean suspends = Arrays.stream(place.method().getParameterTypes())
                .anyMatch(type -> type.getName().equals(KOTLIN_CONTINUATION));
        if (publishes || adapted || suspends) {
            throw place.wrong(
                    "result",
                    "reactive results are not supported; return a CompletableFuture, or the value itself from"
                            + " a blocking method");
        }
    }

    static Result of(Place place) {
        requireNotReactive(place);
        Type type = resolved(place);
        Class<?> raw = place.method().getReturnType();
        boolean isFuture = raw == CompletableFuture.class || raw == CompletionStage.class;
        if (!isFuture) {
            requireKept(place, raw);
        } else if (type instanceof ParameterizedType future) {
            type = future.getActualTypeArguments()[0];
        } else {
            throw place.wrong("result", "say of what, such as CompletableFuture<Receipt>");
        }
        try {
            return new Result(TypeRef.ofType(ClassUtils.isVoidType(asClass(type)) ? Void.class : type), isFuture);
        } catch (IllegalArgumentException e) {
            throw place.wrong(
                    "result", "the return type must say all that is needed to read it back: " + e.getMessage(), e);
        }
    }

    /** With the type variables of superclasses and interfaces replaced by what the bean's class makes of them. */
    @SuppressWarnings("rawtypes") // as Spring has it
    private static Type resolved(Place place) {
        Map<TypeVariable, Type> variables = GenericTypeResolver.getTypeVariableMap(place.type());
        return substituted(place.method().getGenericReturnType(), variables);
    }

    private static Type substituted(Type type, @SuppressWarnings("rawtypes") Map<TypeVariable, Type> variables) {
        if (type instanceof TypeVariable<?> variable) {
            Type known = variables.get(variable);
            return known == null || known.equals(type) ? type : substituted(known, variables);
        }
        if (type instanceof GenericArrayType array) {
            Type component = substituted(array.getGenericComponentType(), variables);
            return ResolvableType.forArrayComponent(ResolvableType.forType(component))
                    .getType();
        }
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            ResolvableType[] arguments = Arrays.stream(generic.getActualTypeArguments())
                    .map(each -> ResolvableType.forType(substituted(each, variables)))
                    .toArray(ResolvableType[]::new);
            return ResolvableType.forClassWithGenerics(raw, arguments).getType();
        }
        return type;
    }

    private static void requireKept(Place place, Class<?> raw) {
        for (Class<?> usedUp : USED_UP) {
            if (usedUp.isAssignableFrom(raw)) {
                throw place.wrong(
                        "result", raw.getName() + " can be used once and can't be kept; return a value, or a list");
            }
        }
    }

    private static @Nullable Class<?> asClass(Type type) {
        return type instanceof Class<?> plain ? plain : null;
    }

    private static boolean isA(Class<?> type, String name) {
        if (type.getName().equals(name)) {
            return true;
        }
        return ClassUtils.getAllInterfacesForClassAsSet(type).stream()
                .anyMatch(each -> each.getName().equals(name));
    }
}
