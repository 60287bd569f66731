package io.idem4j.tck.report;

import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * A test as its report names it. The runs of one test (a parameter each) are one, and so are the dynamic tests that a method makes.
 *
 * @param testClass the outermost class: the one that was run, not the one that declares an inherited test
 * @param test nested classes and method, dotted
 */
record TestMethod(String testClass, String store, String test, Set<String> clauses) {
    private static final String NO_STORE = "engine";

    /** Empty for what is no part of a test method, and for a test that names no clause. */
    static Optional<TestMethod> of(TestPlan plan, TestIdentifier identifier) {
        List<TestIdentifier> path = new ArrayList<>();
        for (Optional<TestIdentifier> at = Optional.of(identifier); at.isPresent(); at = at.flatMap(plan::getParent)) {
            path.add(at.get());
        }
        List<Class<?>> classes = sources(path, ClassSource.class)
                .<Class<?>>map(ClassSource::getJavaClass)
                .toList();
        return sources(path, MethodSource.class)
                .findFirst()
                .filter(method -> !classes.isEmpty())
                .map(method -> of(method, classes))
                .filter(test -> !test.clauses.isEmpty());
    }

    private static <S> Stream<S> sources(List<TestIdentifier> path, Class<S> type) {
        return path.stream()
                .flatMap(identifier -> identifier.getSource().stream())
                .filter(type::isInstance)
                .map(type::cast);
    }

    private static TestMethod of(MethodSource method, List<Class<?>> innermostFirst) {
        Set<String> clauses = new TreeSet<>();
        Stream.concat(Stream.of(method.getJavaMethod()), innermostFirst.stream())
                .flatMap(element -> Stream.ofNullable(element.getAnnotation(Clause.class)))
                .forEach(clause -> clauses.addAll(List.of(clause.value())));
        String store = innermostFirst.stream()
                .flatMap(type -> Stream.ofNullable(type.getAnnotation(OnStore.class)))
                .findFirst()
                .map(OnStore::value)
                .orElse(NO_STORE);
        Class<?> outermost = innermostFirst.get(innermostFirst.size() - 1);
        String nested = innermostFirst.stream()
                .limit(innermostFirst.size() - 1)
                .map(type -> type.getSimpleName() + ".")
                .reduce("", (inner, outer) -> outer + inner);
        return new TestMethod(outermost.getName(), store, nested + method.getMethodName(), clauses);
    }

    /** The lines of the report: {@code clause, store, test, result}, with tabs between them. */
    Stream<String> lines(Result result) {
        String name = testClass.substring(testClass.lastIndexOf('.') + 1) + "." + test;
        return clauses.stream().map(clause -> String.join("\t", clause, store, name, result.text()));
    }
}
