package io.idem4j.servlet;

import static io.idem4j.servlet.FilterClauses.key;
import static io.idem4j.servlet.FilterClauses.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.http.HttpPolicy;
import io.idem4j.http.ProblemCode;
import io.idem4j.tck.Clause;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Whatever a hook throws, over real connections: a clear status, nothing runs twice, and nothing of a client's in the log. */
class HostileHooksTest {
    private static final String SECRET = "s3cret-payload";

    private static Site site;

    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger("io.idem4j");
    private final Handler listening = new Handler() {
        @Override
        public void publish(LogRecord record) {
            logged.add(record.getMessage() + record.getThrown());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeAll
    static void start() {
        site = new Site(Container.TOMCAT);
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @BeforeEach
    void listen() {
        logger.addHandler(listening);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(listening);
    }

    private static RuntimeException exception() {
        return new IllegalStateException(SECRET);
    }

    private static RuntimeException error() {
        throw new NoClassDefFoundError(SECRET);
    }

    private static Map<String, UnaryOperator<HttpPolicy>> hooks(Supplier<RuntimeException> broken) {
        Map<String, UnaryOperator<HttpPolicy>> all = new TreeMap<>();
        all.put(
                "principal",
                policy -> policy.principal(request -> {
                    throw broken.get();
                }));
        all.put(
                "scope",
                policy -> policy.scope(request -> {
                    throw broken.get();
                }));
        all.put(
                "fingerprint",
                policy -> policy.fingerprint((request, body) -> {
                    throw broken.get();
                }));
        all.put(
                "keep",
                policy -> policy.keep(response -> {
                    throw broken.get();
                }));
        all.put(
                "onReplay",
                policy -> policy.onReplay((response, record) -> {
                    throw broken.get();
                }));
        all.put(
                "onStatus",
                policy -> policy.onStatus(status -> {
                    throw broken.get();
                }));
        all.put(
                "idempotency",
                policy -> policy.idempotency(engine -> engine.onFailure(failure -> {
                    throw broken.get();
                })));
        all.put(
                "renderer",
                policy -> policy.renderer((problem, request) -> {
                    throw broken.get();
                }));
        for (ProblemCode code : ProblemCode.values()) {
            all.put(
                    code.code(),
                    policy -> policy.problem(code, problem -> {
                        throw broken.get();
                    }));
        }
        all.put(
                "crashAnswer",
                policy -> policy.crashAnswer((failure, problem) -> {
                    throw broken.get();
                }));
        return all;
    }

    @TestFactory
    @Clause("H-16")
    List<DynamicTest> an_exception_in() {
        return hooks(HostileHooksTest::exception).entrySet().stream()
                .map(hook -> DynamicTest.dynamicTest(hook.getKey(), () -> assertHarmless(hook.getValue())))
                .toList();
    }

    @TestFactory
    @Clause("H-16")
    List<DynamicTest> an_error_in() {
        return hooks(HostileHooksTest::error).entrySet().stream()
                .map(hook -> DynamicTest.dynamicTest(hook.getKey(), () -> assertHarmless(hook.getValue())))
                .toList();
    }

    private void assertHarmless(UnaryOperator<HttpPolicy> hook) {
        site.use(hook.apply(HttpPolicy.storeFinalAnswers()));
        site.on("/ok", (request, response) -> response.getOutputStream().print(SECRET));
        site.on("/throws", (request, response) -> {
            throw exception();
        });
        for (String path : List.of("/ok", "/throws")) {
            String key = SECRET + key();
            HttpResponse<byte[]> first = send(path, key);
            HttpResponse<byte[]> second = send(path, key);

            assertThat(first.statusCode()).isIn(200, 500);
            assertThat(second.statusCode()).isIn(200, 409, 500);
            assertThat(text(second))
                    .as("the claim has ended")
                    .doesNotContain(ProblemCode.IDEMPOTENCY_REQUEST_IN_PROGRESS.code());
            assertThat(second.body())
                    .as("a body that says what is wrong, or the replay")
                    .isNotEmpty();
            assertThat(site.runs(path)).isLessThanOrEqualTo(1);
            assertThat(site.send(site.request(path).header(Site.KEY, "a b").POST(BodyPublishers.noBody()))
                            .statusCode())
                    .isEqualTo(400);
        }
        assertThat(logged).noneMatch(line -> line.contains(SECRET));
    }

    private static HttpResponse<byte[]> send(String path, String key) {
        return site.send(site.request(path).header(Site.KEY, key).POST(BodyPublishers.ofString(SECRET)));
    }

    @Test
    void what_fails_is_logged_without_its_words() {
        assertHarmless(policy -> policy.principal(request -> {
            throw exception();
        }));

        assertThat(logged)
                .anyMatch(line -> line.contains("IllegalStateException") && line.contains("HostileHooksTest"));
    }
}
