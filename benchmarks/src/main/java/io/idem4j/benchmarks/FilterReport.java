package io.idem4j.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.idem4j.Idempotency;
import io.idem4j.http.HttpIdempotency;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.servlet.IdempotencyFilter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.catalina.LifecycleException;

/**
 * What the filter adds to a request on the memory store: one endpoint without it, with it and a new key each time, and with it
 * and always the same key, over one connection each that stays open, in turns, so that a disturbance meets all of them.
 */
public final class FilterReport {
    private static final int ROUNDS = 21;
    private static final int WARM_UP = 10;
    private static final int REQUESTS = 2_000;

    private enum Kind {
        /** No key: the filter lets it pass. */
        PASSES("through the filter, no key"),
        WITHOUT("no filter"),
        FIRST("first requests"),
        REPLAY("replays");

        private final String name;

        Kind(String name) {
            this.name = name;
        }
    }

    private record Round(double micros, double others) {}

    private FilterReport() {}

    /** {@code folder}: where the result goes. */
    public static void main(String[] args) throws IOException, LifecycleException {
        Map<Kind, List<Round>> rounds = new EnumMap<>(Kind.class);
        try (Idempotency idempotency = Idempotency.builder(new InMemoryStore()).build();
                FilterSite site = new FilterSite(new IdempotencyFilter(HttpIdempotency.of(idempotency)))) {
            long key = 0;
            for (int round = -WARM_UP; round < ROUNDS; round++) {
                for (Kind kind : Kind.values()) {
                    Round measured = measured(site, kind, key);
                    key += REQUESTS;
                    if (round >= 0) {
                        rounds.computeIfAbsent(kind, unused -> new ArrayList<>())
                                .add(measured);
                    }
                }
            }
        }
        String report = report(rounds);
        Files.writeString(Path.of(args[0]).resolve("filter-on-memory.md"), report);
        System.out.println(report);
    }

    private static Round measured(FilterSite site, Kind kind, long firstKey) throws IOException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        try (FilterSite.Connection connection = site.connect()) {
            connection.post(kind == Kind.WITHOUT ? "/plain" : "/guarded", key(kind, firstKey));
            double sinceLastCall = system.getCpuLoad();
            assert sinceLastCall <= 1;
            long cpu = system.getProcessCpuTime();
            long start = System.nanoTime();
            for (int i = 1; i <= REQUESTS; i++) {
                connection.post(kind == Kind.WITHOUT ? "/plain" : "/guarded", key(kind, firstKey + i));
            }
            long took = System.nanoTime() - start;
            double own = (double) (system.getProcessCpuTime() - cpu) / took;
            double others = Math.max(0, system.getCpuLoad() * system.getAvailableProcessors() - own);
            return new Round(took / 1e3 / REQUESTS, others);
        }
    }

    private static String key(Kind kind, long number) {
        return switch (kind) {
            case WITHOUT, PASSES -> "";
            case FIRST -> "key-" + number;
            case REPLAY -> "always";
        };
    }

    private static String report(Map<Kind, List<Round>> rounds) {
        StringBuilder lines = new StringBuilder();
        for (Kind kind : List.of(Kind.WITHOUT, Kind.PASSES, Kind.FIRST, Kind.REPLAY)) {
            double[] micros = rounds.getOrDefault(kind, List.of()).stream()
                    .mapToDouble(Round::micros)
                    .sorted()
                    .toArray();
            double others = rounds.getOrDefault(kind, List.of()).stream()
                    .mapToDouble(Round::others)
                    .sorted()
                    .toArray()[ROUNDS / 2];
            lines.append(String.format(
                    Locale.ROOT,
                    "| %s | %.0f | %.0f to %.0f | %.0f | %.2f |%n",
                    kind.name,
                    micros[ROUNDS / 2],
                    micros[ROUNDS / 4],
                    micros[ROUNDS * 3 / 4],
                    micros[0],
                    others));
        }
        return """
                # Filter on the memory store

                %s
                A POST of 60 bytes of JSON, answered with 201 and 200 bytes, over one connection to Tomcat in the same process; client
                and server share the processors. Medians of %d rounds of %d requests each, in turns, after %d rounds of warm-up; beside
                them the quartiles and the fastest round. The last column says how many processors other programs used meanwhile: where
                that is much, only the differences between lines mean something.

                | requests | µs per request | quartiles | fastest | others' processors |
                |---|---|---|---|---|
                %s""".formatted(Machine.described(List.of("default heap")), ROUNDS, REQUESTS, WARM_UP, lines);
    }
}
