package io.idem4j.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The library is laid out as the table says. */
class ArchitectureTest {
    private static final int LONGEST_FILE = 500;
    private static final int LONGEST_STORE_INTERFACE = 99;
    private static final Set<String> OF_SPI_IN_API =
            Set.of("io.idem4j.spi.IdempotencyStore", "io.idem4j.spi.ResultCodec");

    private static final Checkout CHECKOUT = Checkout.current();
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("/test-tools/"))
            .importPackages(Layout.API);

    @Test
    void every_module_of_the_reactor_has_a_row() {
        assertThat(CHECKOUT.modules())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Layout.ROWS.stream().map(Row::folder), Layout.OUTSIDE.stream())
                                .toList());
    }

    @Test
    void every_package_of_a_row_has_classes() {
        assertThat(Borders.emptyPackages(Layout.ROWS, CLASSES)).isEmpty();
    }

    @Test
    void every_class_belongs_to_one_row() {
        assertThat(Borders.strays(Layout.ROWS, CLASSES)).isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> a_module_names_only_what_it_knows() {
        return Layout.ROWS.stream()
                .map(row -> DynamicTest.dynamicTest(
                        row.folder(),
                        () -> assertThat(Borders.unknownNames(row, CLASSES)).isEmpty()));
    }

    @Test
    void the_spi_uses_only_values_and_exceptions_of_the_api() {
        assertThat(Borders.crossings(CLASSES, resideInAPackage(Layout.SPI), Layout.API, Layout.VALUES))
                .isEmpty();
    }

    @Test
    void the_api_names_only_the_store_and_the_codec_of_the_spi() {
        DescribedPredicate<JavaClass> allowed =
                describe("the store and the codec", type -> OF_SPI_IN_API.contains(type.getName()));

        assertThat(Borders.crossings(CLASSES, resideInAPackage(Layout.API), Layout.SPI, allowed))
                .isEmpty();
    }

    @Test
    void only_builders_name_what_is_internal() {
        DescribedPredicate<JavaClass> others =
                DescribedPredicate.not(resideInAPackage(Layout.INTERNAL).or(describe("a builder", Layout::builds)));

        assertThat(Borders.crossings(CLASSES, others, Layout.INTERNAL, DescribedPredicate.alwaysFalse()))
                .isEmpty();
    }

    @Test
    void nothing_in_core_or_a_store_is_synchronized() {
        assertThat(CLASSES.stream()
                        .filter(type -> Layout.ROWS.stream().anyMatch(row -> row.isCoreOrStore() && row.has(type)))
                        .flatMap(type -> Monitors.in(type).stream()))
                .isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> a_file_is_read_in_one_sitting() {
        return Layout.ROWS.stream()
                .map(row -> DynamicTest.dynamicTest(
                        row.folder(),
                        () -> assertThat(CHECKOUT.mainFilesLongerThan(LONGEST_FILE, row.folder()))
                                .isEmpty()));
    }

    @Test
    void the_store_interface_is_short() {
        Path store = Path.of("core/src/main/java/io/idem4j/spi/IdempotencyStore.java");

        assertThat(CHECKOUT.lineCount(store)).isLessThanOrEqualTo(LONGEST_STORE_INTERFACE);
    }
}
