package io.idem4j.lambda;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The path below an API's own root. An event's begins with the base path of a custom domain, or with the stage, where there is
 * one; the route, such as {@code /orders/{id}} or {@code /files/{name+}}, tells where the rest begins.
 */
final class RoutedPath {
    private static final String UNNAMED = "$default";

    private RoutedPath() {}

    /** As it is where the route does not fit, or is none. */
    static String of(
            String path, @Nullable String route, @Nullable Map<String, String> parameters, @Nullable String stage) {
        if (route == null || !route.startsWith("/") || !path.startsWith("/")) {
            return withoutStage(path, stage);
        }
        List<String> segments = segments(path);
        List<String> wanted = segments(route);
        String last = wanted.get(wanted.size() - 1);
        int rest = last.endsWith("+}") ? rest(last, parameters) : 1;
        int drop = segments.size() - (wanted.size() - 1 + rest);
        if (drop <= 0 || !fits(wanted, segments.subList(drop, segments.size()))) {
            return path;
        }
        return "/" + String.join("/", segments.subList(drop, segments.size()));
    }

    /** How many segments the route's last parameter took. */
    private static int rest(String last, @Nullable Map<String, String> parameters) {
        String value = parameters == null ? null : parameters.get(last.substring(1, last.length() - 2));
        return value == null ? 1 : segments("/" + value).size();
    }

    private static boolean fits(List<String> wanted, List<String> segments) {
        for (int i = 0; i < wanted.size(); i++) {
            if (!wanted.get(i).startsWith("{") && !wanted.get(i).equals(segments.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static List<String> segments(String path) {
        return Arrays.asList(path.substring(1).split("/", -1));
    }

    private static String withoutStage(String path, @Nullable String stage) {
        if (stage == null || stage.equals(UNNAMED) || !(path + "/").startsWith("/" + stage + "/")) {
            return path;
        }
        return path.length() == stage.length() + 1 ? "/" : path.substring(stage.length() + 1);
    }
}
