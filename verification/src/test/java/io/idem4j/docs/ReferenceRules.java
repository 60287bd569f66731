package io.idem4j.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a document points at is there: files, headings, clauses, tests. */
final class ReferenceRules {
    private static final Pattern CLAUSE = Pattern.compile("\\b[A-Z]-\\d\\d\\b");
    private static final Pattern CLAUSE_DEFINITION = Pattern.compile("^- \\*\\*([A-Z]-\\d\\d)\\*\\*");
    private static final Pattern WEB = Pattern.compile("(https?|mailto):.*");
    private static final String SPECIFICATION = "SPEC.md";
    private static final String TEST_COLUMN = "test";

    private final SourceTree tree;
    private final Map<String, MarkdownDocument> documents;
    private final Set<String> clauses = new HashSet<>();
    private final List<String> definedTwice = new ArrayList<>();
    private final Set<String> tests;

    ReferenceRules(SourceTree tree, List<MarkdownDocument> documents) {
        this.tree = tree;
        this.documents = documents.stream().collect(Collectors.toMap(document -> document.path, Function.identity()));
        this.tests = TestNames.of(tree);
        MarkdownDocument specification = this.documents.get(SPECIFICATION);
        if (specification == null) {
            throw new IllegalStateException("no " + SPECIFICATION);
        }
        for (String line : specification.lines) {
            Matcher definition = CLAUSE_DEFINITION.matcher(line);
            if (definition.find() && !clauses.add(definition.group(1))) {
                definedTwice.add(SPECIFICATION + ": " + definition.group(1) + " is defined twice");
            }
        }
    }

    Set<String> clauses() {
        return clauses;
    }

    List<String> brokenLinks(MarkdownDocument document) {
        List<String> problems = new ArrayList<>();
        for (MarkdownDocument.Reference link : document.links) {
            if (!WEB.matcher(link.target()).matches()) {
                problem(document, link.target())
                        .ifPresent(problem -> problems.add(document.path + ":" + link.line() + ": " + problem));
            }
        }
        return problems;
    }

    private Optional<String> problem(MarkdownDocument document, String target) {
        String file = target.replaceFirst("#.*", "");
        String anchor = target.contains("#") ? target.replaceFirst("[^#]*#", "") : "";
        if (file.startsWith("/")) {
            return Optional.of("link to " + target + ": write it from where the document is");
        }
        Path here = Path.of(document.path);
        String path = file.isEmpty()
                ? document.path
                : here.resolveSibling(file).normalize().toString().replace('\\', '/');
        if (path.startsWith("..") || !tree.has(path)) {
            return Optional.of("link to " + target + ": no file " + path);
        }
        if (anchor.isEmpty()) {
            return Optional.empty();
        }
        MarkdownDocument other = documents.get(path);
        return other != null && other.anchors.contains(anchor)
                ? Optional.empty()
                : Optional.of("link to " + target + ": no heading #" + anchor);
    }

    List<String> unknownClauses(MarkdownDocument document) {
        List<String> problems = new ArrayList<>();
        if (document.path.equals(SPECIFICATION)) {
            problems.addAll(definedTwice);
        }
        for (int i = 0; i < document.lines.size(); i++) {
            int line = i + 1;
            CLAUSE.matcher(document.lines.get(i))
                    .results()
                    .map(match -> match.group())
                    .forEach(clause -> {
                        if (!clauses.contains(clause)) {
                            problems.add(
                                    document.path + ":" + line + ": " + SPECIFICATION + " has no clause " + clause);
                        }
                    });
        }
        return problems;
    }

    /** In a table with the column {@code test} each row names one test or more, and each of them exists. */
    List<String> missingTests(MarkdownDocument document) {
        List<String> problems = new ArrayList<>();
        for (MarkdownDocument.Row row : document.rows) {
            List<String> named = row.codeByColumn().get(TEST_COLUMN);
            if (named == null) {
                continue;
            }
            if (named.isEmpty()) {
                problems.add(document.path + ":" + row.line() + ": the row names no `ClassName.methodName`");
            }
            for (String test : named) {
                if (!tests.contains(test)) {
                    problems.add(document.path + ":" + row.line() + ": no test " + test);
                }
            }
        }
        return problems;
    }
}
