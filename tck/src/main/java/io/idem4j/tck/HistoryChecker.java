package io.idem4j.tck;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.idem4j.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * Says whether there is an order of the calls of a {@link History} in which every answer is one that the {@link RecordTable} allows. Immutable.
 *
 * <p>The order keeps to real time: a call that had its answer before another began comes first. A call without an answer may be
 * anywhere after its beginning, or nowhere. Each key is looked at by itself, since a store promises nothing across keys. Time
 * runs on within the order; a call is carried out at one of the instants that the history shows while it was under way.
 */
public final class HistoryChecker {
    private final RecordTable table;
    private final Answers answers;

    /**
     * For that table.
     *
     * @param tolerance by how much the instants in answers may differ from those of the history
     */
    public HistoryChecker(RecordTable table, Duration tolerance) {
        this(table, tolerance, String::equals);
    }

    HistoryChecker(RecordTable table, Duration tolerance, BiPredicate<String, String> sameData) {
        this.table = table;
        this.answers = new Answers(tolerance, sameData);
    }

    /** As {@link #fault(Collection, Collection)} where every step of the clock is seen by an event. */
    public Optional<String> fault(Collection<History.Event> events) {
        return fault(events, List.of());
    }

    /**
     * Empty if the history can be explained, else what can't be, for people.
     *
     * @param readings further instants that the clock showed, beside those of the events
     */
    public Optional<String> fault(Collection<History.Event> events, Collection<Instant> readings) {
        NavigableSet<Instant> shown = new TreeSet<>(readings);
        events.forEach(event -> {
            shown.add(event.earliest());
            if (event.answer() != null) {
                shown.add(event.latest());
            }
        });
        return events.stream()
                .collect(groupingBy(event -> event.call().key(), LinkedHashMap::new, toList()))
                .values()
                .stream()
                .map(ofKey -> new Search(ofKey, shown).fault())
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** How far an order has come. */
    private record Reached(BitSet done, Optional<StoredRecord> record, Instant now) {}

    /** Looks for an order of the calls on one key. */
    private final class Search {
        private final List<History.Event> events;
        private final NavigableSet<Instant> shown;
        private final Set<Reached> deadEnds = new HashSet<>();
        private BitSet furthest = new BitSet();

        Search(List<History.Event> events, NavigableSet<Instant> shown) {
            this.events = events.stream()
                    .sorted(Comparator.comparingLong(History.Event::began))
                    .toList();
            this.shown = shown;
        }

        Optional<String> fault() {
            return explains(new Reached(new BitSet(), Optional.empty(), Instant.MIN))
                    ? Optional.empty()
                    : Optional.of(text());
        }

        private boolean explains(Reached reached) {
            if (reached.done.cardinality() > furthest.cardinality()) {
                furthest = reached.done;
            }
            long firstEnd = firstEnd(reached.done);
            if (firstEnd == Long.MAX_VALUE) {
                return true;
            }
            if (!deadEnds.add(reached)) {
                return false;
            }
            for (int i = reached.done.nextClearBit(0); i < events.size(); i = reached.done.nextClearBit(i + 1)) {
                History.Event event = events.get(i);
                if (event.began() > firstEnd) {
                    return false;
                }
                int next = i;
                if (instants(event, reached.now).anyMatch(now -> explains(reached, next, now))) {
                    return true;
                }
            }
            return false;
        }

        private boolean explains(Reached reached, int next, Instant now) {
            History.Event event = events.get(next);
            BitSet done = (BitSet) reached.done.clone();
            done.set(next);
            for (RecordTable.Step step : table.steps(reached.record, event.call(), now)) {
                boolean heard = event.answer() == null || answers.match(event.answer(), step.answer());
                if (heard && explains(new Reached(done, step.record(), now))) {
                    return true;
                }
            }
            return false;
        }

        /** The moment at which the first of the calls that are still to be placed had its answer. */
        private long firstEnd(BitSet done) {
            long first = Long.MAX_VALUE;
            for (int i = done.nextClearBit(0); i < events.size(); i = done.nextClearBit(i + 1)) {
                first = Math.min(first, events.get(i).ended());
            }
            return first;
        }

        private Stream<Instant> instants(History.Event event, Instant now) {
            Instant from = event.earliest().isBefore(now) ? now : event.earliest();
            return from.isAfter(event.latest())
                    ? Stream.empty()
                    : shown.subSet(from, true, event.latest(), true).stream();
        }

        private String text() {
            Wording wording = new Wording();
            StringBuilder text = new StringBuilder(
                    "no order of these calls explains the answers (marked: those that have no place)");
            for (int i = 0; i < events.size(); i++) {
                History.Event event = events.get(i);
                text.append("\n%s %d..%s %s -> %s"
                        .formatted(
                                furthest.get(i) || event.answer() == null ? " " : "*",
                                event.began(),
                                event.answer() == null ? "" : event.ended(),
                                wording.of(event.call()),
                                event.answer() == null ? "no answer" : wording.of(event.answer())));
            }
            return text.toString();
        }
    }
}
