package io.idem4j.examples.orders.story;

import io.idem4j.examples.orders.OrdersApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Plays the requests of a file on the service, shows what comes back, and checks it and the orders that it left. */
public final class Story {
    private final Say say = new Say();
    private final Path log;
    private final List<String> settings;

    private Story(Path folder, List<String> settings) {
        this.log = folder.resolve("service.log");
        this.settings = settings;
    }

    /**
     * Exits with 0 only if all of it held.
     *
     * @param args the file of requests, the folder for data and log, and the service's settings
     */
    public static void main(String[] args) throws Exception {
        List<Scene> scenes = Scene.read(Path.of(args[0]));
        Path folder = Files.createDirectories(Path.of(args[1]));
        Story story = new Story(folder, List.of(args).subList(2, args.length));
        try {
            story.say.verdict("OK: " + story.play(scenes));
        } catch (StoryFailure | IOException e) {
            story.say.verdict("FAILED: " + (e instanceof IOException ? e.toString() : e.getMessage()));
            story.say.line("The service's log: " + story.log);
            System.exit(1);
        }
    }

    private String play(List<Scene> scenes) throws Exception {
        Acts acts = new Acts(say);
        List<Scene> cutShort = new ArrayList<>();
        int requests;
        try (ServiceProcess service = start()) {
            Client client = new Client(service.address());
            for (Scene scene : scenes) {
                say.title(scene.title());
                if (acts.play(scene, client)) {
                    cutShort.add(scene);
                }
            }
            requests = client.requests();
            say.title("The service is killed (SIGKILL) and started again on the same files.");
        }
        try (ServiceProcess again = start()) {
            Client client = new Client(again.address());
            for (Scene scene : cutShort) {
                acts.finish(scene, client);
            }
            requests += client.requests();
            say.title("What was really placed: GET /orders.");
            int placed = new Ledger(scenes).check(client.get("/orders"), say);
            return placed + " orders asked for by " + requests + " requests, each placed once.";
        }
    }

    private ServiceProcess start() throws Exception {
        ServiceProcess service = Waiting.during(
                "waiting for the service to answer",
                () -> ServiceProcess.start(OrdersApplication.class, log, settings));
        say.line("process " + service.pid() + " answers on " + service.address());
        return service;
    }
}
