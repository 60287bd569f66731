package io.idem4j.http;

import io.idem4j.ConfigurationException;
import java.util.regex.Pattern;

/** A route: segments as they are, {@code {name}} or {@code *} for any one segment, a last {@code /**} for whatever follows. */
final class PathPattern {
    private final String text;
    private final Pattern pattern;

    PathPattern(String text) {
        if (!text.startsWith("/")) {
            throw new ConfigurationException("endpoint", "a path pattern starts with /, such as /orders/{id}", null);
        }
        this.text = text;
        boolean open = text.endsWith("/**");
        String fixed = open ? text.substring(0, text.length() - "/**".length()) : text;
        StringBuilder regex = new StringBuilder();
        for (String segment :
                fixed.isEmpty() ? new String[0] : fixed.substring(1).split("/", -1)) {
            regex.append('/').append(ofSegment(segment));
        }
        this.pattern = Pattern.compile(open ? regex + "(/.*)?" : regex.toString(), Pattern.DOTALL);
    }

    private static String ofSegment(String segment) {
        if (segment.equals("*") || segment.matches("\\{[^{}]+}")) {
            return "[^/]+";
        }
        if (segment.contains("*") || segment.contains("{") || segment.contains("}")) {
            throw new ConfigurationException(
                    "endpoint",
                    "in a path pattern * and {name} stand for a whole segment, ** for all at its end",
                    null);
        }
        return Pattern.quote(segment);
    }

    boolean matches(String path) {
        return pattern.matcher(path).matches();
    }

    @Override
    public String toString() {
        return text;
    }
}
