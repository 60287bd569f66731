package io.idem4j.testtools;

import java.io.IOException;
import java.io.UncheckedIOException;

/** What a process is told from outside. */
enum Signal {
    /** Stands still, in the middle of whatever it does. */
    STOP,
    /** Goes on. */
    CONT;

    /** To a process that runs. */
    void send(long pid) {
        if (!reaches(pid)) {
            throw new AssertionError("kill -" + name() + " failed");
        }
    }

    /** Sends it; false if there is no such process. */
    boolean reaches(long pid) {
        try {
            return new ProcessBuilder("kill", "-" + name(), Long.toString(pid))
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
