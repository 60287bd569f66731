package io.idem4j.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.stream.Stream;

/** Who may name whom. Each rule answers what breaks it; nothing, where it holds. */
final class Borders {
    private Borders() {}

    /** Packages that a row lists and that have no class: a rule about nothing always holds. */
    static List<String> emptyPackages(List<Row> rows, JavaClasses classes) {
        return rows.stream()
                .flatMap(row -> row.packages().stream())
                .filter(name -> classes.stream().noneMatch(type -> isCode(type) && isIn(type, name)))
                .toList();
    }

    /** Classes that no row, or more than one, has. */
    static List<String> strays(List<Row> rows, JavaClasses classes) {
        return classes.stream()
                .filter(Borders::isCode)
                .filter(type -> rows.stream().filter(row -> row.has(type)).count() != 1)
                .map(JavaClass::getName)
                .sorted()
                .toList();
    }

    static List<String> unknownNames(Row row, JavaClasses classes) {
        return names(classes.stream().filter(row::has))
                .filter(name -> !row.mayName(named(name)))
                .map(Dependency::getDescription)
                .sorted()
                .toList();
    }

    /** What classes in one package name of another beyond what is allowed. */
    static List<String> crossings(
            JavaClasses classes, DescribedPredicate<JavaClass> from, String to, DescribedPredicate<JavaClass> allowed) {
        return names(classes.stream().filter(from))
                .filter(name -> isIn(named(name), to) && !allowed.test(named(name)))
                .map(Dependency::getDescription)
                .sorted()
                .toList();
    }

    private static Stream<Dependency> names(Stream<JavaClass> classes) {
        return classes.flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(name -> !named(name).isPrimitive());
    }

    private static JavaClass named(Dependency name) {
        return name.getTargetClass().getBaseComponentType();
    }

    private static boolean isIn(JavaClass type, String name) {
        return type.getPackageName().equals(name);
    }

    /** A package-info and a module-info are no code. */
    private static boolean isCode(JavaClass type) {
        return !type.getSimpleName().endsWith("-info");
    }
}
