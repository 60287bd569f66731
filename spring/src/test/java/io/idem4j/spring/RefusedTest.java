package io.idem4j.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.ConfigurationException;
import io.idem4j.tck.Clause;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

/** What is wrong is an error at the start, and names attribute, class and method. */
class RefusedTest {

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(NoScope.class, "scope", "name the operation"),
                Arguments.of(LongScope.class, "scope", "120"),
                Arguments.of(NoKey.class, "key", "say where it is"),
                Arguments.of(TwoKeys.class, "key", "leave one out"),
                Arguments.of(NoExpression.class, "key", "no expression"),
                Arguments.of(NoParameter.class, "key", "#order is no parameter"),
                Arguments.of(NoDuration.class, "waitUpTo", "no duration"),
                Arguments.of(NegativeWait.class, "waitUpTo", "negative"),
                Arguments.of(NoPlaceholder.class, "lease", "not.there"),
                Arguments.of(NoChoice.class, "required", "neither true nor false"),
                Arguments.of(NegativeAttempts.class, "maxAttempts", "at least 1"),
                Arguments.of(NoPolicy.class, "policy", "no bean \"lenient\""),
                Arguments.of(LeaseTooLong.class, "retention", "shorter than the lease"),
                Arguments.of(Raw.class, "result", "type parameters"),
                Arguments.of(Reactive.class, "result", "reactive"),
                Arguments.of(Streams.class, "result", "used once"),
                Arguments.of(AnyFuture.class, "result", "used once"),
                Arguments.of(FinalMethod.class, "method", "private, static or final"),
                Arguments.of(PrivateMethod.class, "method", "private, static or final"),
                Arguments.of(StaticMethod.class, "method", "private, static or final"),
                Arguments.of(BehindAnInterface.class, "method", "proxy the class instead"),
                Arguments.of(FirstWithout.class, "claimFirst", "set transactional too"),
                Arguments.of(Transactional.class, "transactional", "@Transactional"),
                Arguments.of(LaterTransactional.class, "transactional", "belongs to one thread"),
                Arguments.of(OfWhat.class, "result", "say of what"),
                Arguments.of(Handler.class, "method", "needs the bean IdempotentHandlers"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    @Clause("A-09")
    void what_is_wrong_with_an_annotation_is_an_error_at_the_start(Class<?> bean, String attribute, String what) {
        assertThatThrownBy(() -> Contexts.of(bean))
                .satisfies(thrown -> assertThat(configuration(thrown))
                        .hasMessageStartingWith(attribute + ": ")
                        .hasMessageContaining(bean.getName() + ".go")
                        .hasMessageContaining(what));
    }

    private static ConfigurationException configuration(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof ConfigurationException found) {
                return found;
            }
        }
        throw new AssertionError("no ConfigurationException", thrown);
    }

    @Test
    @Clause("A-09")
    void a_final_class_is_an_error_at_the_start() {
        assertThatThrownBy(() -> Contexts.of(FinalClass.class))
                .hasStackTraceContaining("final class")
                .hasStackTraceContaining(FinalClass.class.getName());
    }

    static class NoScope {
        @Idempotent(key = "#p0")
        public void go(String id) {}
    }

    static class LongScope {
        @Idempotent(
                scope = "0123456789012345678901234567890123456789012345678901234567890123456789"
                        + "0123456789012345678901234567890123456789012345678901234567890",
                key = "#p0")
        public void go(String id) {}
    }

    static class NoKey {
        @Idempotent(scope = "a")
        public void go(String id) {}
    }

    static class TwoKeys {
        @Idempotent(scope = "a", key = "#p0", header = "Idempotency-Key")
        public void go(String id) {}
    }

    static class NoExpression {
        @Idempotent(scope = "a", key = "#p0.(")
        public void go(String id) {}
    }

    static class NoParameter {
        @Idempotent(scope = "a", key = "#order.id")
        public void go(String id) {}
    }

    static class NoDuration {
        @Idempotent(scope = "a", key = "#p0", waitUpTo = "soon")
        public void go(String id) {}
    }

    static class NegativeWait {
        @Idempotent(scope = "a", key = "#p0", waitUpTo = "-5s")
        public void go(String id) {}
    }

    static class NoPlaceholder {
        @Idempotent(scope = "a", key = "#p0", lease = "${not.there}")
        public void go(String id) {}
    }

    static class NoChoice {
        @Idempotent(scope = "a", key = "#p0", required = "maybe")
        public void go(String id) {}
    }

    static class NegativeAttempts {
        @Idempotent(scope = "a", key = "#p0", maxAttempts = -1)
        public void go(String id) {}
    }

    static class NoPolicy {
        @Idempotent(scope = "a", key = "#p0", policy = "lenient")
        public void go(String id) {}
    }

    static class LeaseTooLong {
        @Idempotent(scope = "a", key = "#p0", lease = "2h", retention = "1h")
        public void go(String id) {}
    }

    static class Raw {
        @Idempotent(scope = "a", key = "#p0")
        @SuppressWarnings("rawtypes")
        public List go(String id) {
            return List.of();
        }
    }

    static class Reactive {
        @Idempotent(scope = "a", key = "#p0")
        public Flow.Publisher<String> go(String id) {
            return subscriber -> {};
        }
    }

    static class Streams {
        @Idempotent(scope = "a", key = "#p0")
        public Stream<String> go(String id) {
            return Stream.of();
        }
    }

    static class AnyFuture {
        @Idempotent(scope = "a", key = "#p0")
        public Future<String> go(String id) {
            throw new AssertionError();
        }
    }

    static class FinalMethod {
        @Idempotent(scope = "a", key = "#p0")
        public final void go(String id) {}
    }

    static class PrivateMethod {
        @Idempotent(scope = "a", key = "#p0")
        private void go(String id) {}
    }

    static class StaticMethod {
        @Idempotent(scope = "a", key = "#p0")
        static void go(String id) {}
    }

    static class BehindAnInterface implements Runnable {
        @Override
        public void run() {}

        @Idempotent(scope = "a", key = "#p0")
        public void go(String id) {}
    }

    static class FirstWithout {
        @Idempotent(scope = "a", key = "#p0", claimFirst = true)
        public void go(String id) {}
    }

    static class Transactional {
        @Idempotent(scope = "a", key = "#p0", transactional = true)
        public void go(String id) {}
    }

    static class LaterTransactional {
        @Idempotent(scope = "a", key = "#p0", transactional = true)
        public CompletableFuture<String> go(String id) {
            throw new AssertionError();
        }
    }

    static class OfWhat {
        @Idempotent(scope = "a", key = "#p0")
        @SuppressWarnings("rawtypes")
        public CompletableFuture go(String id) {
            throw new AssertionError();
        }
    }

    @Controller
    static class Handler {
        @PostMapping("/go")
        @Idempotent
        public void go() {}
    }

    static final class FinalClass {
        @Idempotent(scope = "a", key = "#p0")
        public void go(String id) {}
    }
}
