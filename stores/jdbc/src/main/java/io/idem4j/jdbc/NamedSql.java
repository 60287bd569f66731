package io.idem4j.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A statement whose parameters have names, so that one may be used twice. Immutable. */
final class NamedSql {
    private static final Pattern NAME = Pattern.compile(":([a-zA-Z]+)");

    private final String sql;
    private final List<String> names;

    private NamedSql(String sql, List<String> names) {
        this.sql = sql;
        this.names = names;
    }

    static NamedSql of(String text) {
        List<String> names = new ArrayList<>();
        Matcher matcher = NAME.matcher(text);
        String sql = matcher.replaceAll(found -> {
            names.add(found.group(1));
            return "?";
        });
        return new NamedSql(sql, List.copyOf(names));
    }

    PreparedStatement prepare(Connection connection, Values values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int i = 0; i < names.size(); i++) {
                set(statement, i + 1, values.get(names.get(i)));
            }
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
        return statement;
    }

    private static void set(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.VARCHAR);
        } else if (value == Values.NO_NUMBER) {
            statement.setNull(index, Types.BIGINT);
        } else if (value instanceof String text) {
            statement.setString(index, text);
        } else if (value instanceof Long number) {
            statement.setLong(index, number);
        } else if (value instanceof Integer number) {
            statement.setInt(index, number);
        } else {
            statement.setObject(index, value);
        }
    }

    /** What the names stand for. Every name must have been given. */
    static final class Values {
        /** Typed, so that a server's prepared statement keeps its types whether there is a number or not. */
        private static final Object NO_NUMBER = new Object();

        private final Map<String, @Nullable Object> byName = new HashMap<>();

        Values text(String name, @Nullable String value) {
            return put(name, value);
        }

        Values number(String name, @Nullable Long value) {
            return put(name, value == null ? NO_NUMBER : value);
        }

        Values number(String name, int value) {
            return put(name, value);
        }

        Values time(String name, @Nullable OffsetDateTime value) {
            return put(name, value);
        }

        private Values put(String name, @Nullable Object value) {
            byName.put(name, value);
            return this;
        }

        private @Nullable Object get(String name) {
            if (!byName.containsKey(name)) {
                throw new IllegalStateException("no value for :" + name);
            }
            return byName.get(name);
        }
    }
}
