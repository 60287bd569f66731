package io.idem4j.spring.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** What an unknown name may have been meant to be. */
final class NearestProperties {
    private static final int SCOPE_AT = 2;

    private final KnownProperties known;

    NearestProperties(KnownProperties known) {
        this.known = known;
    }

    /** Never empty: those that are spelled alike, else those that end alike, else those of its group, else all groups. */
    List<String> to(ConfigurationPropertyName name) {
        List<String> found = alike(name);
        if (found.isEmpty()) {
            found = ending(name);
        }
        if (found.isEmpty()) {
            found = inGroup(name);
        }
        return found.isEmpty() ? groups() : found;
    }

    /** A scope with dots but without brackets, or a few letters wrong or missing; may be empty. */
    List<String> alike(ConfigurationPropertyName name) {
        String bracketed = bracketed(name);
        if (bracketed != null) {
            return List.of(bracketed);
        }
        String letters = letters(known.general(name));
        int best = Math.max(1, letters.length() / 4);
        List<String> nearest = new ArrayList<>();
        for (Map.Entry<ConfigurationPropertyName, String> each : known.texts().entrySet()) {
            int distance = distance(letters, letters(each.getKey()));
            if (distance < best) {
                nearest.clear();
                best = distance;
            }
            if (distance == best) {
                nearest.add(shown(each.getValue(), name));
            }
        }
        return nearest;
    }

    private @Nullable String bracketed(ConfigurationPropertyName name) {
        int last = name.getNumberOfElements() - 1;
        if (last <= SCOPE_AT + 1 || name.chop(SCOPE_AT + 1).isLastElementIndexed()) {
            return null;
        }
        String scope = IntStream.range(SCOPE_AT, last)
                .mapToObj(i -> name.getElement(i, Form.ORIGINAL))
                .collect(Collectors.joining("."));
        String text = name.chop(SCOPE_AT) + ".[" + scope + "]." + name.getLastElement(Form.DASHED);
        ConfigurationPropertyName meant = ConfigurationPropertyName.ofIfValid(text);
        return meant != null && known.has(meant) ? text : null;
    }

    private List<String> ending(ConfigurationPropertyName name) {
        String last = KnownProperties.letters(name.getLastElement(Form.UNIFORM));
        return known.texts().entrySet().stream()
                .filter(each -> each.getKey().getLastElement(Form.UNIFORM).equals(last))
                .map(each -> shown(each.getValue(), name))
                .toList();
    }

    /** Whether its first part is that of one of ours, save a few letters. */
    boolean isInGroup(ConfigurationPropertyName name) {
        String first = name.getElement(1, Form.UNIFORM);
        int most = Math.max(1, first.length() / 4);
        return known.texts().keySet().stream()
                .anyMatch(each -> distance(first, each.getElement(1, Form.UNIFORM)) <= most);
    }

    private List<String> inGroup(ConfigurationPropertyName name) {
        String first = name.getElement(1, Form.UNIFORM);
        return known.texts().entrySet().stream()
                .filter(each -> each.getKey().getNumberOfElements() > 2
                        && distance(first, each.getKey().getElement(1, Form.UNIFORM)) <= 1)
                .map(each -> shown(each.getValue(), name))
                .toList();
    }

    private List<String> groups() {
        return known.texts().keySet().stream()
                .map(each -> each.chop(2).toString() + (each.getNumberOfElements() > 2 ? ".*" : ""))
                .distinct()
                .toList();
    }

    private static String shown(String text, ConfigurationPropertyName asked) {
        int beside = asked.isLastElementIndexed() ? 0 : 1;
        boolean hasScope = asked.getNumberOfElements() > SCOPE_AT + beside;
        String scope = hasScope ? asked.getElement(SCOPE_AT, Form.ORIGINAL) : "SCOPE";
        return text.replace(KnownProperties.ANY, "[" + scope + "]");
    }

    private static String letters(ConfigurationPropertyName name) {
        return KnownProperties.letters(name.subName(1).toString());
    }

    /** How many letters to add, to leave out or to change make one of the other. */
    private static int distance(String one, String other) {
        int[] row = IntStream.rangeClosed(0, other.length()).toArray();
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
