package io.idem4j.lambda;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLSocketFactory;

/** Every object that others lead to, through all fields, those of the JDK's classes too. Needs {@link #OPEN}. */
final class Graph {
    static final String OPEN = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";

    private final Object unsafe;
    private final Method offset;
    private final Method named;
    private final Method reference;
    private final Method staticBase;
    private final Method staticOffset;
    private final Method uninitialised;

    Graph() throws ReflectiveOperationException {
        Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
        unsafe = type.getMethod("getUnsafe").invoke(null);
        offset = type.getMethod("objectFieldOffset", Field.class);
        named = type.getMethod("objectFieldOffset", Class.class, String.class);
        reference = type.getMethod("getReference", Object.class, long.class);
        staticBase = type.getMethod("staticFieldBase", Field.class);
        staticOffset = type.getMethod("staticFieldOffset", Field.class);
        uninitialised = type.getMethod("shouldBeInitialized", Class.class);
    }

    boolean isInitialised(Class<?> type) throws ReflectiveOperationException {
        return !(boolean) uninitialised.invoke(unsafe, type);
    }

    /** What these fields of an object hold. */
    Object[] fields(Object of, String... names) throws ReflectiveOperationException {
        List<Object> values = new ArrayList<>();
        for (String name : names) {
            long at = (long) named.invoke(unsafe, Thread.class, name);
            values.add(reference.invoke(unsafe, of, at));
        }
        return values.toArray();
    }

    /** What a class that is initialised keeps in its static fields. */
    Object[] statics(Class<?> type) throws ReflectiveOperationException {
        List<Object> values = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                values.add(
                        reference.invoke(unsafe, staticBase.invoke(unsafe, field), staticOffset.invoke(unsafe, field)));
            }
        }
        return values.toArray();
    }

    /** Each with the one that led to it. */
    Map<Object, Object> from(Object... roots) throws ReflectiveOperationException {
        Map<Object, Object> seen = new IdentityHashMap<>();
        Deque<Object> open = new ArrayDeque<>();
        for (Object root : roots) {
            reach(seen, open, this, root);
        }
        for (Object each; (each = open.poll()) != null; ) {
            if (each instanceof Object[] array) {
                for (Object element : array) {
                    reach(seen, open, each, element);
                }
            } else if (!each.getClass().isArray()) {
                for (Object value : fields(each)) {
                    reach(seen, open, each, value);
                }
            }
        }
        return seen;
    }

    private static void reach(Map<Object, Object> seen, Deque<Object> open, Object from, Object value) {
        if (value != null && !isBorder(value) && seen.putIfAbsent(value, from) == null) {
            open.add(value);
        }
    }

    /** What leads from any object to all of the process; and the JDK's TLS context, whose random source is the JDK's. */
    private static boolean isBorder(Object each) {
        return each instanceof Class
                || each instanceof ClassLoader
                || each instanceof Module
                || each instanceof Reference && !isThreadLocal(each)
                || each instanceof ThreadGroup
                || each instanceof SSLSocketFactory
                || each instanceof System.Logger
                || each.getClass().getName().startsWith("java.util.logging.")
                || each.getClass().getName().startsWith("org.slf4j.");
    }

    /** A thread's entry for one of its thread-locals, which holds the value. */
    private static boolean isThreadLocal(Object each) {
        return each.getClass().getName().equals("java.lang.ThreadLocal$ThreadLocalMap$Entry");
    }

    private List<Object> fields(Object each) throws ReflectiveOperationException {
        List<Object> values = new ArrayList<>();
        for (Class<?> type = each.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    values.add(reference.invoke(unsafe, each, (long) offset.invoke(unsafe, field)));
                }
            }
        }
        return values;
    }
}
