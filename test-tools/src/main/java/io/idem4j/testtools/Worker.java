package io.idem4j.testtools;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of its own with the test's class path, to be killed at a {@link CrashPoint} or at any time. What it prints is
 * kept, its errors go to the test's. Closing kills it.
 */
public final class Worker implements AutoCloseable {
    private static final String END = "";

    private final Process process;
    private final BufferedWriter commands;
    private final BlockingQueue<String> points = new LinkedBlockingQueue<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread reader;

    private Worker(Process process) {
        this.process = process;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
        this.reader = new Thread(this::read, "worker-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Runs {@code main} with arguments. */
    public static Worker start(Class<?> main, String... arguments) {
        return start(List.of(), main, arguments);
    }

    /** The same with options for its JVM. */
    public static Worker start(List<String> options, Class<?> main, String... arguments) {
        return start(options, classPath(), main, arguments);
    }

    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    static Worker start(List<String> options, String classPath, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-cp");
        command.add(classPath);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        try {
            return new Worker(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line; (line = output.readLine()) != null; ) {
                if (line.startsWith(CrashPoint.MARK)) {
                    points.add(line.substring(CrashPoint.MARK.length()));
                } else {
                    lines.add(line);
                }
            }
        } catch (IOException e) {
            // it was killed
        }
        points.add(END);
    }

    /** Waits until it stands at this point, and fails where it reaches another, ends, or takes too long. */
    public Worker awaitPoint(String name, Duration longest) {
        String reached = next(longest);
        if (!name.equals(reached)) {
            throw new AssertionError(
                    "at " + (reached.equals(END) ? "its end" : reached) + " instead of " + name + "; it said " + lines);
        }
        return this;
    }

    private String next(Duration longest) {
        try {
            String reached = points.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
            if (reached == null) {
                throw new AssertionError("at no point within " + longest + "; it said " + lines);
            }
            return reached;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Sends it on from where it stands. */
    public Worker goOn() {
        try {
            commands.write(CrashPoint.GO_ON);
            commands.newLine();
            commands.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** SIGKILL; returns when it is gone and all that it said is read. */
    public List<String> kill() {
        process.destroyForcibly();
        process.onExit().join();
        return finished();
    }

    /** SIGTERM, and waits for its end. */
    void terminate(Duration longest) {
        process.destroy();
        awaitExit(longest);
    }

    /** SIGSTOP: it stands still, in the middle of whatever it does, until {@link #resume}. */
    public Worker pause() {
        return signal(Signal.STOP);
    }

    /** SIGCONT. */
    public Worker resume() {
        return signal(Signal.CONT);
    }

    private Worker signal(Signal signal) {
        signal.send(process.pid());
        return this;
    }

    /** Waits for its own end, which must be without error. */
    public List<String> awaitEnd(Duration longest) {
        awaitExit(longest);
        List<String> said = finished();
        if (process.exitValue() != 0) {
            throw new AssertionError("ended with " + process.exitValue() + "; it said " + said);
        }
        return said;
    }

    private void awaitExit(Duration longest) {
        try {
            if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("still running after " + longest + "; it said " + lines);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private List<String> finished() {
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return List.copyOf(lines);
    }

    /** What it printed so far, but for its points. */
    public List<String> said() {
        return List.copyOf(lines);
    }

    /** Whether it runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        kill();
    }
}
