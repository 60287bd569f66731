package io.idem4j.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A column as the schema file makes it.
 *
 * @param type as the database's catalogue spells it
 */
record Column(String name, String type) {
    static List<String> problems(List<Column> expected, Map<String, String> found) {
        List<String> problems = new ArrayList<>();
        for (Column column : expected) {
            String type = found.get(column.name);
            if (type == null) {
                problems.add("has no column " + column.name + " (" + column.type + ")");
            } else if (!type.equals(column.type)) {
                problems.add("has column " + column.name + " of type " + type + ", expected " + column.type);
            }
        }
        return problems;
    }
}
