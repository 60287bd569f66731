package io.idem4j.spring.boot.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The blocks of README.md's section about Spring Boot, by language. */
record Readme(Map<String, String> blocks) {
    private static final Pattern SECTION = Pattern.compile("(?ms)^## With Spring Boot$(.*?)^## ");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

    static Readme read() {
        String text;
        try {
            text = Files.readString(Path.of("..", "README.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Matcher section = SECTION.matcher(text);
        if (!section.find()) {
            throw new AssertionError("README.md has no section \"With Spring Boot\"");
        }
        return new Readme(BLOCK.matcher(section.group(1))
                .results()
                .collect(Collectors.toMap(block -> block.group(1), block -> block.group(2))));
    }

    String block(String language) {
        String block = blocks.get(language);
        if (block == null) {
            throw new AssertionError("README.md shows no " + language + " for Spring Boot");
        }
        return block;
    }

    /** An element of the dependency. */
    String dependency(String element) {
        return only(block("xml"), "<" + element + ">(.*?)</" + element + ">");
    }

    /** The address, the key and the body of the command. */
    String path() {
        return only(block("sh"), "localhost:8080(\\S+)");
    }

    String body() {
        return only(block("sh"), "-d '([^']*)'");
    }

    private static String only(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .reduce((one, other) -> {
                    throw new AssertionError(pattern + " is there twice");
                })
                .orElseThrow(() -> new AssertionError(pattern + " is not there"));
    }
}
