package io.idem4j.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.ConfigurationException;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.MissingKeyException;
import io.idem4j.PayloadMismatchException;
import io.idem4j.StoredFailureException;
import io.idem4j.tck.Clause;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

class BeanMethodTest {
    private final AnnotationConfigApplicationContext context =
            Contexts.of(Shop.class, Printer.class, Maker.class, Settings.class);
    private final Shop shop = context.getBean(Shop.class);
    private final Shop target = (Shop) Objects.requireNonNull(AopProxyUtils.getSingletonTarget(shop));

    record Order(String id, String item) {}

    interface Printing {
        @Idempotent(scope = "orders.print", key = "#p0")
        int print(String id);
    }

    @Component
    static class Printer implements Printing {
        final AtomicInteger printed = new AtomicInteger();

        @Override
        public int print(String id) {
            return printed.incrementAndGet();
        }
    }

    @Component
    static class Maker extends Base<List<Receipt>> {
        final AtomicInteger printed = new AtomicInteger();

        @Override
        List<Receipt> made() {
            return List.of(new Receipt("a", printed.incrementAndGet()));
        }
    }

    abstract static class Base<T> {
        @Idempotent(scope = "orders.make", key = "#id")
        public T make(String id) {
            return made();
        }

        abstract T made();
    }

    static class Settings {
        @Bean
        IdempotencyPolicyChange keeping() {
            return policy -> policy.onFailure(e -> OnFailure.STORE);
        }

        @Bean
        Caller caller(Shop shop) {
            return shop::user;
        }
    }

    @Component
    static class Shop {
        final AtomicInteger runs = new AtomicInteger();
        final AtomicReference<@Nullable String> user = new AtomicReference<>();

        public @Nullable String user() {
            return user.get();
        }

        @Idempotent(scope = "orders.place", key = "#order.id")
        Receipt place(Order order) {
            return new Receipt(order.id(), runs.incrementAndGet());
        }

        @Idempotent(scope = "orders.ship", key = "#order.id()", fingerprint = "#order")
        public void ship(Order order) {
            runs.incrementAndGet();
        }

        @Idempotent(scope = "orders.all", key = "#p0", fingerprint = "args")
        public Map<String, Receipt> all(String batch, List<Order> orders) {
            int run = runs.incrementAndGet();
            return Map.of("first", new Receipt(orders.get(0).id(), run));
        }

        @Idempotent(scope = "orders.optional", key = "#id", required = "false")
        public int optional(@Nullable String id) {
            return runs.incrementAndGet();
        }

        @Idempotent(scope = "orders.bill", key = "#id", principal = "caller")
        public int bill(String id) {
            return runs.incrementAndGet();
        }

        @Idempotent(scope = "orders.fail", key = "#id", policy = "keeping")
        public int fail(String id) {
            runs.incrementAndGet();
            throw new IllegalStateException("no such order");
        }

        @Idempotent(scope = "orders.later", key = "#id")
        public CompletableFuture<List<Receipt>> later(String id, CompletableFuture<Integer> when) {
            runs.incrementAndGet();
            return when.thenApply(number -> List.of(new Receipt(id, number)));
        }

        @Idempotent(scope = "orders.odd", key = "#p0", fingerprint = "#p1")
        public int odd(String id, Object what) {
            return runs.incrementAndGet();
        }

        @Idempotent(scope = "orders.keyed", key = "#p0")
        public int keyed(Object what) {
            return runs.incrementAndGet();
        }

        @Idempotent(scope = "orders.nothing", key = "#p0")
        public int nothing(String id) {
            IdempotentExecution.current().orElseThrow().abandon();
            return runs.incrementAndGet();
        }

        public int inside(Order order) {
            return place(order).number() + place(order).number();
        }
    }

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    @Clause("A-05")
    void a_duplicate_gets_the_first_result() {
        Receipt first = shop.place(new Order("17", "book"));
        Receipt second = shop.place(new Order("17", "book"));

        assertThat(second).isEqualTo(first).isEqualTo(new Receipt("17", 1));
        assertThat(target.runs).hasValue(1);
        assertThat(shop.place(new Order("18", "book")).number()).isEqualTo(2);
    }

    @Test
    @Clause("A-08")
    void a_method_without_a_result_runs_once() {
        shop.ship(new Order("17", "book"));
        shop.ship(new Order("17", "book"));

        assertThat(target.runs).hasValue(1);
    }

    @Test
    @Clause("A-06")
    void another_payload_under_the_key_is_refused() {
        shop.ship(new Order("17", "book"));

        assertThatThrownBy(() -> shop.ship(new Order("17", "pen"))).isInstanceOf(PayloadMismatchException.class);
        assertThat(target.runs).hasValue(1);
    }

    @Test
    @Clause({"A-06", "A-08"})
    void a_generic_result_comes_back_as_what_it_was_and_all_arguments_can_be_compared() {
        Map<String, Receipt> first = shop.all("b", List.of(new Order("1", "book")));

        assertThat(shop.all("b", List.of(new Order("1", "book")))).isEqualTo(first);
        assertThatThrownBy(() -> shop.all("b", List.of(new Order("2", "book"))))
                .isInstanceOf(PayloadMismatchException.class);
        assertThat(target.runs).hasValue(1);
    }

    @Test
    @Clause("A-05")
    void a_missing_key_is_refused_unless_it_is_optional() {
        assertThatThrownBy(() -> shop.place(new Order(null, "book"))).isInstanceOf(MissingKeyException.class);
        assertThatThrownBy(() -> shop.place(new Order(" ", "book"))).isInstanceOf(MissingKeyException.class);
        assertThat(target.runs).hasValue(0);

        assertThat(shop.optional(null)).isEqualTo(1);
        assertThat(shop.optional(null)).isEqualTo(2);
    }

    @Test
    @Clause("A-07")
    void two_callers_do_not_share_a_key() {
        target.user.set("ann");
        shop.bill("17");
        target.user.set("bob");

        assertThat(shop.bill("17")).isEqualTo(2);
        target.user.set("ann");
        assertThat(shop.bill("17")).isEqualTo(1);
    }

    @Test
    @Clause("A-07")
    void without_a_principal_a_key_is_everybody_s() {
        target.user.set("ann");
        Receipt first = shop.place(new Order("17", "book"));
        target.user.set("bob");

        assertThat(shop.place(new Order("17", "book"))).isEqualTo(first);
    }

    @Test
    @Clause("A-13")
    void a_named_policy_is_where_the_operation_starts() {
        assertThatThrownBy(() -> shop.fail("17")).isInstanceOf(IllegalStateException.class);

        assertThatThrownBy(() -> shop.fail("17")).isInstanceOf(StoredFailureException.class);
        assertThat(target.runs).hasValue(1);
    }

    @Test
    @Clause("A-08")
    void a_future_is_recorded_when_it_ends_and_replayed() {
        CompletableFuture<Integer> when = new CompletableFuture<>();
        CompletableFuture<List<Receipt>> first = shop.later("17", when);

        assertThat(first).isNotDone();
        assertThat(shop.later("17", when))
                .failsWithin(java.time.Duration.ofSeconds(5))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(AlreadyInProgressException.class);
        when.complete(5);

        assertThat(first).succeedsWithin(java.time.Duration.ofSeconds(5)).isEqualTo(List.of(new Receipt("17", 5)));
        assertThat(shop.later("17", new CompletableFuture<>()))
                .succeedsWithin(java.time.Duration.ofSeconds(5))
                .isEqualTo(List.of(new Receipt("17", 5)));
        assertThat(target.runs).hasValue(1);
    }

    @Test
    @Clause("A-08")
    void a_future_that_fails_gives_the_claim_back() {
        assertThat(shop.later("17", CompletableFuture.failedFuture(new IllegalStateException("no"))))
                .failsWithin(java.time.Duration.ofSeconds(5));

        assertThat(shop.later("17", CompletableFuture.completedFuture(2)))
                .succeedsWithin(java.time.Duration.ofSeconds(5));
        assertThat(target.runs).hasValue(2);
    }

    @Test
    @Clause("A-05")
    void an_interface_s_annotation_counts_for_who_implements_it() {
        Printing printer = context.getBean(Printing.class);

        assertThat(printer.print("1")).isEqualTo(1);
        assertThat(printer.print("1")).isEqualTo(1);
    }

    @Test
    @Clause("A-08")
    void a_superclass_s_annotation_counts_and_its_type_variable_is_what_the_bean_makes_of_it() {
        Maker printer = context.getBean(Maker.class);

        List<Receipt> first = printer.make("1");

        assertThat(printer.make("1")).isEqualTo(first).isEqualTo(List.of(new Receipt("a", 1)));
    }

    @Test
    @Clause("A-06")
    void what_can_t_be_compared_is_an_error_without_its_text_and_nothing_runs() {
        assertThatThrownBy(() -> shop.odd("17", new Object() {
                    @Override
                    public String toString() {
                        return "secret";
                    }
                }))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("fingerprint")
                .hasMessageContaining("Shop.odd")
                .hasMessageNotContaining("secret");
        assertThat(target.runs).hasValue(0);
        assertThat(context.getBean(Idempotency.class).records().find(IdempotencyKey.of("orders.odd", "17")))
                .isEmpty();
    }

    @Test
    @Clause("A-05")
    void a_key_that_is_no_text_is_an_error_and_nothing_runs() {
        assertThatThrownBy(() -> shop.keyed(List.of("secret")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("Shop.keyed")
                .hasMessageNotContaining("secret");
        assertThat(target.runs).hasValue(0);
        assertThat(shop.keyed(17)).isEqualTo(shop.keyed(17));
    }

    @Test
    @Clause("A-05")
    void a_method_can_say_that_it_had_no_effect() {
        assertThat(shop.nothing("1")).isEqualTo(1);
        assertThat(shop.nothing("1")).isEqualTo(2);
        assertThat(IdempotentExecution.current()).isEmpty();
    }

    @Test
    @Clause("A-10")
    void a_call_from_within_the_same_object_is_not_protected() {
        assertThat(shop.inside(new Order("17", "book"))).isEqualTo(1 + 2);
    }
}
