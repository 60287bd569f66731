package io.idem4j.jdbc;

import io.idem4j.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The databases that {@link JdbcStore} knows. */
public enum Dialect {
    /** PostgreSQL 16 and newer; leases run on the server's clock. */
    POSTGRESQL("PostgreSQL", "postgresql-v1.sql"),
    /** H2 2.x, in memory or in a file, for one machine; leases run on the clock that the store is given. */
    H2("H2", "h2-v1.sql");

    private final String product;
    private final String schemaFile;

    Dialect(String product, String schemaFile) {
        this.product = product;
        this.schemaFile = schemaFile;
    }

    /** Short name for messages and reports. */
    String label() {
        return product.toLowerCase(java.util.Locale.ROOT);
    }

    /** Where the schema is, on the class path; its name has the version. */
    String schemaPath() {
        return "io/idem4j/jdbc/schema/" + schemaFile;
    }

    String schema() {
        try (InputStream file = Dialect.class.getResourceAsStream("/" + schemaPath())) {
            if (file == null) {
                throw new IllegalStateException(schemaPath() + " is missing from the jar");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Dialect of(String product) {
        return Arrays.stream(values())
                .filter(dialect -> dialect.product.equals(product))
                .findFirst()
                .orElseThrow(() -> new ConfigurationException(
                        "dialect",
                        product + " is none of "
                                + Arrays.stream(values())
                                        .map(dialect -> dialect.product)
                                        .collect(Collectors.joining(", "))
                                + "; where it is compatible with one of them, set that one",
                        null));
    }
}
