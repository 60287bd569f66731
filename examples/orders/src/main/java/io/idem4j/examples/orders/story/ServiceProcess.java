package io.idem4j.examples.orders.story;

import io.idem4j.examples.orders.OrdersApplication;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The service in a process of its own, on a free port. Ends with this process, however that ends. */
public final class ServiceProcess implements AutoCloseable {
    private static final long LONGEST_START_SECONDS = 120;

    private final Process process;
    private final Path log;
    private final CompletableFuture<URI> address = new CompletableFuture<>();

    private ServiceProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts it and waits until it answers.
     *
     * @param mainClass whose {@code main} prints the address as {@link OrdersApplication} does
     * @param log where its output is appended
     * @throws StoryFailure if it ends instead, or takes too long
     */
    public static ServiceProcess start(Class<?> mainClass, Path log, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                mainClass.getName(),
                OrdersApplication.WITH_PARENT,
                "--server.port=0"));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        ServiceProcess service = new ServiceProcess(process, log);
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        Thread reader = new Thread(service::copyOutput, "output of " + process.pid());
        reader.setDaemon(true);
        reader.start();
        service.awaitAddress();
        return service;
    }

    private void copyOutput() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
                PrintWriter copy = new PrintWriter(
                        Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND), true)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                copy.println(line);
                if (line.startsWith(OrdersApplication.SERVING)) {
                    address.complete(URI.create(line.substring(OrdersApplication.SERVING.length())));
                }
            }
            address.completeExceptionally(new StoryFailure("The service ended before it answered"));
        } catch (IOException e) {
            address.completeExceptionally(e);
        }
    }

    private void awaitAddress() throws InterruptedException {
        try {
            address.get(LONGEST_START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            process.destroyForcibly();
            throw new StoryFailure("The service does not start; its log: " + log);
        }
    }

    /** Where it answers. */
    public URI address() {
        return address.join();
    }

    /** As operators see it. */
    public long pid() {
        return process.pid();
    }

    /** SIGKILL: nothing is closed, flushed or released. Returns when the process is gone. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
