package io.idem4j.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** The files of a checkout, without what builds leave in it. */
record SourceTree(Path root) {
    private static final Set<String> BUILT = Set.of("target", "node_modules");

    /** The checkout that the tests run in. */
    static SourceTree ofThisCheckout() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("SPEC.md"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("no folder above the working directory has a SPEC.md");
            }
        }
        return new SourceTree(folder);
    }

    /** Paths from the root with {@code /}, sorted, that end so. */
    List<String> filesEndingWith(String suffix) {
        List<String> found = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    String name = folder.getFileName().toString();
                    boolean skipped = !folder.equals(root) && (name.startsWith(".") || BUILT.contains(name));
                    return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    String path = root.relativize(file).toString().replace('\\', '/');
                    if (path.endsWith(suffix)) {
                        found.add(path);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Collections.sort(found);
        return found;
    }

    boolean has(String path) {
        return Files.exists(root.resolve(path));
    }

    String read(String path) {
        try {
            return Files.readString(root.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
