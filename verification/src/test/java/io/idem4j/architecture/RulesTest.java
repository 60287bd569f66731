package io.idem4j.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.idem4j.architecture.planted.api.Value;
import io.idem4j.architecture.planted.internal.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules find what they are there to find, in classes that break them. */
class RulesTest {
    private static final String PLANTED = "io.idem4j.architecture.planted";
    private static final String API = PLANTED + ".api";
    private static final String SPI = PLANTED + ".spi";
    private static final String INTERNAL = PLANTED + ".internal";
    private static final JavaClasses CLASSES = new ClassFileImporter().importPackages(PLANTED);

    @Test
    void a_package_without_classes_is_found() {
        List<Row> rows = List.of(Row.module("planted", API, PLANTED + ".gone"));

        assertThat(Borders.emptyPackages(rows, CLASSES)).containsExactly(PLANTED + ".gone");
    }

    @Test
    void a_class_that_no_row_has_is_found() {
        List<Row> rows = List.of(Row.module("planted", API, SPI, INTERNAL));

        assertThat(Borders.strays(rows, CLASSES)).containsExactly(PLANTED + ".stray.Stray");
    }

    @Test
    void a_class_that_two_rows_have_is_found() {
        List<Row> rows =
                List.of(Row.module("one", API, SPI, INTERNAL), Row.module("two", INTERNAL, PLANTED + ".stray"));

        assertThat(Borders.strays(rows, CLASSES)).containsExactly(INTERNAL + ".Engine");
    }

    @Test
    void a_module_that_names_another_without_knowing_it_is_found() {
        Row knowsOneClass =
                Row.module("planted", SPI).knowing(type(Value.class)).using("org.objectweb.asm");

        assertThat(Borders.unknownNames(knowsOneClass, CLASSES))
                .singleElement()
                .asString()
                .contains("Port.forbidden()", "Service");
    }

    @Test
    void a_module_that_names_a_library_without_knowing_it_is_found() {
        Row knowsNoLibrary = Row.module("planted", SPI).knowing(resideInAPackage(API));

        assertThat(Borders.unknownNames(knowsNoLibrary, CLASSES))
                .singleElement()
                .asString()
                .contains("Port.library()", "org.objectweb.asm.Label");
    }

    @Test
    void a_name_that_crosses_a_border_is_found() {
        assertThat(Borders.crossings(CLASSES, resideInAPackage(SPI), API, type(Value.class)))
                .singleElement()
                .asString()
                .contains("Port.forbidden()");
    }

    @Test
    void a_name_that_crosses_a_border_is_found_in_the_type_of_an_array() {
        assertThat(Borders.crossings(CLASSES, resideInAPackage(API), INTERNAL, DescribedPredicate.alwaysFalse()))
                .isNotEmpty()
                .allSatisfy(crossing -> assertThat(crossing).contains("Service"));
    }

    @Test
    void synchronized_methods_and_blocks_are_found() {
        assertThat(Monitors.in(CLASSES.get(Engine.class)))
                .containsExactly(
                        INTERNAL + ".Engine.method is synchronized",
                        INTERNAL + ".Engine.block has a synchronized block");
    }

    @Test
    void a_file_that_is_too_long_is_found(@TempDir Path root) throws IOException {
        Path sources = Files.createDirectories(root.resolve("planted/src/main/java"));
        Files.writeString(sources.resolve("Fits.java"), "//\n".repeat(500));
        Files.writeString(sources.resolve("Long.java"), "//\n".repeat(501));

        assertThat(new Checkout(root).mainFilesLongerThan(500, "planted"))
                .containsExactly("planted/src/main/java/Long.java: 501");
    }

    @Test
    void the_modules_of_a_reactor_are_read_from_its_pom(@TempDir Path root) throws IOException {
        Files.writeString(
                root.resolve("pom.xml"), "<modules><module>core</module><module>stores/jdbc</module></modules>");

        assertThat(new Checkout(root).modules()).containsExactly("core", "stores/jdbc");
    }
}
