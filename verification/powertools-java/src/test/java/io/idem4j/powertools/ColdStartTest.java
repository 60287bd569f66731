package io.idem4j.powertools;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.NeedsProgram;
import io.idem4j.testtools.DynaliteServer;
import io.idem4j.testtools.DynamoFront;
import io.idem4j.testtools.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** From the start of a process to the first answer of its handler: without a library, with this one, and with Powertools. */
@NeedsProgram({"node", "npm"})
class ColdStartTest {
    private static final int PROCESSES = 5;
    private static final int MOST_SERIES = 7;

    private static final List<String> AS_ON_LAMBDA = List.of("-XX:+UseSerialGC");

    /** What a process runs; each has the same class path. */
    private enum Variant {
        BARE(ColdBare.class),
        /** As the guide begins: the key is a method of the event. */
        IDEM4J(ColdIdem4j.class),
        /** As Powertools begins. */
        IDEM4J_BY_PATH(ColdIdem4j.class, ColdIdem4j.BY_PATH),
        POWERTOOLS(ColdPowertools.class);

        private final Class<?> main;
        private final List<String> arguments;

        Variant(Class<?> main, String... arguments) {
            this.main = main;
            this.arguments = List.of(arguments);
        }
    }

    /** By a path both are equal, as far as such times can tell. */
    private static final Map<Variant, Double> MOST_OF_POWERTOOLS =
            Map.of(Variant.IDEM4J, 1.0, Variant.IDEM4J_BY_PATH, 1.05);

    /** Milliseconds to the first answer, and classes loaded by then. */
    private record Start(long millis, long classes) {}

    private final DynamoFront front = new DynamoFront(DynaliteServer.shared().endpoint(), true);
    private final String orders = "orders-" + UUID.randomUUID();
    private final String records = "records-" + UUID.randomUUID();

    @Test
    void the_first_answer_comes_no_later_than_with_powertools() {
        try (front) {
            createTables();
            for (Variant variant : Variant.values()) {
                start(variant);
            }
            Map<Variant, List<Start>> starts = new EnumMap<>(Variant.class);
            Set<Variant> slower = EnumSet.copyOf(MOST_OF_POWERTOOLS.keySet());
            for (int series = 0; series < MOST_SERIES && !slower.isEmpty(); series++) {
                run(starts);
                slower.removeIf(variant -> ratio(variant, starts) <= MOST_OF_POWERTOOLS.getOrDefault(variant, 1.0));
            }
            assertThat(slower)
                    .as("later than Powertools in %d series", MOST_SERIES)
                    .isEmpty();
            assertThat(median(starts.get(Variant.IDEM4J).stream().map(Start::classes)))
                    .as("classes loaded")
                    .isLessThan(median(starts.get(Variant.POWERTOOLS).stream().map(Start::classes)));
        }
    }

    /** Another series. What else the machine does counts against either, so that they alternate. */
    private void run(Map<Variant, List<Start>> starts) {
        List<Variant> order = new ArrayList<>(List.of(Variant.values()));
        for (int process = 0; process < PROCESSES; process++) {
            Collections.rotate(order, 1);
            for (Variant variant : order) {
                starts.computeIfAbsent(variant, unused -> new ArrayList<>()).add(start(variant));
            }
        }
        starts.forEach((variant, all) -> System.out.printf(
                "cold start, %s: median %d ms of %s, %.2f of Powertools' time, %d classes%n",
                variant,
                median(all.stream().map(Start::millis)),
                all.stream().map(Start::millis).toList(),
                ratio(variant, starts),
                all.get(0).classes()));
    }

    /** The median of all pairs so far: each process by that of Powertools which ran next to it. */
    private static double ratio(Variant variant, Map<Variant, List<Start>> starts) {
        List<Start> ours = starts.get(variant);
        List<Start> theirs = starts.get(Variant.POWERTOOLS);
        return median(IntStream.range(0, ours.size())
                .mapToDouble(pair ->
                        (double) ours.get(pair).millis() / theirs.get(pair).millis())
                .boxed());
    }

    private static <N extends Comparable<N>> N median(Stream<N> numbers) {
        List<N> sorted = numbers.sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private Start start(Variant variant) {
        String now = Long.toString(System.currentTimeMillis());
        List<String> arguments = new ArrayList<>(List.of(now, front.endpoint().toString(), orders, records));
        arguments.addAll(variant.arguments);
        try (Worker worker = Worker.start(AS_ON_LAMBDA, variant.main, arguments.toArray(String[]::new))) {
            List<String> said = worker.awaitEnd(Duration.ofMinutes(1));
            String[] numbers = said.get(said.size() - 1).split(" ");
            return new Start(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
        }
    }

    private void createTables() {
        try (DynamoDbClient client = DynamoDbClient.builder()
                .endpointOverride(front.endpoint())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .httpClient(UrlConnectionHttpClient.create())
                .build()) {
            for (String name : List.of(orders, records)) {
                client.createTable(table -> table.tableName(name)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .keySchema(key -> key.attributeName("id").keyType(KeyType.HASH))
                        .attributeDefinitions(id -> id.attributeName("id").attributeType(ScalarAttributeType.S)));
            }
        }
    }
}
