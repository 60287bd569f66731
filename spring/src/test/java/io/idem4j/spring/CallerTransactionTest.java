package io.idem4j.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.Logged;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** A record that is not in the transaction of its method's caller: what comes of it, and when the log warns of it. */
class CallerTransactionTest {
    private final AnnotationConfigApplicationContext context =
            new AnnotationConfigApplicationContext(TransactionalTest.Database.class, Booking.class);
    private final Booking booking = context.getBean(Booking.class);
    private final JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
    private final TransactionTemplate outer =
            new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    private final Logged log = new Logged("io.idem4j.spring", Level.WARNING);

    static class Booking {
        private final JdbcTemplate jdbc;

        Booking(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Idempotent(scope = "plain", key = "#id")
        public int plain(String id) {
            return jdbc.update("INSERT INTO booked VALUES (?)", id);
        }

        @Idempotent(scope = "future", key = "#id")
        public CompletableFuture<Integer> future(String id) {
            return CompletableFuture.completedFuture(jdbc.update("INSERT INTO booked VALUES (?)", id));
        }

        @Idempotent(scope = "required", key = "#id")
        @Transactional
        public int required(String id) {
            return plain(id);
        }

        @Idempotent(scope = "supports", key = "#id")
        @Transactional(propagation = Propagation.SUPPORTS)
        public int supports(String id) {
            return plain(id);
        }

        @Idempotent(scope = "mandatory", key = "#id")
        @Transactional(propagation = Propagation.MANDATORY)
        public int mandatory(String id) {
            return plain(id);
        }

        @Idempotent(scope = "nested", key = "#id")
        @Transactional(propagation = Propagation.NESTED)
        public int nested(String id) {
            return plain(id);
        }

        @Idempotent(scope = "own", key = "#id")
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public int own(String id) {
            return plain(id);
        }

        @Idempotent(scope = "none", key = "#id")
        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        public int none(String id) {
            return plain(id);
        }

        @Idempotent(scope = "joining", key = "#id", transactional = true)
        @Transactional
        public int joining(String id) {
            return plain(id);
        }
    }

    /** How a method meets the transaction of its caller; named as its scope. */
    enum Meets {
        PLAIN,
        FUTURE,
        REQUIRED,
        SUPPORTS,
        MANDATORY,
        NESTED,
        OWN,
        NONE,
        JOINING
    }

    private void book(Meets meets) {
        switch (meets) {
            case PLAIN -> booking.plain("1");
            case FUTURE -> booking.future("1").join();
            case REQUIRED -> booking.required("1");
            case SUPPORTS -> booking.supports("1");
            case MANDATORY -> booking.mandatory("1");
            case NESTED -> booking.nested("1");
            case OWN -> booking.own("1");
            case NONE -> booking.none("1");
            case JOINING -> booking.joining("1");
        }
    }

    private void bookAndRollBack(Meets meets) {
        outer.executeWithoutResult(status -> {
            book(meets);
            status.setRollbackOnly();
        });
    }

    private int rows() {
        return jdbc.queryForObject("SELECT count(*) FROM booked", Integer.class);
    }

    @BeforeEach
    void isQuiet() {
        assertThat(log.lines()).isEmpty();
    }

    @AfterEach
    void close() {
        log.close();
        context.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"PLAIN", "FUTURE", "REQUIRED", "SUPPORTS", "MANDATORY", "NESTED"})
    @Clause("A-10")
    void a_record_outlives_the_caller_s_rollback_and_the_log_warns_of_it_once(Meets meets) {
        bookAndRollBack(meets);
        bookAndRollBack(meets);

        String method = meets.name().toLowerCase(java.util.Locale.ROOT);
        assertThat(rows()).isZero();
        assertThat(context.getBean(Idempotency.class)
                        .records()
                        .find(IdempotencyKey.of(method, "1"))
                        .orElseThrow()
                        .status())
                .isEqualTo(RecordStatus.COMPLETED);
        assertThat(log.lines())
                .singleElement()
                .asString()
                .contains(Booking.class.getName() + "." + method + "(String)")
                .contains("transactional = true")
                .contains("REQUIRES_NEW");
    }

    @ParameterizedTest
    @EnumSource(names = {"OWN", "NONE"})
    @Clause("A-10")
    void rows_that_are_not_in_the_caller_s_transaction_stay_as_the_record_does_and_nothing_is_warned_of(Meets meets) {
        bookAndRollBack(meets);

        assertThat(rows()).isEqualTo(1);
        assertThat(log.lines()).isEmpty();
    }

    @Test
    @Clause("A-10")
    void a_record_that_is_in_the_caller_s_transaction_is_not_warned_of() {
        bookAndRollBack(Meets.JOINING);

        assertThat(rows()).isZero();
        assertThat(log.lines()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "MANDATORY")
    @Clause("A-10")
    void without_a_transaction_of_the_caller_s_nothing_is_warned_of(Meets meets) {
        book(meets);

        assertThat(rows()).isEqualTo(1);
        assertThat(log.lines()).isEmpty();
    }
}
