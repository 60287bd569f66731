package io.idem4j.examples.orders;

import java.time.Duration;

/** Stands for the calls to others that placing an order would make. */
final class Pause {
    private Pause() {}

    static void of(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while an order was placed", e);
        }
    }
}
