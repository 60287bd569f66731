package io.idem4j.benchmarks;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs every benchmark with one and with two threads, round after round so that a disturbance meets all of them, and
 * writes the medians. Seconds in which other programs took more than a fifth of a processor are dropped where enough are
 * left.
 */
public final class EngineReport {
    private static final List<String> JVM_OPTIONS = List.of("-Xms4g", "-Xmx4g", "-Xmn128m", "-XX:+AlwaysPreTouch");
    private static final int WARMUP_SECONDS = 5;
    private static final int MEASURED_SECONDS = 5;
    private static final double DISTURBED = 0.2;
    private static final int ENOUGH = 5;

    private EngineReport() {}

    /** {@code folder rounds}: where the result goes, and how many rounds it is made of. */
    public static void main(String[] args) throws RunnerException, IOException {
        Path folder = Path.of(args[0]);
        int rounds = Integer.parseInt(args[1]);
        List<Sample> samples = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (int threads = 1; threads <= 2; threads++) {
                samples.addAll(measured(round, threads));
            }
        }
        Files.writeString(folder.resolve("engine-on-memory.md"), report(samples, rounds));
        Files.writeString(
                folder.resolve("engine-on-memory.csv"),
                Stream.concat(Stream.of(Sample.CSV_HEADER), samples.stream().map(Sample::csv))
                        .collect(joining("\n", "", "\n")));
    }

    private static List<Sample> measured(int round, int threads) throws RunnerException {
        var options = new OptionsBuilder()
                .include("\\.(EngineBenchmark|StoreBenchmark)\\.")
                .forks(1)
                .threads(threads)
                .warmupIterations(WARMUP_SECONDS)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(MEASURED_SECONDS)
                .measurementTime(TimeValue.seconds(1))
                .addProfiler(GCProfiler.class)
                .addProfiler(OthersLoad.class)
                .jvmArgs(JVM_OPTIONS.toArray(String[]::new))
                .shouldFailOnError(true)
                .build();
        return Sample.of(new Runner(options).run(), round);
    }

    private static String report(List<Sample> samples, int rounds) {
        StringBuilder lines = new StringBuilder();
        samples.stream()
                .collect(groupingBy(sample -> sample.benchmark() + " | " + sample.threads(), TreeMap::new, toList()))
                .forEach((name, measured) -> lines.append(line(name, measured)));
        return """
                # Engine on the memory store

                %s
                Each line is made of %d rounds of %d seconds, each round in a JVM of its own after %d seconds of warm-up. Rates
                count the calls of all threads together: medians, between them the quartiles. Seconds in which other programs used
                more than %.1f processors are left out, unless fewer than %d remain: such a line says *disturbed*. Bytes per call
                do not depend on the load.

                | benchmark | threads | calls per second | quartiles | ns per call and thread | bytes per call | seconds used | others' processors |
                |---|---|---|---|---|---|---|---|
                %s""".formatted(
                Machine.described(JVM_OPTIONS), rounds, MEASURED_SECONDS, WARMUP_SECONDS, DISTURBED, ENOUGH, lines);
    }

    private static String line(String name, List<Sample> all) {
        List<Sample> quiet =
                all.stream().filter(sample -> sample.others() <= DISTURBED).toList();
        boolean disturbed = quiet.size() < ENOUGH;
        List<Sample> used = disturbed ? all : quiet;
        double rate = at(used, 0.5, Sample::callsPerSecond);
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f | %,.0f to %,.0f | %,.0f | %,.0f | %d of %d%s | %.2f |%n",
                name,
                rate,
                at(used, 0.25, Sample::callsPerSecond),
                at(used, 0.75, Sample::callsPerSecond),
                1e9 * used.get(0).threads() / rate,
                at(used, 0.5, Sample::bytesPerCall),
                used.size(),
                all.size(),
                disturbed ? ", disturbed" : "",
                at(used, 0.5, Sample::others));
    }

    private static double at(List<Sample> samples, double quantile, ToDoubleFunction<Sample> of) {
        double[] sorted = samples.stream().mapToDouble(of).sorted().toArray();
        return sorted[(int) Math.round(quantile * (sorted.length - 1))];
    }
}
