package io.idem4j.guarantees;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The clauses of SPEC.md in their order; those that wait for the change that builds them are marked there as not built. */
record Specification(List<String> clauses, List<String> notBuilt) {
    private static final Pattern CLAUSE =
            Pattern.compile("^- \\*\\*([A-Z]-\\d\\d)\\*\\*( \\*\\(not built yet\\)\\*)?", Pattern.MULTILINE);

    static Specification parse(String text) {
        List<String> clauses = new ArrayList<>();
        List<String> notBuilt = new ArrayList<>();
        for (MatchResult found : CLAUSE.matcher(text).results().toList()) {
            clauses.add(found.group(1));
            if (found.group(2) != null) {
                notBuilt.add(found.group(1));
            }
        }
        return new Specification(List.copyOf(clauses), List.copyOf(notBuilt));
    }

    /** Clauses of these that are not in the specification. */
    List<String> unknown(List<Report> reports) {
        return named(reports).stream()
                .filter(clause -> !clauses.contains(clause))
                .toList();
    }

    /** Clauses without a test, of those that are built. */
    List<String> untested(List<Report> reports) {
        List<String> named = named(reports);
        return clauses.stream()
                .filter(clause -> !notBuilt.contains(clause) && !named.contains(clause))
                .toList();
    }

    /** Clauses that have a test although they are marked as not built. */
    List<String> builtAfterAll(List<Report> reports) {
        List<String> named = named(reports);
        return notBuilt.stream().filter(named::contains).toList();
    }

    private static List<String> named(List<Report> reports) {
        return reports.stream()
                .map(report -> report.place().clause())
                .distinct()
                .sorted()
                .toList();
    }
}
