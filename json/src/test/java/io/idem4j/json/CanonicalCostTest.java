package io.idem4j.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Tier;
import java.lang.management.ManagementFactory;
import java.security.MessageDigest;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CanonicalCostTest {
    private static final int ROUNDS = Tier.size(20_000);
    private static final int DOCUMENT = 10_000_000;
    private static final double MOST = 3.0;

    @Test
    void anEventIsCanonicalisedAndHashedAtLeastAsFastAsByTheLibraryForRfc8785() throws Exception {
        CanonicalSpeed.Figures figures = new CanonicalSpeed(ROUNDS).measure();
        System.out.println(figures);
        assertThat(figures.bytes()).isBetween(2_000, 2_300);
        assertThat(figures.ratio(figures.jcs())).as("%s", figures).isLessThanOrEqualTo(1.0);
    }

    @TestFactory
    @Clause("K-07")
    Stream<DynamicTest> hashingTenMegabytesAllocatesLessThanThreeTimesThat() {
        Random random = new Random(1);
        String event = Vectors.input("canonical.jsonl", "event api gateway v1", "input_json");
        return Stream.of(
                document("a list of events", "[", i -> event, "]"),
                document("an object of events", "{\"Records\":[", i -> event, "]}"),
                document("orders", "{\"orders\":[", i -> order(i, random), "],\"count\":1}"),
                document(
                        "small objects out of order",
                        "{\"a\":[",
                        i -> "{\"id\":%d,\"amount\":12.50}".formatted(i),
                        "]}"),
                document(
                        "members of one object",
                        "{",
                        i -> "\"key%d\":\"value %d\"".formatted(random.nextInt(), i),
                        "}"),
                document("numbers", "[", i -> Integer.toString(i), "]"),
                document("text", "{\"b\":\"", i -> "x".repeat(1_000), "\",\"a\":1}"),
                document("text that is not ASCII", "{\"b\":\"", i -> "é€😀".repeat(50), "\",\"a\":1}"));
    }

    private static String order(int i, Random random) {
        return ("{\"orderId\":\"o-%d\",\"customer\":{\"name\":\"Zoë\",\"vip\":%b},\"lines\":[{\"sku\":\"s-%d\",\"qty\":%d,"
                        + "\"price\":%s}],\"at\":\"2024-05-01T10:00:00Z\"}")
                .formatted(i, i % 2 == 0, i % 97, i % 5, Double.toString(random.nextDouble()));
    }

    private static DynamicTest document(String name, String start, IntFunction<String> element, String end) {
        return DynamicTest.dynamicTest(name, () -> {
            StringBuilder json = new StringBuilder(start);
            String separator = start.endsWith("\"") ? "" : ",";
            for (int i = 0, size = 0; size < DOCUMENT; i++) {
                String next = element.apply(i);
                json.append(i == 0 ? "" : separator).append(next);
                size += next.getBytes(UTF_8).length + separator.length();
            }
            byte[] bytes = json.append(end).toString().getBytes(UTF_8);
            double times = (double) allocatedBy(bytes) / bytes.length;
            System.out.printf("hashing %,d bytes of %s allocates %.2f times that%n", bytes.length, name, times);
            assertThat(times).isLessThan(MOST);
        });
    }

    private static long allocatedBy(byte[] json) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        CanonicalJson.standard().update(digest, "{}");
        long before = threads.getCurrentThreadAllocatedBytes();
        CanonicalJson.standard().update(digest, json);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
