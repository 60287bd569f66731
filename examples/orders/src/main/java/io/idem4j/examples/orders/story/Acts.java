package io.idem4j.examples.orders.story;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;

/** Plays one scene and checks its answers. */
final class Acts {
    private final Say say;
    private final Map<String, String> firstBodies = new HashMap<>();

    Acts(Say say) {
        this.say = say;
    }

    /** True if the scene's request has no answer, and its process is to be killed. */
    boolean play(Scene scene, Client client) throws Exception {
        say.request(scene);
        switch (scene.expect()) {
            case PLACED -> check(scene, client.place(scene), false);
            case REPLAYED -> check(scene, client.place(scene), true);
            case ONCE -> atOnce(scene, client);
            case MISMATCH -> mismatch(client.place(scene));
            case KILLED_BEFORE_INSERT, KILLED_AFTER_INSERT -> hang(scene, client);
        }
        return isCutShort(scene);
    }

    private static boolean isCutShort(Scene scene) {
        return scene.expect() == Scene.Expect.KILLED_BEFORE_INSERT || isInserted(scene);
    }

    private static boolean isInserted(Scene scene) {
        return scene.expect() == Scene.Expect.KILLED_AFTER_INSERT;
    }

    private void check(Scene scene, Answer answer, boolean replayed) {
        say.line(answer.toString());
        StoryFailure.unless(answer.isOrder(), "This should have been a 201.");
        StoryFailure.unless(
                answer.replayed() == replayed,
                replayed ? "This should have been replayed." : "This should have been placed now, not replayed.");
        String first = firstBodies.putIfAbsent(scene.key(), answer.body());
        StoryFailure.unless(
                first == null || first.equals(answer.body()), "This should have been the first answer, byte for byte.");
    }

    private void mismatch(Answer answer) {
        say.line(answer.toString());
        StoryFailure.unless(
                answer.status() == 422 && answer.meaning().equals("idempotency_key_payload_mismatch"),
                "This should have been refused: the key is another order's.");
    }

    private void atOnce(Scene scene, Client client) throws Exception {
        Map<String, Integer> counts = new ConcurrentSkipListMap<>();
        List<Answer> answers = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(scene.atOnce());
        try {
            List<Future<Answer>> running = new ArrayList<>();
            for (int i = 0; i < scene.atOnce(); i++) {
                running.add(threads.submit(() -> client.placeUntilSettled(
                        scene, each -> counts.merge(each.status() + " " + each.meaning(), 1, Integer::sum))));
            }
            for (Future<Answer> one : running) {
                answers.add(one.get());
            }
        } finally {
            threads.shutdownNow();
        }
        counts.forEach((meaning, count) -> say.line("%3d x %s".formatted(count, meaning)));
        say.line("all end with " + answers.get(0).body());
        long placed = answers.stream().filter(answer -> !answer.replayed()).count();
        StoryFailure.unless(placed == 1, "One of them should have placed the order, not " + placed + ".");
        for (Answer answer : answers) {
            StoryFailure.unless(answer.isOrder(), "Each should have ended with a 201: " + answer);
            StoryFailure.unless(answer.body().equals(answers.get(0).body()), "All should have the same answer.");
        }
        firstBodies.put(scene.key(), answers.get(0).body());
    }

    /** Leaves the request in its action, at the point where the process is to be killed. */
    private void hang(Scene scene, Client client) throws Exception {
        Future<?> answer = client.send(scene);
        String status = isInserted(scene) ? "written" : "not written yet";
        Waiting.until(
                "waiting for the action to run",
                () -> isInserted(scene)
                        ? has(client.get("/orders"), scene, "")
                        : has(client.get("/records"), scene, "IN_PROGRESS"));
        StoryFailure.unless(!answer.isDone(), "The action should still be running.");
        say.line("no answer yet: the action is running, its row is " + status);
    }

    private static boolean has(JsonNode list, Scene scene, String status) {
        return list.valueStream()
                .anyMatch(one -> one.path("keyHash").asString().equals(scene.keyHash())
                        && one.path("status").asString("").equals(status));
    }

    /** What the client does that never had an answer: it asks again. */
    void finish(Scene scene, Client client) throws IOException, InterruptedException {
        say.title(
                isInserted(scene)
                        ? "Its row was written: the order is answered from it, not placed again."
                        : "Its row was not written: the order is finished.");
        say.request(scene);
        Answer settled = client.placeUntilSettled(scene, each -> {
            if (each.retryAfter() > 0) {
                say.line(each + ", again in " + each.retryAfter() + " s");
            }
        });
        check(scene, settled, isInserted(scene));
        say.request(scene);
        check(scene, client.place(scene), true);
    }
}
