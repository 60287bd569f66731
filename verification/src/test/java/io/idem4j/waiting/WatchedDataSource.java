package io.idem4j.waiting;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Counts what is taken from a data source and what is sent through it. */
final class WatchedDataSource implements DataSource {
    private final DataSource source;
    private final AtomicInteger inUse = new AtomicInteger();
    private final AtomicInteger mostInUse = new AtomicInteger();
    private final List<String> sent = new CopyOnWriteArrayList<>();

    WatchedDataSource(DataSource source) {
        this.source = source;
    }

    /** From here on. */
    void startCounting() {
        sent.clear();
        mostInUse.set(inUse.get());
    }

    int inUse() {
        return inUse.get();
    }

    int mostInUse() {
        return mostInUse.get();
    }

    List<String> sent() {
        return List.copyOf(sent);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = source.getConnection();
        mostInUse.accumulateAndGet(inUse.incrementAndGet(), Math::max);
        return (Connection) watched(Connection.class, connection, "");
    }

    private Object watched(Class<?> type, Object target, String prepared) {
        return Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            if (method.getName().startsWith("execute")) {
                sent.add(arguments == null ? prepared : String.valueOf(arguments[0]));
            } else if (method.getName().equals("close") && target instanceof Connection) {
                inUse.decrementAndGet();
            }
            try {
                Object result = method.invoke(target, arguments);
                if (result instanceof PreparedStatement) {
                    return watched(PreparedStatement.class, result, String.valueOf(arguments[0]));
                }
                return result instanceof Statement ? watched(Statement.class, result, "") : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        source.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        source.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return source.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return source.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return source.isWrapperFor(type);
    }
}
