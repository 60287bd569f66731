package io.idem4j.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium that shows the page of a running service. */
final class Browser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Path PICTURES = Path.of("target", "screenshots");

    private final ChromeDriver driver;

    Browser() {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(program("chromium"));
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(program("chromedriver"))
                        .build(),
                options);
    }

    void open(URI page) {
        driver.get(page.toString());
    }

    private static File program(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> new File(folder, name))
                .filter(File::canExecute)
                .findFirst()
                .orElseThrow();
    }

    void size(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
    }

    void click(String css) {
        driver.findElement(By.cssSelector(css)).click();
    }

    String text(String css) {
        return driver.findElement(By.cssSelector(css)).getText();
    }

    /** In one step of the page's own, so that a redraw in the middle can't disturb it. */
    List<String> texts(String css) {
        Object texts = driver.executeScript(
                "return [...document.querySelectorAll(arguments[0])].map(each => each.textContent)", css);
        return ((List<?>) texts).stream().map(String::valueOf).toList();
    }

    void awaitText(String css, String expected) {
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(text(css)).isEqualTo(expected));
    }

    void awaitTexts(String css, int count) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(texts(css)).hasSize(count));
    }

    void type(String css, String text) {
        WebElement field = driver.findElement(By.cssSelector(css));
        field.clear();
        field.sendKeys(text);
    }

    Object script(String script) {
        return driver.executeScript(script);
    }

    /** Errors of the page's own scripts; an answer of 4xx or 5xx is no such error. */
    List<String> scriptErrors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
                .map(entry -> entry.getMessage())
                .filter(message -> !message.contains("Failed to load resource"))
                .toList();
    }

    void picture(String name) {
        try {
            Files.createDirectories(PICTURES);
            Files.write(PICTURES.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
