package io.idem4j.testtools;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The classes that a worker loads, as the JVM keeps them for the next start: workers begin in about half the time. The JVM
 * keeps classes of jars only, so that the class path's folders are packed first.
 */
public final class ClassArchive implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private static final Pattern SEPARATOR = Pattern.compile(File.pathSeparator, Pattern.LITERAL);

    private final Path folder;
    private final String classPath;
    private final List<String> options;

    private ClassArchive(Path folder, String classPath, List<String> options) {
        this.folder = folder;
        this.classPath = classPath;
        this.options = options;
    }

    /**
     * Of a worker that runs from point to point, through all of them, and is then asked to end. Where its JVM keeps nothing, the next
     * ones start as slowly as it did.
     */
    public static ClassArchive of(List<String> options, List<String> points, Class<?> main, String... arguments) {
        try {
            Path folder = Folders.temporary("idem4j-classes");
            String classPath = jars(folder);
            Path archive = folder.resolve("classes.jsa");
            try (Worker first =
                    Worker.start(with(options, "-XX:ArchiveClassesAtExit=" + archive), classPath, main, arguments)) {
                for (int i = 0; i < points.size(); i++) {
                    if (i > 0) {
                        first.goOn();
                    }
                    first.awaitPoint(points.get(i), LONGEST);
                }
                first.terminate(LONGEST);
            }
            return new ClassArchive(
                    folder,
                    classPath,
                    Files.exists(archive) ? with(options, "-XX:SharedArchiveFile=" + archive) : options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> with(List<String> options, String more) {
        return Stream.concat(options.stream(), Stream.of(more)).toList();
    }

    /** As {@link Worker#start(Class, String...)}, with the same JVM options as the first. */
    public Worker start(Class<?> main, String... arguments) {
        return Worker.start(options, classPath, main, arguments);
    }

    private static String jars(Path folder) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : SEPARATOR.split(Worker.classPath(), -1)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                entries.add(jar(path, folder.resolve(entries.size() + ".jar")).toString());
            } else if (Files.exists(path)) {
                entries.add(entry);
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    private static Path jar(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(file);
                Stream<Path> walk = Files.walk(classes)) {
            for (Path each : walk.filter(Files::isRegularFile).toList()) {
                packed.putNextEntry(
                        new JarEntry(classes.relativize(each).toString().replace(File.separatorChar, '/')));
                Files.copy(each, packed);
                packed.closeEntry();
            }
        }
        return jar;
    }

    @Override
    public void close() {
        Folders.delete(folder);
    }
}
