package io.idem4j;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A full generic type: {@code new TypeRef<List<Receipt>>() {}}. Equal by type. Immutable and thread-safe.
 *
 * @param <T> the type
 */
public abstract class TypeRef<T extends @Nullable Object> {
    private final Type type;

    /**
     * Captures the type argument of the anonymous subclass.
     *
     * @throws IllegalArgumentException if there is none, or it has an open type variable or a raw generic class
     */
    protected TypeRef() {
        this.type = Types.complete(captured(getClass()));
    }

    private TypeRef(Type type) {
        this.type = Types.complete(type);
    }

    /**
     * A plain class.
     *
     * @throws IllegalArgumentException if the class has type parameters, which would be lost
     */
    public static <T> TypeRef<T> of(Class<T> type) {
        return new Known<>(Objects.requireNonNull(type, "type"));
    }

    /** A reflected type, for adapters. Errors as the constructor. */
    public static TypeRef<@Nullable Object> ofType(Type type) {
        return new Known<>(Objects.requireNonNull(type, "type"));
    }

    /** The captured type. */
    public final Type type() {
        return type;
    }

    private static Type captured(Class<?> subclass) {
        if (subclass.getGenericSuperclass() instanceof ParameterizedType parent
                && parent.getRawType() == TypeRef.class) {
            return parent.getActualTypeArguments()[0];
        }
        throw new IllegalArgumentException("type: use new TypeRef<List<Receipt>>() {} with its type argument");
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof TypeRef<?> that && type.equals(that.type);
    }

    @Override
    public final int hashCode() {
        return type.hashCode();
    }

    @Override
    public final String toString() {
        return type.getTypeName();
    }

    private static final class Known<T extends @Nullable Object> extends TypeRef<T> {
        Known(Type type) {
            super(type);
        }
    }
}
