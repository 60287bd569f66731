package io.idem4j.testtools;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** For the worker's side of a {@link Worker}: where it may die, and what it tells. */
public final class CrashPoint {
    static final String MARK = "@point ";
    static final String GO_ON = "go on";

    private static final BufferedReader COMMANDS =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

    private CrashPoint() {}

    /** Tells that it is here, and waits to be sent on or killed. Ends the process if the test has ended. */
    public static void reached(String name) {
        synchronized (COMMANDS) {
            System.out.println(MARK + name);
            System.out.flush();
            try {
                if (!GO_ON.equals(COMMANDS.readLine())) {
                    Runtime.getRuntime().halt(1);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
