package io.idem4j.benchmarks;

import io.idem4j.benchmarks.Bookings.Way;
import io.idem4j.testtools.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What each way of guarding a transaction of one row costs on PostgreSQL, beside that transaction by itself: first
 * executions a second in turns, in one process, on one server, with the same pool and threads.
 */
public final class TransactionsReport {
    private static final int THREADS = 8;
    private static final int ROUNDS = 5;
    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final Duration TURN = Duration.ofSeconds(4);

    private TransactionsReport() {}

    /** {@code folder}: where the result goes. */
    public static void main(String[] args) throws Exception {
        Map<Way, double[]> rates = new EnumMap<>(Way.class);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (PostgresServer server = PostgresServer.started(Map.of());
                Bookings bookings = new Bookings(server.url(), THREADS)) {
            for (Way way : Way.values()) {
                rates.put(way, new double[ROUNDS]);
                rate(threads, bookings, way, WARM_UP);
            }
            for (int round = 0; round < ROUNDS; round++) {
                for (Way way : Way.values()) {
                    double[] measured = rates.get(way);
                    if (measured != null) {
                        measured[round] = rate(threads, bookings, way, TURN);
                    }
                }
            }
        } finally {
            threads.shutdownNow();
        }
        write(Path.of(args[0]), rates);
    }

    private static double rate(ExecutorService threads, Bookings bookings, Way way, Duration longest)
            throws InterruptedException, ExecutionException {
        long start = System.nanoTime();
        List<Future<Long>> counts = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            counts.add(threads.submit(() -> {
                long count = 0;
                while (System.nanoTime() - start < longest.toNanos()) {
                    bookings.book(way);
                    count++;
                }
                return count;
            }));
        }
        long all = 0;
        for (Future<Long> count : counts) {
            all += count.get();
        }
        return all * 1e9 / (System.nanoTime() - start);
    }

    private static void write(Path folder, Map<Way, double[]> rates) throws IOException {
        double[] bare = rates.getOrDefault(Way.BARE, new double[0]);
        StringBuilder lines = new StringBuilder();
        rates.forEach((way, measured) -> {
            double[] ratios = new double[ROUNDS];
            Arrays.setAll(ratios, round -> measured[round] / bare[round]);
            lines.append(String.format(
                    Locale.ROOT,
                    "| %s | %.0f | %.2f | %s |%n",
                    way.title,
                    median(measured),
                    median(ratios),
                    Arrays.stream(ratios)
                            .mapToObj(ratio -> String.format(Locale.ROOT, "%.2f", ratio))
                            .toList()
                            .toString()
                            .replaceAll("[\\[\\],]", "")));
        });
        String report = """
                # Transactional mode on PostgreSQL

                %s- PostgreSQL 17 with `fsync` and `synchronous_commit` on, on the same machine; a pool of %d connections, %d threads

                First executions that insert one row, each with a new key: %d rounds of %d seconds for each way, in turns, after %d seconds of
                warm-up. A ratio is of the executions a second to those of the bare transaction in the same round.

                | | a second (median) | ratio (median) | ratios |
                |---|---|---|---|
                %s
                How often each commits and asks the server: [transactions.md](../../docs/transactions.md).
                """.formatted(
                        Machine.described(List.of("default heap")),
                        THREADS,
                        THREADS,
                        ROUNDS,
                        TURN.toSeconds(),
                        WARM_UP.toSeconds(),
                        lines);
        Files.writeString(folder.resolve("transactions.md"), report);
        System.out.println(report);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
