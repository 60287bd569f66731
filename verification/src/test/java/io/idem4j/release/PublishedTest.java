package io.idem4j.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.architecture.Checkout;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a release consists of. */
class PublishedTest {
    private static final Checkout CHECKOUT = Checkout.current();
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(idem4j-[a-z-]+)</artifactId>");
    private static final Pattern VERSION = Pattern.compile("<version>([^<$]+)</version>");
    private static final Pattern PARENT_VERSION =
            Pattern.compile("<artifactId>idem4j-parent</artifactId>\\s*<version>([^<]+)<");

    private static final List<PublishedModule> PUBLISHED = PublishedModule.all(CHECKOUT);
    private static final String BOM = Checkout.read(CHECKOUT.root().resolve("bom/pom.xml"));

    @Test
    void the_bom_has_every_published_module_and_nothing_else() {
        List<String> managed = ARTIFACT.matcher(BOM.substring(BOM.indexOf("<dependencyManagement>")))
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(managed)
                .as("bom/pom.xml")
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(PUBLISHED.stream()
                        .filter(module -> !module.isBom())
                        .map(PublishedModule::artifact)
                        .toList());
    }

    @Test
    void every_module_and_the_bom_have_one_version() {
        String version = PARENT_VERSION
                .matcher(Checkout.read(CHECKOUT.root().resolve("pom.xml")))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);

        assertThat(VERSION.matcher(BOM).results().map(found -> found.group(1))).containsOnly(version);
        assertThat(CHECKOUT.modules())
                .filteredOn(folder -> !folder.equals("bom"))
                .allSatisfy(folder -> assertThat(PARENT_VERSION
                                .matcher(Checkout.read(
                                        CHECKOUT.root().resolve(folder).resolve("pom.xml")))
                                .results()
                                .map(found -> found.group(1)))
                        .as(folder)
                        .containsExactly(version));
    }

    @Test
    void the_version_to_import_is_this_one() {
        String shown =
                Checkout.read(CHECKOUT.root().resolve("verification/src/test/resources/io/idem4j/release/bom.xml"));

        assertThat(shown)
                .contains("<artifactId>idem4j-bom</artifactId>")
                .contains(
                        VERSION.matcher(BOM).results().findFirst().orElseThrow().group());
    }

    @Test
    void every_published_module_says_what_it_is() {
        assertThat(PUBLISHED)
                .hasSizeGreaterThan(9)
                .allSatisfy(
                        module -> assertThat(module.pom()).as(module.folder()).contains("<name>", "<description>"));
    }
}
