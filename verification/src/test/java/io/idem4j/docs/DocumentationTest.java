package io.idem4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the documents of this checkout to the rules. */
class DocumentationTest {
    private static final SourceTree TREE = SourceTree.ofThisCheckout();
    private static final List<MarkdownDocument> DOCUMENTS = TREE.filesEndingWith(".md").stream()
            .map(path -> new MarkdownDocument(path, TREE.read(path)))
            .toList();
    private static final ReferenceRules REFERENCES = new ReferenceRules(TREE, DOCUMENTS);
    private static final Pattern CODE_IN_JAVADOC = Pattern.compile("<pre\\b|\\{@snippet\\b");

    @Test
    void every_code_block_is_a_region_of_a_test_or_a_known_command() {
        CodeBlockRule rule = new CodeBlockRule(TREE);

        assertThat(DOCUMENTS.stream().flatMap(document -> rule.problems(document).stream()))
                .isEmpty();
    }

    @Test
    void every_link_leads_somewhere() {
        assertThat(DOCUMENTS.stream().flatMap(document -> REFERENCES.brokenLinks(document).stream()))
                .isEmpty();
    }

    @Test
    void every_clause_that_is_named_is_in_the_specification() {
        assertThat(REFERENCES.clauses()).contains("S-01", "S-24", "E-01", "E-19");
        assertThat(DOCUMENTS.stream().flatMap(document -> REFERENCES.unknownClauses(document).stream()))
                .isEmpty();
    }

    @Test
    void every_row_about_a_failure_names_tests_that_exist() {
        assertThat(DOCUMENTS.stream().flatMap(document -> REFERENCES.missingTests(document).stream()))
                .isEmpty();
    }

    @Test
    void public_javadoc_has_no_code_block_that_no_test_runs() {
        assertThat(TREE.filesEndingWith(".java"))
                .filteredOn(path -> path.contains("src/main/java/"))
                .filteredOn(path -> CODE_IN_JAVADOC.matcher(TREE.read(path)).find())
                .as("files whose Javadoc has <pre> or {@snippet}: put the code into a test and link to the guide")
                .isEmpty();
    }
}
