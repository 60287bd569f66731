package io.idem4j.spring.web;

import java.util.List;
import java.util.Set;

/** Methods of HTTP. */
final class Verbs {
    /** What is asked for once. */
    static final List<String> PROTECTED = List.of("POST", "PATCH", "PUT", "DELETE");

    /** What has no effect that could double. */
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private Verbs() {}

    static boolean isSafe(String verb) {
        return SAFE.contains(verb);
    }
}
