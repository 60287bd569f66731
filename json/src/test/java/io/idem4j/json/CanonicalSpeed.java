package io.idem4j.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.erdtman.jcs.JsonCanonicalizer;
import tools.jackson.databind.json.JsonMapper;

/**
 * Canonicalising and hashing an event of 2 KB, beside java-json-canonicalization (RFC 8785) and a plain Jackson parse of the same bytes:
 * alternating in one process, in processor time of the thread, so that other load counts less. {@code main} prints the figures.
 */
final class CanonicalSpeed {
    private static final int PAIRS = 5;
    private static final int WARM_UP = 20;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final byte[] event;
    private final MessageDigest digest;
    private final JsonMapper mapper = new JsonMapper();
    private final int rounds;

    record Figures(int bytes, List<Long> ours, List<Long> jcs, List<Long> parse) {
        static long median(List<Long> nanoseconds) {
            return nanoseconds.stream()
                    .sorted()
                    .skip(nanoseconds.size() / 2)
                    .findFirst()
                    .orElseThrow();
        }

        /** Below 1: faster than the other in the middle pair. */
        double ratio(List<Long> others) {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < ours.size(); i++) {
                ratios.add((double) ours.get(i) / others.get(i));
            }
            return ratios.stream().sorted().skip(PAIRS / 2).findFirst().orElseThrow();
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d bytes, ns per event: canonicalise and hash %d, java-json-canonicalization %d (ratio %.2f), Jackson readTree %d (ratio %.2f)",
                    bytes,
                    median(ours),
                    median(jcs),
                    ratio(jcs),
                    median(parse),
                    ratio(parse));
        }
    }

    CanonicalSpeed(int rounds) throws NoSuchAlgorithmException {
        this.rounds = rounds;
        this.event = event().getBytes(UTF_8);
        this.digest = MessageDigest.getInstance("SHA-256");
    }

    /** Recorded events, the members of which are in no order, until there are 2 KB. */
    private static String event() {
        return "{\"kinesis\":%s,\"stream\":%s,\"api\":%s}"
                .formatted(
                        recorded("event kinesis"), recorded("event dynamodb stream"), recorded("event api gateway v1"));
    }

    private static String recorded(String name) {
        return Vectors.input("canonical.jsonl", name, "input_json");
    }

    Figures measure() throws IOException {
        for (int i = 0; i < WARM_UP; i++) {
            ours(rounds / 10);
            jcs(rounds / 10);
            parse(rounds / 10);
        }
        Figures figures = new Figures(event.length, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int pair = 0; pair < PAIRS; pair++) {
            figures.ours().add(ours(rounds));
            figures.jcs().add(jcs(rounds));
            figures.parse().add(parse(rounds));
        }
        return figures;
    }

    private long ours(int times) {
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < times; i++) {
            CanonicalJson.standard().update(digest, event);
            digest.digest();
        }
        return (THREADS.getCurrentThreadCpuTime() - start) / times;
    }

    private long jcs(int times) throws IOException {
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < times; i++) {
            digest.update(new JsonCanonicalizer(event).getEncodedUTF8());
            digest.digest();
        }
        return (THREADS.getCurrentThreadCpuTime() - start) / times;
    }

    private long parse(int times) {
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < times; i++) {
            if (mapper.readTree(event).isEmpty()) {
                throw new AssertionError();
            }
        }
        return (THREADS.getCurrentThreadCpuTime() - start) / times;
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println(System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        for (int i = 0; i < 3; i++) {
            System.out.println(new CanonicalSpeed(50_000).measure());
        }
    }
}
