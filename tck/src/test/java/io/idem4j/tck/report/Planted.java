package io.idem4j.tck.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.CapabilityGap;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that end in every way, run by {@link ClauseReportsTest} alone. */
final class Planted {
    private Planted() {}

    abstract static class Contract {
        @Nested
        @Clause("X-01")
        class Group {
            @Test
            @Clause("X-02")
            void passes() {}

            @Test
            void fails() {
                throw new AssertionError("planted");
            }
        }
    }

    @OnStore("one")
    static class OnOne extends Contract {}

    static class Endings {
        @Test
        void names_no_clause() {}

        @Test
        @Clause("X-01")
        void passes() {}

        @Test
        @Clause("X-02")
        void lacks() {
            throw new CapabilityGap("keeps the value,\n\tnot the text");
        }

        @Test
        @Clause("X-03")
        void aborts() {
            Assumptions.abort("no network");
        }

        @Test
        @Disabled("later")
        @Clause("X-04")
        void disabled() {}

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        @Clause("X-05")
        void one_run_of_two_fails(int run) {
            assertThat(run).isEqualTo(2);
        }

        @TestFactory
        @Clause("X-06")
        Stream<DynamicTest> one_dynamic_test_of_two_fails() {
            return Stream.of(true, false)
                    .map(ok -> DynamicTest.dynamicTest(
                            "ok " + ok, () -> assertThat(ok).isTrue()));
        }
    }

    static class CannotStart {
        @BeforeAll
        static void setUp() {
            throw new IllegalStateException("planted");
        }

        @Test
        @Clause("X-01")
        void passes() {}
    }

    @Disabled("switched off")
    static class Off {
        @Nested
        class Inner {
            @Test
            @Clause("X-01")
            void passes() {}
        }
    }
}
