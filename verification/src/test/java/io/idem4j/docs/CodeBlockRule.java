package io.idem4j.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Code in a document is code that a test ran. A block of a programming or data language follows a comment
 * {@code <!-- region: path/to/File.java#name -->} and equals that region, indentation aside; {@code #name} may be left
 * out for a whole file that is not Java. Commands need no region, but only a few programs are named. {@code text} is
 * for what is no code.
 */
final class CodeBlockRule {
    private static final Set<String> SHOWN_FROM_SOURCE =
            Set.of("java", "js", "xml", "sql", "yaml", "properties", "json");
    private static final Set<String> SHELL = Set.of("sh", "bash", "shell");
    private static final Set<String> COMMANDS = Set.of("./quickstart", "benchmarks/run", "mvn", "git", "curl");
    private static final Pattern MARKER = Pattern.compile("<!-- region: ([^#\\s]+)(?:#([\\w-]+))? -->");
    private static final Pattern TEST_METHOD = Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|Property)\\b");

    private final SourceTree tree;

    CodeBlockRule(SourceTree tree) {
        this.tree = tree;
    }

    List<String> problems(MarkdownDocument document) {
        List<String> problems = new ArrayList<>();
        for (MarkdownDocument.CodeBlock block : document.codeBlocks) {
            problem(block).ifPresent(problem -> problems.add(document.path + ":" + block.line() + ": " + problem));
        }
        return problems;
    }

    private Optional<String> problem(MarkdownDocument.CodeBlock block) {
        if (SHELL.contains(block.language())) {
            return unknownCommand(block.text());
        }
        if (block.language().equals("text")) {
            return Optional.empty();
        }
        if (!SHOWN_FROM_SOURCE.contains(block.language())) {
            return Optional.of("a code block must be fenced and name its language: one of " + SHOWN_FROM_SOURCE + ", "
                    + SHELL + " or text, not '" + block.language() + "'");
        }
        Matcher marker = MARKER.matcher(block.comment() == null ? "" : block.comment());
        if (!marker.matches()) {
            return Optional.of("a " + block.language() + " block needs <!-- region: path/to/File#name --> before it");
        }
        return difference(block, marker.group(1), marker.group(2));
    }

    private Optional<String> difference(MarkdownDocument.CodeBlock block, String path, String name) {
        if (!tree.has(path)) {
            return Optional.of("no file " + path);
        }
        String source = tree.read(path);
        boolean java = path.endsWith(".java");
        if (!path.startsWith("examples/")
                && !path.contains("src/test/")
                && (java || !path.contains("src/main/resources/"))) {
            return Optional.of(path + " is neither a test nor an example");
        }
        if (java && path.contains("src/test/") && !TEST_METHOD.matcher(source).find()) {
            return Optional.of(path + " has no test that runs the region");
        }
        if (name == null && java) {
            return Optional.of("name the region of " + path);
        }
        Optional<String> region = name == null ? Optional.of(Region.normalised(source)) : Region.named(name, source);
        if (region.isEmpty()) {
            return Optional.of(path + " has no closed region " + name);
        }
        return region.get().equals(Region.normalised(block.text()))
                ? Optional.empty()
                : Optional.of(
                        "differs from " + path + (name == null ? "" : "#" + name) + ", which is now:\n" + region.get());
    }

    private Optional<String> unknownCommand(String text) {
        for (String line : text.replace("\\\n", " ").lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            for (String command : line.split("&&|\\|\\||[;|]")) {
                String program = command.strip().split("\\s+")[0];
                if (!COMMANDS.contains(program)) {
                    return Optional.of("a command must be one of " + COMMANDS + ", not '" + program + "'");
                }
                if (program.startsWith("./") && !tree.has(program.substring(2))) {
                    return Optional.of("no file " + program);
                }
            }
        }
        return Optional.empty();
    }
}
