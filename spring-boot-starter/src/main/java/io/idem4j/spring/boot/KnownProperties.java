package io.idem4j.spring.boot;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** The names of our properties, as the records have them; {@code [*]} stands for a scope. Immutable. */
final class KnownProperties {
    static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("idem4j");
    static final String ANY = "[*]";
    private static final List<Class<? extends Record>> GROUPS = List.of(
            IdempotencyProperties.class,
            HttpProperties.class,
            JdbcProperties.class,
            RedisProperties.class,
            DynamoDbProperties.class,
            PurgeProperties.class,
            ActuatorProperties.class);

    private static final Set<ConfigurationPropertyName> PREFIXES = GROUPS.stream()
            .map(group -> ConfigurationPropertyName.of(prefix(group)))
            .collect(Collectors.toUnmodifiableSet());

    private final Map<ConfigurationPropertyName, String> names = new LinkedHashMap<>();
    private final Set<ConfigurationPropertyName> parents = new HashSet<>();
    private final Set<ConfigurationPropertyName> lists = new HashSet<>();
    private final Set<ConfigurationPropertyName> maps = new HashSet<>();
    private final Set<String> spelled = new HashSet<>();

    KnownProperties() {
        for (Class<? extends Record> group : GROUPS) {
            addAll(group, prefix(group));
        }
        for (ConfigurationPropertyName name : names.keySet()) {
            spelled.add(letters(name.toString()));
            for (int elements = name.getNumberOfElements() - 1; elements > 0; elements--) {
                parents.add(name.chop(elements));
            }
        }
    }

    private static String prefix(Class<?> group) {
        return Objects.requireNonNull(group.getAnnotation(ConfigurationProperties.class), "its annotation")
                .value();
    }

    private void addAll(Class<?> type, String prefix) {
        for (RecordComponent component : type.getRecordComponents()) {
            String text = prefix + "." + DataObjectPropertyName.toDashedForm(component.getName());
            Class<?> held = component.getType();
            if (held.isRecord()) {
                addAll(held, text);
            } else if (Map.class.isAssignableFrom(held)) {
                maps.add(ConfigurationPropertyName.of(text));
                ParameterizedType map = (ParameterizedType) component.getGenericType();
                addAll((Class<?>) map.getActualTypeArguments()[1], text + "." + ANY);
            } else {
                names.put(ConfigurationPropertyName.of(text), text);
                if (Collection.class.isAssignableFrom(held)) {
                    lists.add(ConfigurationPropertyName.of(text));
                }
            }
        }
    }

    /** Whether one of our own beans has that prefix. */
    static boolean isOurs(ConfigurationPropertyName prefix) {
        return PREFIXES.contains(prefix);
    }

    /** In the order of the records. */
    Map<ConfigurationPropertyName, String> texts() {
        return Collections.unmodifiableMap(names);
    }

    boolean has(ConfigurationPropertyName name) {
        return names.containsKey(general(name));
    }

    /** What others are below; sets nothing by itself. */
    boolean isParent(ConfigurationPropertyName name) {
        return parents.contains(general(name));
    }

    /** Whether it is one, whatever its letters are separated by, as environment variables are read. */
    boolean hasLetters(ConfigurationPropertyName name) {
        String letters = letters(general(name).toString());
        return spelled.contains(letters) || spelled.contains(letters.replaceFirst("\\d+$", ""));
    }

    /** With {@link #ANY} for a scope, and without the index in a list. */
    ConfigurationPropertyName general(ConfigurationPropertyName name) {
        for (ConfigurationPropertyName map : maps) {
            if (map.isAncestorOf(name)) {
                return map.append(ANY).append(name.subName(map.getNumberOfElements() + 1));
            }
        }
        return name.isLastElementIndexed() && lists.contains(name.getParent()) ? name.getParent() : name;
    }

    static String letters(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
