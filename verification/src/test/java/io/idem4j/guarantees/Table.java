package io.idem4j.guarantees;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of guarantees, which is the file GUARANTEES.md. */
record Table(Map<Place, Cell> cells) {
    private static final String INTRODUCTION = """
            # Guarantees

            Which clause of [SPEC.md](SPEC.md) holds on which store, as its tests found. `mvn verify -Dguarantees.write=true`
            writes this file; `mvn verify` fails where it differs from what the tests found, and prints which of them did not run.

            `yes`: every test of the clause that means something for the store passes. `partly`, `no`: the store is known not to hold
            some of it, or all. `n/a`: it means nothing for the store. The list below a table says what and why. `-`: no test of the
            clause by itself. The column `engine` is for tests that are about no store.
            """;
    private static final String NO_CELL = "-";
    private static final Pattern ROW = Pattern.compile("\\| (clause|[A-Z]-\\d\\d) \\|(.*)\\|");
    private static final Pattern LACKING = Pattern.compile("- ([A-Z]-\\d\\d) on (\\S+): (.*)");

    static Table parse(String text) {
        Map<Place, Cell> cells = new TreeMap<>();
        List<String> stores = List.of();
        for (String line : text.lines().toList()) {
            Matcher row = ROW.matcher(line);
            Matcher lacking = LACKING.matcher(line);
            if (row.matches()) {
                List<String> entries =
                        Stream.of(row.group(2).split("\\|")).map(String::strip).toList();
                if (row.group(1).equals("clause")) {
                    stores = entries;
                } else {
                    addRow(cells, row.group(1), stores, entries);
                }
            } else if (lacking.matches()) {
                Optional.ofNullable(cells.get(new Place(lacking.group(1), lacking.group(2))))
                        .ifPresent(cell -> cell.lacking().add(lacking.group(3)));
            }
        }
        return new Table(cells);
    }

    private static void addRow(Map<Place, Cell> cells, String clause, List<String> stores, List<String> entries) {
        for (int i = 0; i < Math.min(stores.size(), entries.size()); i++) {
            if (!entries.get(i).equals(NO_CELL)) {
                cells.put(new Place(clause, stores.get(i)), new Cell(entries.get(i), new TreeSet<>()));
            }
        }
    }

    /**
     * This table as the findings have it.
     *
     * @param complete whether every module was tested, so that a cell without any test has to go
     */
    Table with(Findings findings, boolean complete) {
        Map<Place, Cell> updated = new TreeMap<>(cells);
        if (complete) {
            updated.keySet().removeIf(place -> !findings.isSilentOn(place));
        }
        updated.putAll(findings.cells());
        return new Table(updated);
    }

    /** Cells that stand in this table or in the other one, and not in both alike. */
    List<String> differences(Table other) {
        TreeSet<Place> places = new TreeSet<>(cells.keySet());
        places.addAll(other.cells.keySet());
        return places.stream()
                .filter(place -> !text(place).equals(other.text(place)))
                .map(place -> place + ": " + text(place) + ", not " + other.text(place))
                .toList();
    }

    private String text(Place place) {
        Cell cell = cells.get(place);
        return cell == null ? NO_CELL : (cell.mark() + " " + String.join("; ", cell.lacking())).strip();
    }

    /** The file, with a table for each group of clauses. */
    String markdown() {
        StringBuilder text = new StringBuilder(INTRODUCTION);
        cells.keySet().stream().map(Table::group).distinct().sorted().forEach(group -> text.append(markdown(group)));
        return text.toString();
    }

    private String markdown(String group) {
        Map<Place, Cell> ofGroup = new TreeMap<>(cells);
        ofGroup.keySet().removeIf(place -> !group(place).equals(group));
        List<String> stores =
                ofGroup.keySet().stream().map(Place::store).distinct().sorted().toList();
        List<String> lines = new ArrayList<>(List.of("", "## " + group, ""));
        lines.add(row("clause", stores.stream()));
        lines.add("|---".repeat(stores.size() + 1) + "|");
        ofGroup.keySet().stream()
                .map(Place::clause)
                .distinct()
                .forEach(clause -> lines.add(row(clause, stores.stream().map(store -> mark(clause, store)))));
        List<String> lacking = ofGroup.entrySet().stream()
                .flatMap(entry -> entry.getValue().lacking().stream().map(what -> "- " + entry.getKey() + ": " + what))
                .toList();
        if (!lacking.isEmpty()) {
            lines.add("");
            lines.addAll(lacking);
        }
        return String.join("\n", lines) + "\n";
    }

    private String mark(String clause, String store) {
        Cell cell = cells.get(new Place(clause, store));
        return cell == null ? NO_CELL : cell.mark();
    }

    private static String row(String first, Stream<String> entries) {
        return Stream.concat(Stream.of(first), entries).collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String group(Place place) {
        return place.clause().substring(0, 1);
    }
}
