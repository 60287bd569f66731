package io.idem4j.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.IdempotencyKey;
import io.idem4j.tck.Tier;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Clients that each ask for all orders, each in an order of its own, and what they heard. */
final class Load {
    static final int ORDERS = Tier.size(10_000);

    private static final int CLIENTS = 8;
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    private static final long LONGEST_MINUTES = 30;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<Integer, String> bodies = new ConcurrentHashMap<>();
    private final Set<Integer> inDoubt = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> counts = new ConcurrentSkipListMap<>();

    /** A service may have several addresses, and they change. */
    interface Addresses {
        /** Another one each time, where there are several. */
        URI next();
    }

    static IdempotencyKey key(int order) {
        return IdempotencyKey.of(KeyHash.SCOPE, sentKey(order));
    }

    static String sentKey(int order) {
        return "load-" + order;
    }

    static String json(int order) {
        return "{\"item\":\"item " + order + "\",\"quantity\":" + (1 + order % 1000) + "}";
    }

    /**
     * Returns when every client has an end for every order.
     *
     * @param goOn whether a client that has it asks again for some of them
     */
    Load run(Addresses addresses, BooleanSupplier goOn) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int number = 0; number < CLIENTS; number++) {
                LoadClient client = new LoadClient(number, http, addresses, this);
                running.add(threads.submit(() -> {
                    client.askForAll(goOn);
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get(LONGEST_MINUTES, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
        return this;
    }

    /** The first body stays; every other must be the same, byte for byte. */
    void placed(int order, String body, boolean replayed) {
        count(replayed ? "201 replayed" : "201 placed");
        String first = bodies.putIfAbsent(order, body);
        if (first != null && !first.equals(body)) {
            throw new AssertionError("order " + order + " was answered by " + first + " and by " + body);
        }
    }

    void inDoubt(int order) {
        count("409 in doubt");
        inDoubt.add(order);
    }

    void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    /** Of the order in an answer. */
    static String idIn(String body) {
        Matcher id = ID.matcher(body);
        assertThat(id.find()).as(body).isTrue();
        return id.group(1);
    }

    /** Of each order that was answered. */
    Map<Integer, String> bodies() {
        return bodies;
    }

    /** Orders of which a client was told that nobody knows. */
    Set<Integer> inDoubt() {
        return inDoubt;
    }

    /** How many answers of each kind there were. */
    Map<String, Integer> counts() {
        return counts;
    }
}
