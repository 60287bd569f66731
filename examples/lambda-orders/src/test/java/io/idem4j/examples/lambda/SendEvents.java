package io.idem4j.examples.lambda;

import io.idem4j.examples.lambda.LocalRuntime.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Hands events to a function of the example, which runs in a process of its own as on Lambda, and prints its answers. Arguments:
 * the function's class, and files of an event each; one that is named twice is sent twice. Each run begins with an empty database.
 */
final class SendEvents {
    /** As in template.yaml. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private SendEvents() {}

    public static void main(String[] arguments) throws Exception {
        try {
            if (arguments.length < 2) {
                throw new IllegalArgumentException("name a function and the files of its events");
            }
            Class<?> function = function(arguments[0]);
            List<Path> files = Arrays.stream(arguments).skip(1).map(Path::of).toList();
            files.forEach(SendEvents::requireReadable);
            send(function, files);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private static Class<?> function(String name) {
        try {
            return Class.forName(SendEvents.class.getPackageName() + "." + name);
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            throw new IllegalArgumentException(
                    "no function " + name + ": take PlaceFunction, ShipFunction or ChargeFunction", e);
        }
    }

    private static void requireReadable(Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("no file " + file.toAbsolutePath());
        }
    }

    private static void send(Class<?> function, List<Path> files) throws Exception {
        try (LocalShop shop = new LocalShop()) {
            LocalRuntime runtime = shop.start(function);
            for (Path file : files) {
                Answer answer = runtime.invoke(Files.readString(file), TIMEOUT);
                System.out.println(file + ": " + answer.kind() + " " + answer.body());
                System.out.println("    what happened so far: " + shop.effects());
            }
        }
    }
}
