package io.idem4j.guarantees;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What reports say of each cell.
 *
 * @param cells those whose tests all ran
 * @param silent tests that say nothing about their cell, which then stays as it is
 * @param failed tests that failed
 */
record Findings(Map<Place, Cell> cells, List<Report> silent, List<Report> failed) {
    private static final String NOT_APPLICABLE = "not applicable: ";

    static Findings of(List<Report> reports) {
        Map<Place, Cell> cells = new TreeMap<>();
        reports.stream()
                .collect(groupingBy(Report::place))
                .forEach((place, tests) -> cell(tests).ifPresent(cell -> cells.put(place, cell)));
        return new Findings(
                cells,
                reports.stream().filter(Report::isSilent).toList(),
                reports.stream().filter(Report::failed).toList());
    }

    private static Optional<Cell> cell(List<Report> tests) {
        if (tests.stream().anyMatch(test -> test.isSilent() || test.failed())) {
            return Optional.empty();
        }
        SortedSet<String> lacking =
                tests.stream().filter(Report::isGap).map(Report::lacking).collect(toCollection(TreeSet::new));
        boolean anyPassed = tests.stream().anyMatch(Report::passed);
        boolean holdsAll = lacking.stream().allMatch(gap -> gap.startsWith(NOT_APPLICABLE));
        String mark = holdsAll ? anyPassed ? Cell.YES : Cell.NOT_APPLICABLE : anyPassed ? Cell.PARTLY : Cell.NO;
        return Optional.of(new Cell(mark, lacking));
    }

    boolean isSilentOn(Place place) {
        return silent.stream().anyMatch(report -> report.place().equals(place));
    }
}
