package io.idem4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules find what they are there to find. */
class DocumentRulesTest {
    private static final String SNIPPETS = "verification/src/test/java/SnippetsTest.java";

    @TempDir
    Path root;

    @BeforeEach
    void a_checkout_with_a_specification_and_a_test() throws IOException {
        write("SPEC.md", "- **S-01** One.\n- **S-02** Two.\n");
        write(SNIPPETS, """
                class SnippetsTest {
                    @Test
                    void runs() {
                        // region first
                        int a = 1;
                        if (a > 0) {
                            // region inner
                            a++;
                            // endregion
                        }
                        // endregion
                    }

                    class Inner {
                        @org.junit.jupiter.api.Test
                        void holds() {}

                        void helps() {}
                    }
                }
                """);
    }

    @Nested
    class Code {
        @Test
        void equal_to_its_region_is_accepted_whatever_the_indentation() throws IOException {
            assertThat(codeProblems("java", SNIPPETS + "#first", "  int a = 1;\n  if (a > 0) {\n      a++;\n  }\n"))
                    .isEmpty();
            assertThat(codeProblems("java", SNIPPETS + "#inner", "a++;\n")).isEmpty();
        }

        @Test
        void that_differs_from_its_region_is_found() throws IOException {
            assertThat(codeProblems("java", SNIPPETS + "#inner", "a--;\n"))
                    .singleElement()
                    .asString()
                    .startsWith("docs/a.md:3: differs from " + SNIPPETS + "#inner")
                    .endsWith("a++;");
        }

        @Test
        void whose_inner_indentation_differs_is_found() throws IOException {
            assertThat(codeProblems("java", SNIPPETS + "#first", "int a = 1;\nif (a > 0) {\na++;\n}\n"))
                    .hasSize(1);
        }

        @Test
        void without_a_region_is_found_in_every_language_that_is_shown_from_source() throws IOException {
            for (String language : List.of("java", "xml", "sql", "yaml", "properties", "json")) {
                assertThat(problemsOf("```" + language + "\nx\n```\n"))
                        .singleElement()
                        .asString()
                        .contains("a.md:1: a " + language + " block needs");
            }
        }

        @Test
        void whose_comment_does_not_stand_right_before_it_is_found() throws IOException {
            assertThat(problemsOf("<!-- region: " + SNIPPETS + "#inner -->\n\nWords.\n\n```java\na++;\n```\n"))
                    .hasSize(1);
        }

        @Test
        void of_a_region_or_file_that_is_not_there_is_found() throws IOException {
            assertThat(codeProblems("java", SNIPPETS + "#gone", "x\n"))
                    .singleElement()
                    .asString()
                    .contains("no closed region gone");
            assertThat(codeProblems("java", "verification/src/test/java/Gone.java#a", "x\n"))
                    .singleElement()
                    .asString()
                    .contains("no file");
            assertThat(codeProblems("java", SNIPPETS, "x\n"))
                    .singleElement()
                    .asString()
                    .contains("name the region");
        }

        @Test
        void of_a_region_that_never_ends_is_found() throws IOException {
            write("core/src/test/java/OpenTest.java", "@Test\n// region open\nint a;\n");

            assertThat(codeProblems("java", "core/src/test/java/OpenTest.java#open", "int a;\n"))
                    .hasSize(1);
        }

        @Test
        void that_no_test_runs_is_found() throws IOException {
            write("core/src/main/java/Main.java", "// region main\nint a;\n// endregion\n");
            write("core/src/test/java/Helper.java", "// region main\nint a;\n// endregion\n");

            assertThat(codeProblems("java", "core/src/main/java/Main.java#main", "int a;\n"))
                    .singleElement()
                    .asString()
                    .contains("neither a test nor an example");
            assertThat(codeProblems("java", "core/src/test/java/Helper.java#main", "int a;\n"))
                    .singleElement()
                    .asString()
                    .contains("no test that runs the region");
        }

        @Test
        void of_an_example_or_a_whole_resource_is_accepted() throws IOException {
            write("examples/orders/pom.xml", "<a>\n  <!-- region dep -->\n  <b/>\n  <!-- endregion -->\n</a>\n");
            write("stores/jdbc/src/main/resources/schema.sql", "create table t (a int);\n");

            assertThat(codeProblems("xml", "examples/orders/pom.xml#dep", "<b/>\n"))
                    .isEmpty();
            assertThat(codeProblems("sql", "stores/jdbc/src/main/resources/schema.sql", "create table t (a int);\n"))
                    .isEmpty();
            assertThat(codeProblems("sql", "stores/jdbc/src/main/resources/schema.sql", "create table t (b int);\n"))
                    .hasSize(1);
        }

        @Test
        void without_a_language_or_a_fence_is_found() throws IOException {
            assertThat(problemsOf("```\nx\n```\n")).hasSize(1);
            assertThat(problemsOf("```kotlin\nx\n```\n")).hasSize(1);
            assertThat(problemsOf("Words.\n\n    int a = 1;\n")).hasSize(1);
            assertThat(problemsOf("```text\nwhat a program prints\n```\n")).isEmpty();
        }

        @Test
        void inside_a_list_is_checked_too() throws IOException {
            assertThat(problemsOf("- Words.\n\n  ```java\n  int b;\n  ```\n")).hasSize(1);
        }

        @Test
        void in_a_shell_names_known_programs_only() throws IOException {
            write("quickstart", "#!/bin/sh\n");

            assertThat(problemsOf("```sh\n# builds\n./quickstart --serve\nmvn verify && \\\n  curl -s x\n```\n"))
                    .isEmpty();
            assertThat(problemsOf("```sh\nrm -rf x\n```\n")).hasSize(1);
            assertThat(problemsOf("```sh\nmvn verify && rm x\n```\n")).hasSize(1);
        }

        @Test
        void that_starts_a_script_needs_the_script() throws IOException {
            assertThat(problemsOf("```sh\n./quickstart\n```\n"))
                    .singleElement()
                    .asString()
                    .contains("no file ./quickstart");
        }
    }

    @Nested
    class References {
        @Test
        void to_files_and_headings_are_followed() throws IOException {
            write("docs/b.md", "# Two words: here\n");

            assertThat(
                            brokenLinks(
                                    "[a](b.md) [b](b.md#two-words-here) [c](../SPEC.md) [d](#top) [e](https://a.example)\n\n# Top\n"))
                    .isEmpty();
        }

        @Test
        void that_lead_nowhere_are_found() throws IOException {
            write("docs/b.md", "# Here\n");

            assertThat(
                            brokenLinks(
                                    "[a](c.md) [b](b.md#there) [c](#top) [d](/SPEC.md)\n\n[e](../../SPEC.md)\n\n| t |\n|---|\n| [f](c.md) |\n"))
                    .hasSize(6);
        }

        @Test
        void to_clauses_that_the_specification_lacks_are_found() throws IOException {
            assertThat(unknownClauses("S-01, S-03 and\nE-01; SHA-256 and UTF-16 are none.\n"))
                    .containsExactly(
                            "docs/a.md:1: SPEC.md has no clause S-03", "docs/a.md:2: SPEC.md has no clause E-01");
        }

        @Test
        void within_the_specification_are_followed_too() throws IOException {
            assertThat(unknownClausesOf("SPEC.md")).isEmpty();
            write("SPEC.md", "- **S-01** As S-02 says.\n");
            assertThat(unknownClausesOf("SPEC.md")).hasSize(1);
            write("SPEC.md", "- **S-01** One.\n- **S-01** Two.\n");
            assertThat(unknownClausesOf("SPEC.md")).containsExactly("SPEC.md: S-01 is defined twice");
        }

        @Test
        void to_tests_that_do_not_exist_are_found() throws IOException {
            String table = "| moment | test |\n|---|---|\n";

            assertThat(missingTests(
                            table + "| a | `SnippetsTest.runs`, `Inner.holds` |\n| b | `SnippetsTest.Inner.holds` |\n"))
                    .isEmpty();
            assertThat(missingTests(table + "| a | `SnippetsTest.walks` |\n| b | `Inner.helps` |\n| c | none yet |\n"))
                    .containsExactly(
                            "docs/a.md:3: no test SnippetsTest.walks",
                            "docs/a.md:4: no test Inner.helps",
                            "docs/a.md:5: the row names no `ClassName.methodName`");
        }
    }

    private List<String> codeProblems(String language, String region, String code) throws IOException {
        return problemsOf("Words.\n<!-- region: " + region + " -->\n```" + language + "\n" + code + "```\n");
    }

    private List<String> problemsOf(String markdown) throws IOException {
        write("docs/a.md", markdown);
        SourceTree tree = new SourceTree(root);
        return new CodeBlockRule(tree).problems(new MarkdownDocument("docs/a.md", markdown));
    }

    private List<String> brokenLinks(String markdown) throws IOException {
        write("docs/a.md", markdown);
        return rules().brokenLinks(document("docs/a.md"));
    }

    private List<String> unknownClauses(String markdown) throws IOException {
        write("docs/a.md", markdown);
        return unknownClausesOf("docs/a.md");
    }

    private List<String> unknownClausesOf(String path) throws IOException {
        return rules().unknownClauses(document(path));
    }

    private List<String> missingTests(String markdown) throws IOException {
        write("docs/a.md", markdown);
        return rules().missingTests(document("docs/a.md"));
    }

    private ReferenceRules rules() {
        SourceTree tree = new SourceTree(root);
        return new ReferenceRules(
                tree, tree.filesEndingWith(".md").stream().map(this::document).toList());
    }

    private MarkdownDocument document(String path) {
        return new MarkdownDocument(path, new SourceTree(root).read(path));
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
