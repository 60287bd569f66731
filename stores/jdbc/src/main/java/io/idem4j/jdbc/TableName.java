package io.idem4j.jdbc;

import io.idem4j.ConfigurationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the records are: plain identifiers, never quoted, so that nothing but a name can be written into a statement.
 *
 * @param schema null: the first on the connection's search path that has the table
 * @param table short enough that the names of its indexes fit PostgreSQL's 63 bytes
 */
record TableName(@Nullable String schema, String table) {
    static final String DEFAULT = "idempotency_record";

    private static final int LONGEST = 48;
    private static final Pattern FORM = Pattern.compile("(?:([A-Za-z_]\\w{0,62})\\.)?([A-Za-z_]\\w*)");
    private static final Pattern IN_SCHEMA_FILE = Pattern.compile("\\b" + DEFAULT + "(_\\w+)?\\b");

    static TableName parse(String name) {
        Matcher form = FORM.matcher(name);
        if (!form.matches() || form.group(2).length() > LONGEST) {
            throw new ConfigurationException(
                    "table",
                    "must be a plain name, or schema.name, of letters, digits and underscores, the table at most "
                            + LONGEST + " characters",
                    null);
        }
        return new TableName(form.group(1), form.group(2));
    }

    /** As statements write it. */
    String qualified() {
        return schema == null ? table : schema + "." + table;
    }

    /** The schema file for this table; its indexes are named after it. */
    String in(String schemaFile) {
        return IN_SCHEMA_FILE
                .matcher(schemaFile)
                .replaceAll(found -> found.group(1) == null ? qualified() : table + found.group(1));
    }
}
