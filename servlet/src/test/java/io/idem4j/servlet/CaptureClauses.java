package io.idem4j.servlet;

import static io.idem4j.servlet.FilterClauses.assertProblem;
import static io.idem4j.servlet.FilterClauses.assertReplayed;
import static io.idem4j.servlet.FilterClauses.await;
import static io.idem4j.servlet.FilterClauses.key;
import static io.idem4j.servlet.FilterClauses.text;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.http.HandlerTimeoutException;
import io.idem4j.http.HttpIdempotency;
import io.idem4j.http.HttpPolicy;
import io.idem4j.tck.Clause;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** However an application answers, the client gets it, and a duplicate gets it once more. */
@TestInstance(Lifecycle.PER_CLASS)
@Clause("H-06")
abstract class CaptureClauses {
    private static final int BOUND = 256 * 1024;

    private final Container.Kind kind;
    private final Site site;

    CaptureClauses(Container.Kind kind) {
        this.kind = kind;
        this.site = new Site(kind);
    }

    @AfterEach
    void defaults() {
        site.use(HttpPolicy.storeFinalAnswers());
    }

    @AfterAll
    void stop() {
        site.close();
    }

    private HttpResponse<byte[]> once(Site.Handler handler) {
        return once("/" + key(), handler);
    }

    /** Two requests, one run, two equal answers. */
    private HttpResponse<byte[]> once(String path, Site.Handler handler) {
        site.on(path, handler);
        String key = key();
        HttpResponse<byte[]> first = site.send(site.post(path, key));
        assertReplayed(site.send(site.post(path, key)), first);
        assertThat(site.runs(path)).isEqualTo(1);
        return first;
    }

    private static void print(HttpServletResponse response, String text) throws IOException {
        response.getOutputStream().write(text.getBytes(UTF_8));
    }

    @Test
    void text_by_the_writer_in_its_encoding() {
        HttpResponse<byte[]> first = once((request, response) -> {
            response.setContentType("text/plain");
            response.setCharacterEncoding("ISO-8859-1");
            response.getWriter().append("h\u00e9").flush();
            response.getWriter().print("!");
            response.getWriter().close();
        });

        assertThat(first.body()).isEqualTo("h\u00e9!".getBytes(ISO_8859_1));
        assertThat(first.headers().firstValue("Content-Type").orElseThrow().toLowerCase(Locale.ROOT))
                .isEqualTo("text/plain;charset=iso-8859-1");
    }

    @Test
    void a_language_and_headers_that_are_set_after_the_body() {
        HttpResponse<byte[]> first = once((request, response) -> {
            response.setLocale(Locale.GERMANY);
            print(response, "late");
            response.setHeader("ETag", "\"1\"");
            response.setStatus(202);
        });

        assertThat(first.statusCode()).isEqualTo(202);
        assertThat(first.headers().firstValue("ETag")).hasValue("\"1\"");
        assertThat(first.headers().firstValue("Content-Language")).hasValue("de-DE");
    }

    @Test
    void once_flushed_status_and_headers_stay() {
        HttpResponse<byte[]> first = once((request, response) -> {
            print(response, "a");
            response.flushBuffer();
            assertThat(response.isCommitted()).isTrue();
            response.setStatus(500);
            response.setHeader("ETag", "\"late\"");
            response.setContentType("text/html");
            assertThatThrownBy(response::reset).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> response.sendError(500)).isInstanceOf(IllegalStateException.class);
            print(response, "b");
        });

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().firstValue("ETag")).isEmpty();
        assertThat(text(first)).isEqualTo("ab");
    }

    @Test
    void what_was_reset_is_gone() {
        HttpResponse<byte[]> first = once((request, response) -> {
            response.setHeader("ETag", "\"gone\"");
            response.getWriter().print("gone");
            response.reset();
            print(response, "kept");
            response.resetBuffer();
            print(response, "kept");
        });

        assertThat(text(first)).isEqualTo("kept");
        assertThat(first.headers().firstValue("ETag")).isEmpty();
    }

    @Test
    void an_error_without_a_page_is_a_problem_document() {
        HttpResponse<byte[]> first = once((request, response) -> {
            response.setContentLength(1000);
            print(response, "half");
            response.sendError(404, "no such \"order\"");
            print(response, "dropped");
        });

        assertThat(first.statusCode()).isEqualTo(404);
        assertThat(first.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(text(first))
                .isEqualTo("{\"type\":\"about:blank\",\"status\":404,\"detail\":\"no such \\\"order\\\"\"}");
    }

    @Test
    void an_error_with_a_status_that_is_none_is_one_of_the_server() {
        HttpResponse<byte[]> first = once((request, response) -> response.sendError(102, "odd"));
        HttpResponse<byte[]> async = once((request, response) -> {
            AsyncContext context = request.startAsync();
            ((HttpServletResponse) context.getResponse()).sendError(102);
            context.complete();
        });

        assertThat(first.statusCode()).isEqualTo(500);
        assertThat(text(first)).isEqualTo("{\"type\":\"about:blank\",\"status\":500}");
        assertThat(text(async)).isEqualTo(text(first));
    }

    /** Jetty refuses such a status, so that the handler fails there. */
    @Test
    void an_error_with_a_status_beyond_all_leaves_no_claim_behind() {
        String path = "/" + key();
        String key = key();
        site.on(path, (request, response) -> response.sendError(1001));

        assertThat(site.send(site.post(path, key)).statusCode()).isEqualTo(500);
        assertThat(site.send(site.post(path, key)).statusCode()).isEqualTo(500);
        assertThat(site.runs(path)).isEqualTo(1);
    }

    @Test
    void an_error_with_a_page_is_what_the_page_says() {
        site.use(new IdempotencyFilter(HttpIdempotency.of(site.memory())).errorPage("/error"));
        site.on("/error", (request, response) -> {
            assertThat(request.getDispatcherType()).isEqualTo(DispatcherType.FORWARD);
            response.setContentType("text/html");
            response.getWriter()
                    .print("page " + request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE)
                            + request.getAttribute(RequestDispatcher.ERROR_MESSAGE));
        });

        HttpResponse<byte[]> first = once((request, response) -> response.sendError(409, "taken"));
        assertThat(first.statusCode()).isEqualTo(409);
        assertThat(text(first)).isEqualTo("page 409taken");
        assertThat(site.runs("/error")).isEqualTo(1);
    }

    @Test
    void a_redirect() {
        HttpResponse<byte[]> first = once((request, response) -> {
            print(response, "gone");
            response.sendRedirect("/elsewhere");
            print(response, "dropped");
        });

        assertThat(first.statusCode()).isEqualTo(302);
        assertThat(first.headers().firstValue("Location").orElseThrow()).endsWith("/elsewhere");
        assertThat(first.body()).isEmpty();
    }

    @Test
    void a_forward_and_an_include() {
        site.on("/target", (request, response) -> {
            response.setContentType("text/plain");
            print(response, "target");
        });
        HttpResponse<byte[]> forwarded = once((request, response) -> {
            print(response, "dropped");
            request.getRequestDispatcher("/target").forward(request, response);
        });
        HttpResponse<byte[]> included = once((request, response) -> {
            print(response, "a-");
            request.getRequestDispatcher("/target").include(request, response);
            print(response, "-b");
        });

        assertThat(text(forwarded)).isEqualTo("target");
        assertThat(text(included)).isEqualTo("a-target-b");
    }

    @Test
    void nothing_at_all_and_statuses_without_a_body() {
        assertThat(once((request, response) -> {}).body()).isEmpty();
        for (int status : new int[] {204, 304}) {
            HttpResponse<byte[]> first = once((request, response) -> {
                response.setStatus(status);
                response.setHeader("ETag", "\"1\"");
            });
            assertThat(first.statusCode()).isEqualTo(status);
            assertThat(first.body()).isEmpty();
        }
    }

    @Test
    void head_and_other_methods_where_they_are_configured() throws IOException {
        site.use(HttpPolicy.storeFinalAnswers().methods("HEAD", "PUT", "DELETE"));
        site.on("/any", (request, response) -> {
            response.setHeader("ETag", "\"1\"");
            print(response, "body");
        });
        for (String method : new String[] {"HEAD", "PUT", "DELETE"}) {
            byte[] request = RawClient.head(method, "/any", Site.KEY + ": " + method, "Content-Length: 0");
            RawClient.Answer first = RawClient.exchange(site.port(), request);
            RawClient.Answer replay = RawClient.exchange(site.port(), request);

            assertThat(replay.headers()).containsKey("Idempotent-Replayed");
            assertThat(replay.body()).isEqualTo(first.body()).hasSize(method.equals("HEAD") ? 0 : 4);
            assertThat(replay.headers().get("Content-Length"))
                    .isEqualTo(first.headers().get("Content-Length"));
        }
        assertThat(site.runs("/any")).isEqualTo(3);
    }

    @Test
    @Clause("H-14")
    void what_was_compressed_inside_keeps_its_encoding() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
            zip.write("zipped".getBytes(UTF_8));
        }
        HttpResponse<byte[]> first = once((request, response) -> {
            response.setHeader("Content-Encoding", "gzip");
            response.getOutputStream().write(zipped.toByteArray());
        });

        assertThat(first.headers().firstValue("Content-Encoding")).hasValue("gzip");
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(first.body()))) {
            assertThat(in.readAllBytes()).isEqualTo("zipped".getBytes(UTF_8));
        }
    }

    @Test
    @Clause("H-19")
    void an_asynchronous_answer_that_completes_on_another_thread() {
        HttpResponse<byte[]> first = once((request, response) -> {
            AsyncContext context = request.startAsync();
            context.start(() -> {
                try {
                    HttpServletResponse later = (HttpServletResponse) context.getResponse();
                    later.setStatus(201);
                    print(later, "part ");
                    later.flushBuffer();
                    print(later, "and rest");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                context.complete();
            });
        });

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(text(first)).isEqualTo("part and rest");
    }

    private static Site.Handler dispatching() {
        return (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                response.setStatus(202);
                print(response, "dispatched");
            } else {
                AsyncContext context = request.startAsync();
                context.start(context::dispatch);
            }
        };
    }

    @Test
    @Clause("H-19")
    void an_asynchronous_answer_that_comes_back_by_a_dispatch() {
        site.on("/deferred", dispatching());
        assertDispatched(site);
    }

    @Test
    @Clause("H-19")
    void a_dispatch_past_a_filter_that_is_not_mapped_for_it_is_sent_all_the_same() {
        try (Site unmapped = new Site(kind, false)) {
            unmapped.on("/deferred", dispatching());
            assertDispatched(unmapped);
        }
    }

    private static void assertDispatched(Site site) {
        String key = key();
        HttpResponse<byte[]> first = site.send(site.post("/deferred", key));
        assertThat(first.statusCode()).isEqualTo(202);
        assertThat(text(first)).isEqualTo("dispatched");
        Awaitility.await().untilAsserted(() -> assertReplayed(site.send(site.post("/deferred", key)), first));
        assertThat(site.runs("/deferred")).isEqualTo(2); // the request and its dispatch
    }

    @Test
    @Clause("H-19")
    void a_timeout_that_nobody_handles_is_an_exception() {
        site.on("/hangs", (request, response) -> request.startAsync().setTimeout(100));
        String key = key();

        assertThat(site.send(site.post("/hangs", key)).statusCode()).isGreaterThanOrEqualTo(500);
        Awaitility.await()
                .untilAsserted(
                        () -> assertProblem(site.send(site.post("/hangs", key)), 500, "idempotency_execution_failed"));
        assertThat(site.runs("/hangs")).isEqualTo(1);
    }

    @Test
    @Clause("H-19")
    void a_timeout_that_the_application_answers_is_not_released_though_it_is_503() {
        HttpResponse<byte[]> first = once((request, response) -> {
            AsyncContext context = request.startAsync();
            context.setTimeout(100);
            context.addListener(new Listening() {
                @Override
                public void onTimeout(AsyncEvent event) throws IOException {
                    HttpServletResponse late = (HttpServletResponse) context.getResponse();
                    late.setStatus(503);
                    print(late, "too late");
                    context.complete();
                }
            });
        });

        assertThat(first.statusCode()).isEqualTo(503);
        assertThat(text(first)).isEqualTo("too late");
    }

    @Test
    @Clause("H-19")
    void a_rule_can_tell_a_timeout_whether_or_not_the_application_answers_it() {
        List<Throwable> told = new CopyOnWriteArrayList<>();
        site.use(HttpPolicy.storeFinalAnswers()
                .idempotency(engine -> engine.onFailure(failure -> {
                    told.add(failure);
                    return OnFailure.STORE;
                })));
        site.on("/unanswered", (request, response) -> request.startAsync().setTimeout(100));
        site.on("/answered", (request, response) -> {
            AsyncContext context = request.startAsync();
            context.setTimeout(100);
            context.addListener(new Listening() {
                @Override
                public void onTimeout(AsyncEvent event) {
                    context.complete();
                }
            });
        });
        site.send(site.post("/unanswered", key()));
        site.send(site.post("/answered", key()));

        Awaitility.await()
                .untilAsserted(() ->
                        assertThat(told).hasSize(2).allMatch(failure -> failure instanceof HandlerTimeoutException));
    }

    private abstract static class Listening implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    private void assertSentInFullAndRefused(String path, String key, HttpResponse<byte[]> first, int length) {
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).hasSize(length);
        Awaitility.await()
                .untilAsserted(
                        () -> assertProblem(site.send(site.post(path, key)), 409, "idempotency_result_unavailable"));
        assertThat(site.runs(path)).isEqualTo(1);
    }

    @Test
    @Clause("H-13")
    void a_response_beyond_the_bound_is_sent_in_full_and_one_at_the_bound_is_kept() {
        site.on("/long", (request, response) -> response.getOutputStream().write(new byte[BOUND + 1]));
        String key = key();

        assertSentInFullAndRefused("/long", key, site.send(site.post("/long", key)), BOUND + 1);
        assertThat(once((request, response) -> response.getOutputStream().write(new byte[BOUND]))
                        .body())
                .hasSize(BOUND);
    }

    @Test
    @Clause("H-13")
    void a_hundred_megabytes_pass_through_in_bounded_memory() {
        byte[] chunk = new byte[64 * 1024];
        int chunks = 1600;
        site.on("/huge", (request, response) -> {
            for (int i = 0; i < chunks; i++) {
                response.getOutputStream().write(chunk);
            }
        });
        String key = key();
        long read;
        try (InputStream in = site.stream(site.post("/huge", key))) {
            byte[] into = new byte[chunk.length];
            read = 0;
            for (int n = in.read(into); n >= 0; n = in.read(into)) {
                read += n;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }

        assertThat(read).isEqualTo((long) chunks * chunk.length);
        Awaitility.await()
                .untilAsserted(
                        () -> assertProblem(site.send(site.post("/huge", key)), 409, "idempotency_result_unavailable"));
        assertThat(site.runs("/huge")).isEqualTo(1);
    }

    @Test
    @Clause({"H-13", "H-19"})
    void events_reach_the_client_while_they_are_written() throws IOException {
        CountDownLatch read = new CountDownLatch(1);
        site.on("/events", (request, response) -> {
            response.setContentType("text/event-stream");
            AsyncContext context = request.startAsync();
            context.start(() -> {
                try {
                    context.getResponse().getWriter().print("data: 1\n\n");
                    context.getResponse().flushBuffer();
                    await(read);
                    context.getResponse().getWriter().print("data: 2\n\n");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                context.complete();
            });
        });
        String key = key();
        try (Socket socket = new Socket("localhost", site.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write(RawClient.head("POST", "/events", Site.KEY + ": " + key, "Content-Length: 0"));
            RawClient.readUntil(socket.getInputStream(), "data: 1\n\n");
            read.countDown();
            RawClient.readUntil(socket.getInputStream(), "data: 2\n\n");
        }
        Awaitility.await()
                .untilAsserted(() ->
                        assertProblem(site.send(site.post("/events", key)), 409, "idempotency_result_unavailable"));
        assertThat(site.runs("/events")).isEqualTo(1);
    }

    @Test
    @Clause({"H-13", "H-19"})
    void output_without_blocking_passes_through() {
        site.on("/ready", (request, response) -> {
            AsyncContext context = request.startAsync();
            ServletOutputStream out = response.getOutputStream();
            out.setWriteListener(new WriteListener() {
                private int left = 3;

                @Override
                public void onWritePossible() throws IOException {
                    while (out.isReady()) {
                        if (left-- == 0) {
                            context.complete();
                            return;
                        }
                        out.write(new byte[1000]);
                    }
                }

                @Override
                public void onError(Throwable failure) {
                    context.complete();
                }
            });
        });
        String key = key();

        assertSentInFullAndRefused("/ready", key, site.send(site.post("/ready", key)), 3000);
    }

    @Test
    @Clause({"H-04", "H-06"})
    void a_client_that_goes_before_the_answer_finds_it_when_it_comes_back() throws IOException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        site.on("/left", (request, response) -> {
            entered.countDown();
            await(gone);
            response.getOutputStream().write(new byte[BOUND]);
        });
        String key = key();
        try (Socket socket = new Socket("localhost", site.port())) {
            socket.setSoLinger(true, 0);
            socket.getOutputStream().write(RawClient.head("POST", "/left", Site.KEY + ": " + key, "Content-Length: 0"));
            await(entered);
        }
        gone.countDown();

        Awaitility.await().untilAsserted(() -> {
            HttpResponse<byte[]> replay = site.send(site.post("/left", key));
            assertThat(replay.statusCode()).isEqualTo(200);
            assertThat(replay.body()).hasSize(BOUND);
        });
        assertThat(site.runs("/left")).isEqualTo(1);
    }

    @Test
    @Clause("H-13")
    void a_client_that_goes_while_it_is_written_to_leaves_a_request_that_was_done() throws IOException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        site.on("/endless", (request, response) -> {
            try {
                while (true) {
                    response.getOutputStream().write(new byte[BOUND]);
                }
            } catch (IOException e) {
                thrown.set(e);
                throw e;
            }
        });
        String key = key();
        try (Socket socket = new Socket("localhost", site.port())) {
            socket.setSoLinger(true, 0);
            socket.getOutputStream()
                    .write(RawClient.head("POST", "/endless", Site.KEY + ": " + key, "Content-Length: 0"));
            RawClient.readUntil(socket.getInputStream(), "\r\n\r\n");
        }

        Awaitility.await().until(() -> thrown.get() != null);
        Awaitility.await()
                .untilAsserted(() ->
                        assertProblem(site.send(site.post("/endless", key)), 409, "idempotency_result_unavailable"));
        assertThat(site.runs("/endless")).isEqualTo(1);
    }

    @Test
    @Clause("H-09")
    void an_exception_after_part_of_a_long_answer_was_sent_is_stored_as_one() {
        site.on("/breaks", (request, response) -> {
            response.getOutputStream().write(new byte[BOUND * 2]);
            throw new IllegalStateException();
        });
        String key = key();
        try {
            site.send(site.post("/breaks", key));
        } catch (UncheckedIOException e) {
            // the connection was cut, as it would be without the filter
        }

        assertProblem(site.send(site.post("/breaks", key)), 500, "idempotency_execution_failed");
        assertThat(site.runs("/breaks")).isEqualTo(1);
    }
}
