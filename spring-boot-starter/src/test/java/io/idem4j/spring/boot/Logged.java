package io.idem4j.spring.boot;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Hears what {@code io.idem4j.spring} says from the level on, until closed. */
final class Logged implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger("io.idem4j.spring");
    private final Level before = logger.getLevel();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    Logged(Level from) {
        handler.setLevel(from);
        logger.setLevel(from);
        logger.addHandler(handler);
    }

    List<String> lines() {
        return lines;
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setLevel(before);
    }
}
