package io.idem4j.testtools;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Hears what a logger says, from a level on, until closed. Thread-safe. */
public final class Logged implements AutoCloseable {
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final @Nullable Level before;
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            records.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    /** From now on. */
    public Logged(String logger, Level from) {
        this.logger = Logger.getLogger(logger);
        before = this.logger.getLevel();
        handler.setLevel(from);
        this.logger.setLevel(from);
        this.logger.addHandler(handler);
    }

    /** What was said so far, with levels and what was thrown. */
    public List<LogRecord> records() {
        return records;
    }

    /** The messages alone. */
    public List<String> lines() {
        return records.stream().map(LogRecord::getMessage).toList();
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setLevel(before);
    }
}
