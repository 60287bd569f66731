package io.idem4j.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.InDoubtException;
import io.idem4j.RecordStatus;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoredFailureException;
import io.idem4j.StoredRecord;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.Clause;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Rows and records agree, whatever the method does and its annotation says of it. */
class TransactionalTest {
    private final AnnotationConfigApplicationContext context =
            new AnnotationConfigApplicationContext(Database.class, Booking.class);
    private final Booking booking = context.getBean(Booking.class);
    private final JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
    private final Idempotency idempotency = context.getBean(Idempotency.class);

    enum Order {
        JOINING,
        CLAIMING_FIRST
    }

    enum End {
        RETURN,
        UNCHECKED,
        CHECKED,
        COMMITTING,
        ROLLING_BACK,
        MARKED
    }

    static final class CommittingException extends RuntimeException {
        CommittingException() {
            super("commits");
        }
    }

    static final class RollingBackException extends Exception {
        RollingBackException() {
            super("rolls back");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableIdempotency
    @EnableTransactionManagement(proxyTargetClass = true)
    static class Database {
        @Bean
        DataSource dataSource() {
            JdbcDataSource source = new JdbcDataSource();
            source.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            return source;
        }

        @Bean
        JdbcTemplate jdbcTemplate(DataSource source) {
            JdbcTemplate jdbc = new JdbcTemplate(source);
            jdbc.execute("CREATE TABLE booked (id VARCHAR(100))");
            return jdbc;
        }

        @Bean
        PlatformTransactionManager transactionManager(DataSource source) {
            return new JdbcTransactionManager(source);
        }

        @Bean
        IdempotencyStore store(DataSource source) {
            return JdbcStore.builder(source).createSchema(true).build();
        }

        @Bean
        Idempotency idempotency(IdempotencyStore store) {
            return Idempotency.builder(store).build();
        }
    }

    static class Booking {
        private final JdbcTemplate jdbc;
        private final Idempotency idempotency;

        Booking(JdbcTemplate jdbc, Idempotency idempotency) {
            this.jdbc = jdbc;
            this.idempotency = idempotency;
        }

        @Idempotent(scope = "book", key = "#id", transactional = true)
        @Transactional(noRollbackFor = CommittingException.class, rollbackFor = RollingBackException.class)
        public String joining(String id, End end) throws Exception {
            return booked(id, end);
        }

        @Idempotent(scope = "book", key = "#id", transactional = true, claimFirst = true)
        @Transactional(noRollbackFor = CommittingException.class, rollbackFor = RollingBackException.class)
        public String claimingFirst(String id, End end) throws Exception {
            assertThat(idempotency.records().find(IdempotencyKey.of("book", id)))
                    .as("the claim, as others see it")
                    .isPresent();
            return booked(id, end);
        }

        @Idempotent(scope = "book", key = "#id", transactional = true, claimFirst = true, maxAttempts = 1)
        @Transactional
        public String once(String id, End end) throws Exception {
            return booked(id, end);
        }

        @Idempotent(scope = "book", key = "#id", transactional = true, claimFirst = true, maxAttempts = 1)
        @Transactional(noRollbackFor = Exception.class)
        public String onceWhateverIsThrown(String id, End end) throws Exception {
            return booked(id, end);
        }

        @Idempotent(scope = "outside", key = "#id")
        @Transactional
        public boolean outside(String id) {
            return TransactionSynchronizationManager.isActualTransactionActive()
                    && idempotency
                            .records()
                            .find(IdempotencyKey.of("outside", id))
                            .isPresent();
        }

        private String booked(String id, End end) throws Exception {
            jdbc.update("INSERT INTO booked VALUES (?)", id);
            switch (end) {
                case UNCHECKED -> throw new IllegalStateException("rolls back");
                case CHECKED -> throw new IOException("commits");
                case COMMITTING -> throw new CommittingException();
                case ROLLING_BACK -> throw new RollingBackException();
                case MARKED ->
                    TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
                default -> {}
            }
            return "booked " + id;
        }
    }

    @AfterEach
    void close() {
        context.close();
    }

    private String book(Order order, String id, End end) throws Exception {
        return order == Order.JOINING ? booking.joining(id, end) : booking.claimingFirst(id, end);
    }

    private int rows(String id) {
        return jdbc.queryForObject("SELECT count(*) FROM booked WHERE id = ?", Integer.class, id);
    }

    private Optional<StoredRecord> record(String id) {
        return idempotency.records().find(IdempotencyKey.of("book", id));
    }

    @ParameterizedTest
    @EnumSource
    @Clause("A-11")
    void a_duplicate_replays_and_books_nothing(Order order) throws Exception {
        assertThat(book(order, "1", End.RETURN)).isEqualTo("booked 1");

        assertThat(book(order, "1", End.RETURN)).isEqualTo("booked 1");
        assertThat(rows("1")).isEqualTo(1);
        assertThat(record("1").orElseThrow().status()).isEqualTo(RecordStatus.COMPLETED);
    }

    @ParameterizedTest
    @EnumSource
    @Clause("A-11")
    void an_exception_that_rolls_back_leaves_neither_row_nor_record(Order order) throws Exception {
        assertThatThrownBy(() -> book(order, "1", End.UNCHECKED)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> book(order, "2", End.ROLLING_BACK)).isInstanceOf(RollingBackException.class);

        assertThat(rows("1") + rows("2")).isZero();
        assertThat(record("1")).isEmpty();
        assertThat(record("2")).isEmpty();
        assertThat(book(order, "1", End.RETURN)).isEqualTo("booked 1");
    }

    @ParameterizedTest
    @EnumSource
    @Clause("A-11")
    void an_exception_that_commits_is_kept_with_its_rows(Order order) {
        assertThatThrownBy(() -> book(order, "1", End.CHECKED)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> book(order, "2", End.COMMITTING)).isInstanceOf(CommittingException.class);

        assertThat(rows("1")).isEqualTo(1);
        assertThat(rows("2")).isEqualTo(1);
        assertThat(record("1").orElseThrow().status()).isEqualTo(RecordStatus.FAILED);
        assertThat(record("2").orElseThrow().status()).isEqualTo(RecordStatus.FAILED);
        assertThatThrownBy(() -> book(order, "1", End.RETURN)).isInstanceOf(StoredFailureException.class);
        assertThat(rows("1")).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    @Clause("A-11")
    void a_transaction_that_the_method_marked_leaves_neither_row_nor_record_and_the_caller_gets_the_result(Order order)
            throws Exception {
        assertThat(book(order, "1", End.MARKED)).isEqualTo("booked 1");

        assertThat(rows("1")).isZero();
        assertThat(record("1")).isEmpty();
        assertThat(book(order, "1", End.RETURN)).isEqualTo("booked 1");
        assertThat(rows("1")).isEqualTo(1);
    }

    @Test
    @Clause("A-11")
    void marked_by_a_method_that_claims_first_and_may_run_only_once_it_leaves_doubt_and_runs_nothing_again()
            throws Exception {
        assertThat(booking.once("1", End.MARKED)).isEqualTo("booked 1");
        assertThat(booking.onceWhateverIsThrown("2", End.MARKED)).isEqualTo("booked 2");

        assertThatThrownBy(() -> booking.once("1", End.RETURN)).isInstanceOf(InDoubtException.class);
        assertThatThrownBy(() -> booking.onceWhateverIsThrown("2", End.RETURN)).isInstanceOf(InDoubtException.class);
        assertThat(rows("1") + rows("2")).isZero();
    }

    @Test
    @Clause("A-11")
    void a_caller_s_transaction_takes_row_and_record_with_it() {
        TransactionTemplate outer = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));

        outer.executeWithoutResult(status -> {
            try {
                booking.joining("1", End.RETURN);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            status.setRollbackOnly();
        });

        assertThat(rows("1")).isZero();
        assertThat(record("1")).isEmpty();
    }

    @Test
    @Clause("A-11")
    void claiming_first_is_refused_where_a_transaction_is_open_already() {
        TransactionTemplate outer = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));

        assertThatThrownBy(() -> outer.execute(status -> {
                    try {
                        return booking.claimingFirst("1", End.RETURN);
                    } catch (RuntimeException e) {
                        throw e;
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                }))
                .isInstanceOf(StoreRejectedException.class);
        assertThat(rows("1")).isZero();
        assertThat(record("1")).isEmpty();
    }

    @Test
    @Clause("A-10")
    void without_the_attribute_the_claim_is_outside_of_the_method_s_transaction() {
        assertThat(booking.outside("1")).isTrue();
    }

    static class OwnTransaction {
        @Idempotent(scope = "a", key = "#p0", transactional = true)
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void go(String id) {}
    }

    static class ReadOnly {
        @Idempotent(scope = "a", key = "#p0", transactional = true)
        @Transactional(readOnly = true)
        public void go(String id) {}
    }

    @Test
    @Clause("A-11")
    void a_transaction_that_can_t_hold_the_record_is_refused_at_the_start() {
        assertThatThrownBy(() -> new AnnotationConfigApplicationContext(Database.class, OwnTransaction.class))
                .hasStackTraceContaining("propagation REQUIRED");
        assertThatThrownBy(() -> new AnnotationConfigApplicationContext(Database.class, ReadOnly.class))
                .hasStackTraceContaining("read-only");
    }

    @Test
    @Clause("A-11")
    void a_store_that_is_not_in_the_database_is_refused_at_the_start() {
        assertThatThrownBy(() -> Contexts.of(Plain.class)).hasStackTraceContaining("needs a JdbcStore");
    }

    static class Plain {
        @Idempotent(scope = "a", key = "#p0", transactional = true)
        @Transactional
        public void go(String id) {}
    }
}
