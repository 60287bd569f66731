package io.idem4j.spring.boot.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

/** A folder with nothing but what README.md shows, compiled and running. Closing it ends the process. */
final class ReadmeApplication implements AutoCloseable {
    /** A snippet is shown without its first lines; an editor adds them. */
    private static final String FIRST_LINES = """
            package shop;

            import io.idem4j.spring.*;
            import java.util.concurrent.atomic.*;
            import org.springframework.boot.*;
            import org.springframework.boot.autoconfigure.*;
            import org.springframework.http.*;
            import org.springframework.web.bind.annotation.*;

            """;
    /** What Boot's starter for MVC brings. */
    private static final Pattern OF_BOOT =
            Pattern.compile(".*/(org/springframework/spring-(aop|beans|context|core|expression|web|webmvc)"
                    + "|org/springframework/boot/spring-boot"
                    + "(-autoconfigure|-starter|-starter-webmvc|-webmvc|-servlet|-web-server|-tomcat|-jackson|-http-converter)?"
                    + "|org/apache/tomcat/embed/tomcat-embed-(core|el)|tools/jackson/core/jackson-(core|databind)"
                    + "|com/fasterxml/jackson/core/jackson-annotations|ch/qos/logback/logback-(core|classic)"
                    + "|org/slf4j/(slf4j-api|jul-to-slf4j)|org/apache/logging/log4j/log4j-(api|to-slf4j)"
                    + "|io/micrometer/micrometer-(commons|observation)|org/yaml/snakeyaml|org/jspecify/jspecify"
                    + "|jakarta/annotation/jakarta.annotation-api|commons-logging/commons-logging)/[^/]+/[^/]+\\.jar");

    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Readme readme;
    private final Process process;
    private final URI uri;

    private ReadmeApplication(Readme readme, Process process, URI uri) {
        this.readme = readme;
        this.process = process;
        this.uri = uri;
    }

    static ReadmeApplication start(Readme readme, Path folder) throws Exception {
        Path source = Files.createDirectories(folder.resolve("src/shop")).resolve("OrderService.java");
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path log = folder.resolve("log");
        Files.writeString(source, FIRST_LINES + readme.block("java"));
        Files.writeString(classes.resolve("application.properties"), readme.block("properties"));
        String libraries = libraries(readme.dependency("artifactId"));
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-parameters",
                        "-proc:none",
                        "-cp",
                        libraries,
                        "-d",
                        classes.toString(),
                        source.toString());
        assertThat(compiled).as("errors of the compiler").isZero();

        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classes + File.pathSeparator + libraries,
                        "shop.OrderService",
                        "--server.port=0")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            await().atMost(PATIENCE)
                    .until(() -> !process.isAlive()
                            || PORT.matcher(Files.readString(log)).find());
            Matcher port = PORT.matcher(Files.readString(log));
            assertThat(port.find()).as(() -> "started: " + text(log)).isTrue();
            return new ReadmeApplication(
                    readme, process, URI.create("http://localhost:" + port.group(1) + readme.path()));
        } catch (Throwable e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            return e.toString();
        }
    }

    /** Of this test's class path what Boot brings, and what comes with the dependency. */
    private static String libraries(String artifact) {
        Modules modules = Modules.ofThisCheckout();
        Set<String> ours = modules.closure(artifact);
        List<String> entries =
                Arrays.asList(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                        .split(File.pathSeparator));
        return entries.stream()
                .filter(entry ->
                        OF_BOOT.matcher(entry.replace(File.separatorChar, '/')).matches()
                                || ours.stream().anyMatch(module -> isOf(modules, module, Path.of(entry))))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isOf(Modules modules, String artifact, Path entry) {
        String name = entry.getFileName().toString();
        return entry.equals(
                        modules.root().resolve(modules.folders().get(artifact)).resolve("target/classes"))
                || name.matches(artifact + "-\\d.*\\.jar");
    }

    /** The command, with this key. */
    HttpResponse<String> post(String key) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .header("Content-Type", "application/json")
                                .header("Idempotency-Key", key)
                                .POST(BodyPublishers.ofString(readme.body()))
                                .build(),
                        BodyHandlers.ofString());
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }
}
