package io.idem4j.servlet;

import static io.idem4j.servlet.FilterClauses.assertProblem;
import static io.idem4j.servlet.FilterClauses.key;
import static io.idem4j.servlet.FilterClauses.text;
import static io.idem4j.servlet.RawClient.head;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.http.HttpIdempotency;
import io.idem4j.http.HttpPolicy;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.tck.Clause;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A body is read once before the claim, and the application reads it as if it had not been. */
@TestInstance(Lifecycle.PER_CLASS)
@Clause("H-15")
abstract class BodyClauses {
    private static final int BOUND = 1024 * 1024;

    private final Site site;

    BodyClauses(Container.Kind kind) {
        site = new Site(kind);
        site.on(
                "/bytes",
                (request, response) -> response.getOutputStream()
                        .print(request.getInputStream().readAllBytes().length));
        site.on("/text", (request, response) -> {
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter().print(request.getReader().readLine());
        });
        site.on("/form", (request, response) -> {
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter().print(shown(request.getParameterMap()) + request.getParameter("a"));
        });
        site.on("/parts", (request, response) -> {
            StringBuilder all = new StringBuilder();
            for (Part part : request.getParts()) {
                all.append(part.getName()).append('=').append(part.getSize()).append(';');
            }
            response.getOutputStream()
                    .print(all.append(request.getParameter("field")).toString());
        });
    }

    private static String shown(Map<String, String[]> parameters) {
        StringBuilder all = new StringBuilder();
        new TreeMap<>(parameters)
                .forEach((name, values) -> all.append(name)
                        .append('=')
                        .append(String.join(",", values))
                        .append(';'));
        return all.toString();
    }

    @AfterEach
    void defaults() {
        site.use(HttpPolicy.storeFinalAnswers());
    }

    @AfterAll
    void stop() {
        site.close();
    }

    private HttpResponse<byte[]> post(String path, String key, String type, byte[] body) {
        return site.send(site.request(path)
                .header(Site.KEY, key)
                .header("Content-Type", type)
                .POST(BodyPublishers.ofByteArray(body)));
    }

    private HttpResponse<byte[]> post(String path, String key, String type, String body) {
        return post(path, key, type, body.getBytes(UTF_8));
    }

    @Test
    @Clause("H-17")
    void json() {
        String key = key();
        assertThat(text(post("/text", key, "application/json;charset=UTF-8", "{\"a\":\"\u00e9\"}")))
                .isEqualTo("{\"a\":\"\u00e9\"}");
        assertThat(text(post("/text", key, "application/json", "{ \"a\" : \"\\u00e9\" }")))
                .isEqualTo("{\"a\":\"\u00e9\"}");
        assertProblem(post("/text", key, "application/json", "{\"a\":1}"), 422, "idempotency_key_payload_mismatch");
    }

    @Test
    void a_form_with_its_query() {
        String key = key();
        String form = "a=1&a=%C3%A9+x&b=&c&%GG=y";
        String type = "application/x-www-form-urlencoded";

        assertThat(text(post("/form?a=0&q=z", key, type, form))).isEqualTo("%GG=y;a=0,1,\u00e9 x;b=;c=;q=z;0");
        assertThat(post("/form?a=0&q=z", key, type, form).headers().firstValue("Idempotent-Replayed"))
                .isPresent();
        assertProblem(post("/form?a=0&q=z", key, type, "a=2"), 422, "idempotency_key_payload_mismatch");
    }

    @Test
    @Clause("H-17")
    void parts_whatever_stands_between_them() {
        String key = key();
        HttpResponse<byte[]> first = parts(key, "one", "x".repeat(5000));
        HttpResponse<byte[]> again = parts(key, "another", "x".repeat(5000));

        assertThat(text(first)).isEqualTo("field=3;file=5000;abc");
        assertThat(again.headers().firstValue("Idempotent-Replayed")).isPresent();
        assertThat(text(again)).isEqualTo(text(first));
        assertProblem(parts(key, "one", "y".repeat(5000)), 422, "idempotency_key_payload_mismatch");
        assertProblem(parts(key(), "one", "x".repeat(BOUND)), 413, "idempotency_request_too_large");
    }

    private HttpResponse<byte[]> parts(String key, String boundary, String file) {
        String body = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"field\"\r\n\r\nabc\r\n--" + boundary
                + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.txt\"\r\nContent-Type: text/plain\r\n\r\n"
                + file + "\r\n--" + boundary + "--\r\n";
        return post("/parts", key, "multipart/form-data; boundary=" + boundary, body);
    }

    @Test
    void parts_are_bytes_to_a_target_that_reads_them_itself() {
        assertThat(text(post("/bytes", key(), "multipart/mixed; boundary=b", "--b--")))
                .isEqualTo("5");
    }

    @Test
    void nothing() {
        String key = key();
        assertThat(text(site.send(site.post("/bytes", key)))).isEqualTo("0");
        assertProblem(post("/bytes", key, "text/plain", "x"), 422, "idempotency_key_payload_mismatch");
    }

    @Test
    void without_blocking() {
        site.on("/listening", (request, response) -> {
            AsyncContext context = request.startAsync();
            ServletInputStream in = request.getInputStream();
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            in.setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() throws IOException {
                    while (in.isReady() && !in.isFinished()) {
                        read.write(in.read());
                    }
                }

                @Override
                public void onAllDataRead() throws IOException {
                    response.getOutputStream().print(read.size());
                    context.complete();
                }

                @Override
                public void onError(Throwable failure) {
                    context.complete();
                }
            });
        });

        assertThat(text(post("/listening", key(), "text/plain", "x".repeat(3000))))
                .isEqualTo("3000");
    }

    @Test
    void in_chunks_it_is_the_same_body() throws IOException {
        byte[] body = "x".repeat(9000).getBytes(UTF_8);
        String key = key();
        assertThat(text(post("/bytes", key, "text/plain", body))).isEqualTo("9000");

        RawClient.Answer replay = RawClient.exchange(
                site.port(),
                head("POST", "/bytes", Site.KEY + ": " + key, "Content-Type: text/plain", "Transfer-Encoding: chunked"),
                RawClient.chunked(body, 1000));
        assertThat(replay.text()).isEqualTo("9000");
        assertThat(replay.headers()).containsKey("Idempotent-Replayed");
    }

    @Test
    void one_that_is_too_long_is_refused_and_one_at_the_bound_is_not() throws IOException {
        int before = site.runs("/bytes");
        String key = key();

        assertProblem(post("/bytes", key, "text/plain", new byte[BOUND + 1]), 413, "idempotency_request_too_large");
        RawClient.Answer chunked = RawClient.exchange(
                site.port(),
                head("POST", "/bytes", Site.KEY + ": " + key, "Transfer-Encoding: chunked"),
                RawClient.chunked(new byte[BOUND + 1], BOUND));
        assertThat(chunked.status()).isEqualTo(413);
        assertThat(site.runs("/bytes")).isEqualTo(before);
        assertThat(text(post("/bytes", key, "text/plain", new byte[BOUND]))).isEqualTo(Integer.toString(BOUND));
        assertThat(site.send(site.request("/bytes").POST(BodyPublishers.ofByteArray(new byte[BOUND + 1])))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void one_that_ends_early_claims_nothing() throws IOException {
        int before = site.runs("/bytes");
        String key = key();
        try (Socket socket = new Socket("localhost", site.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(head("POST", "/bytes", Site.KEY + ": " + key, "Content-Length: 10"));
            socket.getOutputStream().write(new byte[4]);
            socket.shutdownOutput();
            byte[] answer = socket.getInputStream().readAllBytes();
            if (answer.length > 0) {
                assertThat(RawClient.parse(answer).status()).isEqualTo(400);
            }
        }

        assertThat(site.runs("/bytes")).isEqualTo(before);
        assertThat(text(post("/bytes", key, "text/plain", new byte[10]))).isEqualTo("10");
    }

    @Test
    void of_one_that_is_longer_than_declared_the_rest_is_no_part() throws IOException {
        String key = key();
        RawClient.Answer answer = RawClient.exchange(
                site.port(), head("POST", "/bytes", Site.KEY + ": " + key, "Content-Length: 3"), new byte[5]);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("3");
    }

    @Test
    void a_slow_one_holds_no_claim() throws IOException {
        String key = key();
        try (Socket socket = new Socket("localhost", site.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(head("POST", "/bytes", Site.KEY + ": " + key, "Content-Length: 3"));
            socket.getOutputStream().write(new byte[2]);
            socket.getOutputStream().flush();

            assertThat(text(post("/bytes", key, "text/plain", new byte[3]))).isEqualTo("3");
            socket.getOutputStream().write(new byte[1]);
            RawClient.Answer slow = RawClient.parse(socket.getInputStream().readAllBytes());
            assertThat(slow.headers()).containsKey("Idempotent-Replayed");
        }
    }

    /** An earlier filter asks for a parameter, or reads what is no form. */
    private void readEagerly() {
        IdempotencyFilter filter = new IdempotencyFilter(
                HttpIdempotency.of(Idempotency.builder(new InMemoryStore()).build()));
        site.use((request, response, chain) -> {
            if (((HttpServletRequest) request).getHeader("X-Eager") != null) {
                request.getParameter("a");
                if (!request.getContentType().contains("form")) {
                    request.getInputStream().readAllBytes();
                }
            }
            filter.doFilter(request, response, chain);
        });
    }

    @Test
    @Clause("H-17")
    void one_that_someone_has_read_before_is_compared_as_parameters_or_refused() {
        readEagerly();
        String key = key();
        String type = "application/x-www-form-urlencoded";

        assertThat(text(site.send(eager("/form", key, type, "a=1")))).isEqualTo("a=1;1");
        assertThat(site.send(eager("/form", key, type, "a=1")).headers().firstValue("Idempotent-Replayed"))
                .isPresent();
        assertProblem(site.send(eager("/form", key, type, "a=2")), 422, "idempotency_key_payload_mismatch");
        assertProblem(site.send(eager("/bytes", key(), "text/plain", "x")), 500, "idempotency_check_failed");
    }

    @Test
    @Clause({"H-07", "H-17"})
    void so_is_one_in_chunks_whose_length_nobody_declared() throws IOException {
        readEagerly();
        String key = key();
        String type = "application/x-www-form-urlencoded";

        assertThat(chunked("/form", key, type, "a=1", true).text()).isEqualTo("a=1;1");
        assertThat(chunked("/form", key, type, "a=1", true).headers()).containsKey("Idempotent-Replayed");
        assertThat(chunked("/form", key, type, "a=2", true).status()).isEqualTo(422);
        assertThat(chunked("/bytes", key(), "text/plain", "x", true).status()).isEqualTo(500);
        assertThat(chunked("/bytes", key(), "text/plain", "", false).text())
                .as("read by nobody, and empty")
                .isEqualTo("0");
    }

    private RawClient.Answer chunked(String path, String key, String type, String body, boolean eager)
            throws IOException {
        return RawClient.exchange(
                site.port(),
                head(
                        "POST",
                        path,
                        Site.KEY + ": " + key,
                        "Content-Type: " + type,
                        "Transfer-Encoding: chunked",
                        eager ? "X-Eager: 1" : "X-Other: 1"),
                RawClient.chunked(body.getBytes(UTF_8), 2));
    }

    private HttpRequest.Builder eager(String path, String key, String type, String body) {
        return site.request(path)
                .header(Site.KEY, key)
                .header("X-Eager", "1")
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body));
    }
}
