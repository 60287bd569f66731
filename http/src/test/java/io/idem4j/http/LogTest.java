package io.idem4j.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoreRejectedException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogTest {
    private final List<String> lines = new ArrayList<>();
    private final Logger logger = Logger.getLogger("io.idem4j.http");
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

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
    }

    @Test
    void what_the_store_refuses_is_said_as_the_store_says_it() {
        var cause = new IllegalStateException("relation missing for key 7f1c");
        Log.refused(
                "the store refuses", new StoreRejectedException(null, "Table idempotency_record is missing", cause));

        assertThat(lines)
                .singleElement()
                .asString()
                .contains("Table idempotency_record is missing")
                .doesNotContain("7f1c");
    }

    @Test
    void of_a_response_that_can_not_be_recorded_the_status_is_told_and_nothing_of_its_text() {
        Log.undescribed(IdempotencyKey.of("orders", "7f1c"), 0, new IllegalArgumentException("header X: ann"));

        assertThat(lines)
                .singleElement()
                .asString()
                .contains("a response that can't be recorded, with the status 0;")
                .doesNotContain("7f1c", "ann", "hook");
    }

    @Test
    void of_any_other_failure_only_its_class_and_place_are_told() {
        Log.hookFailed("principal", "the request is refused", new IllegalArgumentException("no such user: ann"));

        assertThat(lines)
                .singleElement()
                .asString()
                .contains(IllegalArgumentException.class.getName())
                .doesNotContain("ann");
    }
}
