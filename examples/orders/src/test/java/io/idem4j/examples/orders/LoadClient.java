package io.idem4j.examples.orders;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Asks for each order until it is answered, as a careful client does: same key, same payload, when it is told to. */
final class LoadClient {
    private static final Duration LONGEST_ORDER = Duration.ofMinutes(5);
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(60);
    private static final Duration UNREACHABLE = Duration.ofMillis(50);

    private final Random random;
    private final HttpClient http;
    private final Load.Addresses addresses;
    private final Load load;

    LoadClient(int number, HttpClient http, Load.Addresses addresses, Load load) {
        this.random = new Random(number);
        this.http = http;
        this.addresses = addresses;
        this.load = load;
    }

    void askForAll(BooleanSupplier goOn) throws InterruptedException {
        List<Integer> orders =
                new ArrayList<>(IntStream.range(0, Load.ORDERS).boxed().toList());
        Collections.shuffle(orders, random);
        for (int order : orders) {
            askUntilAnswered(order);
        }
        while (goOn.getAsBoolean()) {
            askUntilAnswered(random.nextInt(Load.ORDERS));
        }
    }

    private void askUntilAnswered(int order) throws InterruptedException {
        long end = System.nanoTime() + LONGEST_ORDER.toNanos();
        URI address = addresses.next();
        while (System.nanoTime() < end) {
            try {
                HttpResponse<byte[]> answer =
                        http.send(request(address, order), HttpResponse.BodyHandlers.ofByteArray());
                if (isEnd(order, answer)) {
                    return;
                }
                String seconds = answer.headers().firstValue("Retry-After").orElseThrow();
                Thread.sleep(Duration.ofSeconds(Long.parseLong(seconds)).toMillis());
            } catch (IOException e) {
                load.count("no answer");
                Thread.sleep(UNREACHABLE.toMillis());
                address = addresses.next();
            }
        }
        throw new AssertionError("order " + order + " had no answer within " + LONGEST_ORDER);
    }

    private static HttpRequest request(URI address, int order) {
        return HttpRequest.newBuilder(address.resolve("/orders"))
                .timeout(LONGEST_ANSWER)
                .header("Content-Type", "application/json")
                .header(Answers.KEY, Load.sentKey(order))
                .POST(HttpRequest.BodyPublishers.ofString(Load.json(order)))
                .build();
    }

    /** Anything but an order, a doubt or a wish to be asked again is a fault. */
    private boolean isEnd(int order, HttpResponse<byte[]> answer) {
        String body = new String(answer.body(), StandardCharsets.ISO_8859_1);
        if (answer.statusCode() == 201) {
            load.placed(
                    order, body, answer.headers().firstValue(Answers.REPLAYED).isPresent());
            return true;
        }
        if (body.contains("\"idempotency_outcome_unknown\"")) {
            load.inDoubt(order);
            return true;
        }
        if (body.contains("\"idempotency_request_in_progress\"")) {
            load.count("409 in progress");
            return false;
        }
        throw new AssertionError("order " + order + ": " + answer.statusCode() + " " + body);
    }
}
