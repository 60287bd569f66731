package io.idem4j.guarantees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.architecture.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuaranteesTest {
    private static List<Report> reports(String... lines) {
        return Stream.of(lines)
                .map(line -> line.replace(", ", "\t"))
                .map(Report::parse)
                .toList();
    }

    private static Table table(String... lines) {
        return new Table(new java.util.TreeMap<>()).with(Findings.of(reports(lines)), true);
    }

    @Nested
    class ATable {
        private final Table table = table(
                "S-02, memory, T.a, passed",
                "S-02, memory, T.b, gap: counts nothing",
                "S-01, memory, T.c, passed",
                "S-01, redis, T.c, passed",
                "S-02, redis, T.a, gap: one",
                "S-02, redis, T.b, gap: two",
                "E-01, engine, T.d, passed");

        @Test
        void has_a_part_for_each_group_of_clauses() {
            assertThat(table.markdown()).endsWith("""

                            ## E

                            | clause | engine |
                            |---|---|
                            | E-01 | yes |

                            ## S

                            | clause | memory | redis |
                            |---|---|---|
                            | S-01 | yes | yes |
                            | S-02 | partly | no |

                            - S-02 on memory: counts nothing
                            - S-02 on redis: one
                            - S-02 on redis: two
                            """);
        }

        @Test
        void is_read_as_it_was_written() {
            assertThat(Table.parse(table.markdown())).isEqualTo(table);
        }

        @Test
        void differs_from_one_with_another_gap() {
            Table other = table("S-02, memory, T.a, passed", "S-02, memory, T.b, gap: counts all");

            assertThat(other.differences(table))
                    .contains("S-02 on memory: partly counts all, not partly counts nothing")
                    .contains("S-01 on redis: -, not yes");
        }
    }

    @Nested
    class ACell {
        private String mark(String... results) {
            String[] lines = Stream.of(results)
                    .map(result -> "S-01, memory, T." + result.hashCode() + ", " + result)
                    .toArray(String[]::new);
            return table(lines).cells().get(new Place("S-01", "memory")).mark();
        }

        @Test
        void says_yes_where_all_that_means_something_for_the_store_passes() {
            assertThat(mark("passed")).isEqualTo("yes");
            assertThat(mark("passed", "gap: not applicable: one process")).isEqualTo("yes");
        }

        @Test
        void tells_what_the_store_lacks_from_what_means_nothing_for_it() {
            assertThat(mark("passed", "gap: not applicable: one process", "gap: keeps the value alone"))
                    .isEqualTo("partly");
            assertThat(mark("gap: keeps the value alone")).isEqualTo("no");
            assertThat(mark("gap: not applicable: one process")).isEqualTo("n/a");
        }
    }

    @Nested
    class AWrittenCell {
        private final Table written = table("S-01, redis, T.a, passed");

        @Test
        void stays_where_a_test_of_it_did_not_run() {
            Findings findings =
                    Findings.of(reports("S-01, redis, T.a, not-run: no server", "S-01, redis, T.b, passed"));

            assertThat(written.with(findings, true)).isEqualTo(written);
            assertThat(findings.silent())
                    .extracting(Report::toString)
                    .containsExactly("S-01 on redis: T.a: not-run: no server");
        }

        @Test
        void stays_where_its_module_was_not_built() {
            assertThat(written.with(Findings.of(List.of()), false)).isEqualTo(written);
        }

        @Test
        void goes_where_everything_was_built_and_nothing_tests_it() {
            assertThat(written.with(Findings.of(List.of()), true).cells()).isEmpty();
        }

        @Test
        void is_not_kept_up_by_a_failure() {
            Findings findings = Findings.of(reports("S-01, redis, T.a, failed"));

            assertThat(findings.cells()).isEmpty();
            assertThat(findings.failed()).hasSize(1);
        }
    }

    @Nested
    class ASpecification {
        private final Specification specification = Specification.parse("""
                About **S-09** and
                - **S-01** one
                - **S-02** *(not built yet)* two
                - **S-03** three
                """);

        @Test
        void tells_which_clauses_have_no_test() {
            assertThat(specification.untested(reports("S-01, memory, T.a, not-run: later")))
                    .containsExactly("S-03");
        }

        @Test
        void tells_which_clauses_it_lacks() {
            assertThat(specification.unknown(reports("S-09, memory, T.a, passed", "S-01, memory, T.a, passed")))
                    .containsExactly("S-09");
        }

        @Test
        void tells_which_clauses_are_built_after_all() {
            assertThat(specification.builtAfterAll(reports("S-02, memory, T.a, passed")))
                    .containsExactly("S-02");
        }
    }

    @Nested
    class AReactor {
        @TempDir
        Path root;

        private void file(String path, String text) throws IOException {
            Path file = root.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }

        @Test
        void has_the_reports_of_its_modules_and_tells_which_left_none() throws IOException {
            file("pom.xml", "<module>core</module><module>stores/jdbc</module><module>stores/redis</module>");
            file("core/src/test/java/PlainTest.java", "class PlainTest {}");
            file("stores/jdbc/src/test/java/JdbcTest.java", "@OnStore(\"jdbc\")\nclass JdbcTest {}");
            file("stores/jdbc/target/clauses/jdbc-JdbcTest.tsv", "S-01\tjdbc\tJdbcTest.a\tpassed\n");
            file("stores/redis/src/test/java/RedisTest.java", "    @Clause(\"S-01\")\n");

            Reactor reactor = new Reactor(new Checkout(root));

            assertThat(reactor.reports())
                    .extracting(Report::toString)
                    .containsExactly("S-01 on jdbc: JdbcTest.a: passed");
            assertThat(reactor.modulesWithoutReport()).containsExactly(Path.of("stores/redis"));
        }
    }

    @Test
    void a_line_that_is_no_report_is_refused() {
        assertThatThrownBy(() -> Report.parse("S-01 memory passed"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("S-01 memory passed");
    }
}
