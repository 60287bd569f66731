package io.idem4j.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Data sources for tests. */
final class DataSources {
    private DataSources() {}

    static HikariDataSource pool(String url, Consumer<HikariConfig> settings) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(32);
        config.setMinimumIdle(0);
        settings.accept(config);
        return new HikariDataSource(config);
    }

    /** Whatever is current when a connection is asked for. */
    static DataSource current(Supplier<DataSource> source) {
        return dataSource(() -> source.get().getConnection());
    }

    /** Always this one, in the transaction that it is in: not closed, and in autocommit as far as its users can see. */
    static DataSource within(Connection connection) {
        return fixed(connection, Set.of("close", "setAutoCommit", "commit", "rollback"), true);
    }

    /** Always this one, never closed: a pool of one that does nothing of its own. */
    static DataSource keptOpen(Connection connection) {
        return fixed(connection, Set.of("close"), false);
    }

    private static DataSource fixed(Connection connection, Set<String> ignored, boolean inAutocommit) {
        Connection shared = (Connection) Proxy.newProxyInstance(
                DataSources.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    if (ignored.contains(method.getName())) {
                        return null;
                    }
                    return inAutocommit && method.getName().equals("getAutoCommit")
                            ? true
                            : CountingDataSource.invoke(connection, method, arguments);
                });
        return dataSource(() -> shared);
    }

    interface Connections {
        Connection get() throws Exception;
    }

    static DataSource dataSource(Connections connections) {
        return (DataSource) Proxy.newProxyInstance(
                DataSources.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        return connections.get();
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
