package io.idem4j.benchmarks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** One measured second of one benchmark. */
record Sample(String benchmark, int threads, int round, double callsPerSecond, double bytesPerCall, double others) {
    static final String CSV_HEADER = "benchmark,threads,round,calls_per_second,bytes_per_call,others_processors";

    static List<Sample> of(Collection<RunResult> runs, int round) {
        List<Sample> samples = new ArrayList<>();
        for (RunResult run : runs) {
            String[] names = run.getParams().getBenchmark().split("\\.", -1);
            String benchmark = names[names.length - 2].replace("Benchmark", "") + "." + names[names.length - 1];
            for (BenchmarkResult fork : run.getBenchmarkResults()) {
                for (IterationResult iteration : fork.getIterationResults()) {
                    samples.add(of(benchmark, run.getParams().getThreads(), round, iteration));
                }
            }
        }
        return samples;
    }

    private static Sample of(String benchmark, int threads, int round, IterationResult iteration) {
        return new Sample(
                benchmark,
                threads,
                round,
                iteration.getPrimaryResult().getScore(),
                secondary(iteration, "gc.alloc.rate.norm"),
                secondary(iteration, OthersLoad.NAME));
    }

    @SuppressWarnings("rawtypes") // as JMH declares them
    private static double secondary(IterationResult iteration, String name) {
        for (Map.Entry<String, Result> each : iteration.getSecondaryResults().entrySet()) {
            if (each.getKey().endsWith(name)) {
                return each.getValue().getScore();
            }
        }
        throw new IllegalStateException(
                "no " + name + " in " + iteration.getSecondaryResults().keySet());
    }

    String csv() {
        return String.format(
                Locale.ROOT,
                "%s,%d,%d,%.0f,%.1f,%.2f",
                benchmark,
                threads,
                round,
                callsPerSecond,
                bytesPerCall,
                others);
    }
}
