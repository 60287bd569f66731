package io.idem4j.spring;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A call of a method: the root of its expressions. Public, since expressions read it by reflection. */
public final class Invocation {
    private final Object target;
    private final Method method;
    private final @Nullable Object[] args;
    private final Caller who;

    Invocation(Object target, Method method, @Nullable Object[] args, Caller who) {
        this.target = target;
        this.method = method;
        this.args = args;
        this.who = who;
    }

    /** The bean, behind its proxy. */
    public Object getTarget() {
        return target;
    }

    /** The method that runs. */
    public Method getMethod() {
        return method;
    }

    /** All arguments. */
    public @Nullable Object[] getArgs() {
        return args.clone();
    }

    /** Who is logged in; null: nobody is known. */
    public @Nullable String getCaller() {
        return who.name();
    }

    /** The method; no argument. */
    @Override
    public String toString() {
        return "Invocation[" + method.getName() + "]";
    }
}
