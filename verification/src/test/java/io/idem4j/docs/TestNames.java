package io.idem4j.docs;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The tests of a checkout as {@code ClassName.methodName}; of a nested class also with the classes around it. */
final class TestNames {
    private static final Set<String> TEST_ANNOTATIONS =
            Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Property", "Example");

    private TestNames() {}

    static Set<String> of(SourceTree tree) {
        List<Path> files = tree.filesEndingWith(".java").stream()
                .filter(path -> path.contains("src/test/java/") || path.startsWith("tck/src/main/java/"))
                .map(tree.root()::resolve)
                .toList();
        Set<String> names = new HashSet<>();
        if (files.isEmpty()) {
            return names;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    manager,
                    problem -> {},
                    List.of("-proc:none"),
                    null,
                    manager.getJavaFileObjectsFromPaths(files));
            for (CompilationUnitTree unit : task.parse()) {
                new Collector(names).scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    private static final class Collector extends TreeScanner<Void, Void> {
        private final Set<String> names;
        private final Deque<String> around = new ArrayDeque<>();

        Collector(Set<String> names) {
            this.names = names;
        }

        @Override
        public Void visitClass(ClassTree type, Void nothing) {
            around.push(type.getSimpleName().toString());
            super.visitClass(type, nothing);
            around.pop();
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            if (method.getModifiers().getAnnotations().stream().anyMatch(Collector::marksTest)) {
                String name = method.getName().toString();
                for (String type : around) {
                    name = type + "." + name;
                    names.add(name);
                }
            }
            return super.visitMethod(method, nothing);
        }

        private static boolean marksTest(AnnotationTree annotation) {
            String name = annotation.getAnnotationType().toString();
            return TEST_ANNOTATIONS.contains(name.substring(name.lastIndexOf('.') + 1));
        }
    }
}
