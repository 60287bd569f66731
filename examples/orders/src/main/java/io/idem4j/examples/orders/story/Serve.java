package io.idem4j.examples.orders.story;

import io.idem4j.examples.orders.OrdersApplication;

/** The service alone, which says that it is coming. */
public final class Serve {
    private Serve() {}

    /** Arguments are the service's. Returns when it answers; it stays until the process is ended. */
    public static void main(String[] args) throws Exception {
        Waiting.during("waiting for the service to answer", () -> {
            OrdersApplication.main(args);
            return true;
        });
    }
}
