package io.idem4j.examples.orders.story;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks the service, as any client would. */
final class Client {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI service;
    private final AtomicInteger sent = new AtomicInteger();

    Client(URI service) {
        this.service = service;
    }

    Answer place(Scene scene) throws IOException, InterruptedException {
        return Answer.of(http.send(order(scene).build(), HttpResponse.BodyHandlers.ofString()));
    }

    /** The same, repeated for as long as the answer says when to come back; tells of each answer. */
    Answer placeUntilSettled(Scene scene, Consumer<Answer> each) throws IOException, InterruptedException {
        long end = System.nanoTime() + LONGEST.toNanos();
        Answer answer = place(scene);
        each.accept(answer);
        while (answer.retryAfter() > 0 && System.nanoTime() < end) {
            Thread.sleep(Duration.ofSeconds(answer.retryAfter()).toMillis());
            answer = place(scene);
            each.accept(answer);
        }
        return answer;
    }

    /** Sends it with its demonstration, and does not wait. */
    CompletableFuture<HttpResponse<String>> send(Scene scene) {
        HttpRequest.Builder request = order(scene);
        if (scene.demo() != null) {
            request.header("Orders-Demo", scene.demo());
        }
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** How many orders were asked for. */
    int requests() {
        return sent.get();
    }

    private HttpRequest.Builder order(Scene scene) {
        sent.incrementAndGet();
        return HttpRequest.newBuilder(service.resolve("/orders"))
                .timeout(LONGEST)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", scene.key())
                .POST(HttpRequest.BodyPublishers.ofString(scene.order().toString()));
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(service.resolve(path)).timeout(LONGEST).build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        StoryFailure.unless(response.statusCode() == 200, "GET " + path + " answered " + response.statusCode());
        return JSON.readTree(response.body());
    }
}
