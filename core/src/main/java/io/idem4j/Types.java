package io.idem4j;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;

/** Whether a type says all that is needed to read a value back. */
final class Types {
    private Types() {}

    static Type complete(Type type) {
        if (type instanceof Class<?> plain) {
            Class<?> element = plain;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            if (element.getTypeParameters().length > 0) {
                throw new IllegalArgumentException("type: " + element.getName()
                        + " has type parameters, which a Class loses; use new TypeRef<" + element.getSimpleName()
                        + "<…>>() {}");
            }
        } else if (type instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                complete(argument);
            }
        } else if (type instanceof GenericArrayType array) {
            complete(array.getGenericComponentType());
        } else if (type instanceof WildcardType wildcard) {
            for (Type bound : wildcard.getUpperBounds()) {
                complete(bound);
            }
            for (Type bound : wildcard.getLowerBounds()) {
                complete(bound);
            }
        } else if (type instanceof TypeVariable<?> variable) {
            throw new IllegalArgumentException("type: " + variable + " is an open type variable of "
                    + variable.getGenericDeclaration() + "; pass the concrete type");
        }
        return type;
    }
}
