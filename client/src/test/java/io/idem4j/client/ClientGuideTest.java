package io.idem4j.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.NeedsProgram;
import io.idem4j.testtools.ScriptedServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What docs/client.md shows. */
class ClientGuideTest {
    private final ScriptedServer server = new ScriptedServer();
    private final List<String> log = new ArrayList<>();

    @AfterEach
    void end() {
        server.close();
    }

    @Test
    void an_order_is_sent_until_there_is_an_answer() throws Exception {
        server.thenNothing().then(503).then(201);
        String order = "{\"id\":17}";

        // region send
        IdempotentHttpClient client = IdempotentHttpClient.on(
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build());

        IdempotentRequest request = client.prepare(HttpRequest.newBuilder(server.uri())
                .timeout(Duration.ofSeconds(5))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(order))
                .build());
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        // endregion

        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(server.keys()).hasSize(3).containsOnly(request.key());
    }

    @Test
    void settings() throws Exception {
        server.then(503).then(201);

        // region settings
        ClientPolicy policy = ClientPolicy.defaults()
                .keyPrefix("shop-")
                .maxAttempts(8)
                .within(Duration.ofMinutes(2))
                .backoff(Duration.ofMillis(100), Duration.ofSeconds(10))
                .listener(retry -> log.add(retry.toString()));
        IdempotentHttpClient client = IdempotentHttpClient.on(HttpClient.newHttpClient(), policy);
        // endregion

        // region own-key
        IdempotentRequest request = client.prepare(
                HttpRequest.newBuilder(server.uri())
                        .POST(BodyPublishers.noBody())
                        .build(),
                "order-17-payment");
        // endregion
        assertThat(client.sendAsync(request, BodyHandlers.discarding())
                        .get(1, TimeUnit.MINUTES)
                        .statusCode())
                .isEqualTo(201);
        assertThat(server.keys()).containsOnly("shop-order-17-payment");
        assertThat(log).singleElement().asString().startsWith("attempt 1 of POST to localhost: NOT_NOW 503, again in ");
    }

    @Test
    @NeedsProgram("node")
    void the_same_with_fetch() throws Exception {
        server.thenNothing()
                .thenProblem(409, "idempotency_request_in_progress", Map.of("Retry-After", "0"))
                .then(503)
                .then(201)
                .thenProblem(409, "idempotency_outcome_unknown", Map.of());

        assertThat(fetched()).isEqualTo("201 status 201");
        assertThat(server.keys()).hasSize(4);
        assertThat(Set.copyOf(server.keys())).hasSize(1);
        assertThat(server.bodies()).containsOnly("{\"id\":17}");
        assertThat(fetched()).startsWith("409");
        assertThat(server.keys()).hasSize(5);
    }

    @Test
    @NeedsProgram("node")
    void what_its_caller_aborts_fetch_does_not_send_again() throws Exception {
        assertThat(node("""
                        const user = new AbortController();
                        let sent = 0;
                        globalThis.fetch = async (url, { signal }) => {
                          sent++;
                          user.abort();
                          signal.throwIfAborted();
                        };
                        const init = { method: 'POST', signal: user.signal };
                        await fetchOnce('http://none.invalid/', init, { firstWait: 1 })
                          .catch((failure) => console.log(failure.name, sent));
                        """)).isEqualTo("AbortError 1");
    }

    private String fetched() throws Exception {
        return node("const init = { method: 'POST', body: '{\"id\":17}' };\n"
                + "const response = await fetchOnce('" + server.uri() + "', init, { firstWait: 10 });\n"
                + "console.log(response.status, await response.text());");
    }

    private static String node(String lines) throws Exception {
        String script = ClientGuideTest.class.getResource("fetch-once.mjs").toString();
        Process node = new ProcessBuilder(
                        "node",
                        "--input-type=module",
                        "--eval",
                        "import { fetchOnce } from '" + script + "';\n" + lines)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(node.waitFor()).isZero();
        return said.strip();
    }
}
