package io.idem4j.testtools;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Programs for Node with the packages of their lock file, which {@code npm ci} installs below {@code target} once for a
 * module. Needs {@code node} and {@code npm} on the path.
 */
public final class NodePackages {
    private static final String INSTALLED = "installed-lock.json";
    private static final String LOCK = "package-lock.json";

    private final Path folder;

    private NodePackages(Path folder) {
        this.folder = folder;
    }

    /**
     * Copies the files out of the class path, and installs what their lock file names unless that was done before.
     *
     * @param beside the class in whose package there is a folder {@code name}
     * @param programs files of it besides {@code package.json} and {@code package-lock.json}
     */
    public static NodePackages install(Class<?> beside, String name, String... programs) {
        Path folder = Path.of("target", "node", name).toAbsolutePath();
        List<String> files = new ArrayList<>(List.of("package.json", LOCK));
        files.addAll(Arrays.asList(programs));
        try {
            Files.createDirectories(folder);
            try (FileChannel guard = FileChannel.open(
                            folder.resolve("guard"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock alone = guard.lock()) {
                for (String file : files) {
                    copy(beside, name + "/" + file, folder.resolve(file));
                }
                if (alone.isValid() && !isInstalled(folder)) {
                    installIn(folder);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new NodePackages(folder);
    }

    private static boolean isInstalled(Path folder) throws IOException {
        Path installed = folder.resolve(INSTALLED);
        return Files.exists(installed) && Files.mismatch(installed, folder.resolve(LOCK)) < 0;
    }

    private static void installIn(Path folder) throws IOException {
        Path log = folder.resolve("npm.log");
        Process npm = new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (npm.onExit().join().exitValue() != 0) {
            throw new IllegalStateException("npm ci failed in " + folder + ": " + Files.readString(log));
        }
        Files.copy(folder.resolve(LOCK), folder.resolve(INSTALLED), StandardCopyOption.REPLACE_EXISTING);
    }

    private static void copy(Class<?> beside, String resource, Path to) throws IOException {
        try (InputStream content = beside.getResourceAsStream(resource)) {
            if (content == null) {
                throw new IllegalArgumentException("no " + resource + " beside " + beside.getName());
            }
            Path whole = Files.createTempFile(to.getParent(), "copied", null);
            Files.write(whole, content.readAllBytes());
            Files.move(whole, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** As {@link #start(String, Map)}, in this process's environment. */
    public Process start(String program) {
        return start(program, Map.of());
    }

    /** Starts a program; what it writes to its error output appears in the test's. */
    public Process start(String program, Map<String, String> environment) {
        try {
            ProcessBuilder node = new ProcessBuilder("node", program)
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            node.environment().putAll(environment);
            return node.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
