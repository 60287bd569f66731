package io.idem4j.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** Counts what its users make the driver do: each statement, and each other call that asks the server something. */
final class CountingDataSource {
    private static final Set<String> ASK_THE_SERVER = Set.of(
            "commit",
            "rollback",
            "setTransactionIsolation",
            "getTransactionIsolation",
            "setReadOnly",
            "setSchema",
            "getSchema",
            "isValid",
            "setSavepoint");

    private final AtomicLong count = new AtomicLong();
    private final DataSource counted;

    CountingDataSource(DataSource source) {
        this.counted = DataSources.dataSource(() -> (Connection) proxy(Connection.class, source.getConnection()));
    }

    DataSource dataSource() {
        return counted;
    }

    long count() {
        return count.get();
    }

    private Object proxy(Class<?> type, Object target) {
        InvocationHandler handler = (self, method, arguments) -> {
            if (method.getName().startsWith("execute") || ASK_THE_SERVER.contains(method.getName())) {
                count.incrementAndGet();
            }
            Object result = invoke(target, method, arguments);
            if (result instanceof PreparedStatement) {
                return proxy(PreparedStatement.class, result);
            }
            return result instanceof Statement ? proxy(Statement.class, result) : result;
        };
        return Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {type}, handler);
    }

    static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
