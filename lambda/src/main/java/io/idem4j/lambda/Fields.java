package io.idem4j.lambda;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Headers and parameters, which events and responses hold by name: with one value each, with several, or in both ways. */
final class Fields {
    private Fields() {}

    /** In the order of the names; of a name that is there in both ways the several values. */
    static Map<String, List<String>> of(
            @Nullable Map<String, String> single, @Nullable Map<String, List<String>> several) {
        return put(new TreeMap<>(), single, several);
    }

    /** The same of a response's headers, whose names' case does not matter. */
    static Map<String, List<String>> ofResponse(
            @Nullable Map<String, String> single, @Nullable Map<String, List<String>> several) {
        return put(new TreeMap<>(String.CASE_INSENSITIVE_ORDER), single, several);
    }

    /** A name without a value is as if it were not there. */
    private static Map<String, List<String>> put(
            Map<String, List<String>> all,
            @Nullable Map<String, String> single,
            @Nullable Map<String, List<String>> several) {
        if (single != null) {
            single.forEach((name, value) -> put(all, name, Collections.singletonList(value)));
        }
        if (several != null) {
            several.forEach((name, values) -> put(all, name, values));
        }
        return all;
    }

    private static void put(Map<String, List<String>> all, String name, @Nullable List<@Nullable String> values) {
        List<String> there = new ArrayList<>();
        if (values != null) {
            for (String value : values) {
                if (value != null) {
                    there.add(value);
                }
            }
        }
        if (!there.isEmpty()) {
            all.put(name, there);
        }
    }

    /** Every value of a header, however its name is written. */
    static List<String> values(Map<String, List<String>> headers, String name) {
        List<String> found = new ArrayList<>();
        headers.forEach((each, values) -> {
            if (each.equalsIgnoreCase(name)) {
                found.addAll(values);
            }
        });
        return found;
    }

    /** Parameters as a query; null: none. */
    static @Nullable String query(Map<String, List<String>> parameters, UnaryOperator<String> spelling) {
        List<String> pairs = new ArrayList<>();
        parameters.forEach((name, values) ->
                values.forEach(value -> pairs.add(spelling.apply(name) + "=" + spelling.apply(value))));
        return pairs.isEmpty() ? null : String.join("&", pairs);
    }

    /** Headers with one value each. */
    static Map<String, String> joined(Map<String, List<String>> headers) {
        Map<String, String> joined = new LinkedHashMap<>();
        headers.forEach((name, values) -> joined.put(name, String.join(", ", values)));
        return joined;
    }
}
