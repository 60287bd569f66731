package io.idem4j.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The part of a source file that a code block shows: named by a comment line {@code region NAME}, up to its {@code endregion}. */
final class Region {
    private static final String COMMENT = "^\\s*(?://|#|--|<!--)\\s*";
    private static final Pattern START = Pattern.compile(COMMENT + "region\\s+([\\w-]+)\\s*(?:-->)?\\s*$");
    private static final Pattern END = Pattern.compile(COMMENT + "endregion\\b.*$");

    private Region() {}

    /** The region's text; empty where the source has no region of that name, or never ends it. */
    static Optional<String> named(String name, String source) {
        List<String> shown = new ArrayList<>();
        int depth = 0;
        for (String line : source.lines().toList()) {
            Matcher start = START.matcher(line);
            if (start.matches()) {
                if (depth > 0 || start.group(1).equals(name)) {
                    depth++;
                }
            } else if (END.matcher(line).matches()) {
                if (depth > 0 && --depth == 0) {
                    return Optional.of(normalised(String.join("\n", shown)));
                }
            } else if (depth > 0) {
                shown.add(line);
            }
        }
        return Optional.empty();
    }

    /** Without common indentation, white space at line ends, and empty lines at both ends. */
    static String normalised(String text) {
        return text.replaceAll("(?m)[ \\t]+$", "")
                .replaceAll("\\A\\n+|\\n+\\z", "")
                .stripIndent();
    }
}
