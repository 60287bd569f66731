package io.idem4j.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;

/**
 * A module in the table of what knows what.
 *
 * @param folder where its sources are, below the root
 * @param packages all that it has, by their full names
 * @param knows what it may name of other modules' classes
 * @param libraries patterns of the packages that it may name besides the JDK's and JSpecify's
 */
record Row(String folder, List<String> packages, DescribedPredicate<JavaClass> knows, List<String> libraries) {
    private static final DescribedPredicate<JavaClass> ALWAYS_KNOWN =
            resideInAnyPackage("java..", "javax..", "org.jspecify.annotations");

    static Row module(String folder, String... packages) {
        return new Row(folder, List.of(packages), DescribedPredicate.alwaysFalse(), List.of());
    }

    Row knowing(DescribedPredicate<JavaClass> known) {
        return new Row(folder, packages, known, libraries);
    }

    Row using(String... libraryPackages) {
        return new Row(folder, packages, knows, List.of(libraryPackages));
    }

    boolean has(JavaClass type) {
        return packages.contains(type.getPackageName());
    }

    boolean mayName(JavaClass type) {
        return has(type)
                || knows.test(type)
                || ALWAYS_KNOWN.test(type)
                || resideInAnyPackage(libraries.toArray(String[]::new)).test(type);
    }

    boolean isCoreOrStore() {
        return folder.equals("core") || folder.startsWith("stores/");
    }
}
