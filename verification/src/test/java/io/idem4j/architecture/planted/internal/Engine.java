package io.idem4j.architecture.planted.internal;

public class Engine {
    private final Object lock = new Object();

    public synchronized int method() {
        return 1;
    }

    public int block() {
        synchronized (lock) {
            return 2;
        }
    }

    public int free() {
        return 3;
    }
}
