package io.idem4j.servlet;

import static io.idem4j.servlet.FilterClauses.key;
import static io.idem4j.servlet.RawClient.head;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.Clause;
import io.idem4j.tck.Tier;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Random requests and answers, each sent twice: the second is the first, byte for byte. */
abstract class RandomExchanges {
    private static final int EXCHANGES = Tier.size(500); // on each of two containers
    private static final int[] STATUSES = {200, 201, 202, 204, 206, 300, 303, 304, 400, 404, 409, 410, 422, 500, 502};
    private static final List<String> NAMES = List.of(
            "Content-Language", "Content-Disposition", "Location", "ETag", "Cache-Control", "Link", "X-Never-Kept");

    private final Container.Kind kind;

    RandomExchanges(Container.Kind kind) {
        this.kind = kind;
    }

    private record Planned(int status, Map<String, List<String>> headers, byte[] body, int way, int chunk) {
        static Planned of(Random random) {
            int status = STATUSES[random.nextInt(STATUSES.length)];
            Map<String, List<String>> headers = new TreeMap<>();
            for (String name : NAMES) {
                if (random.nextInt(3) == 0) {
                    List<String> values = new ArrayList<>();
                    for (int i = name.equals("Link") ? random.nextInt(3) : 0; i >= 0; i--) {
                        values.add(i + word(random)); // Tomcat tells equal values of one header once
                    }
                    headers.put(name, values);
                }
            }
            if (random.nextBoolean()) {
                headers.put(
                        "Content-Type",
                        List.of(random.nextBoolean() ? "application/octet-stream" : "text/plain; charset=utf-8"));
            }
            byte[] body = new byte[random.nextInt(4) == 0 ? random.nextInt(60_000) : random.nextInt(300)];
            random.nextBytes(body);
            if (random.nextInt(4) == 0) {
                body = zipped(body);
                headers.put("Content-Encoding", List.of("gzip"));
            } else if (random.nextInt(3) == 0) {
                body = word(random).getBytes(UTF_8);
            } else if (random.nextInt(4) == 0) {
                body = new byte[0];
            }
            return new Planned(status, headers, body, random.nextInt(4), 1 + random.nextInt(5000));
        }

        private static String word(Random random) {
            StringBuilder word = new StringBuilder("w");
            for (int i = random.nextInt(20); i > 0; i--) {
                word.append((char) ('!' + random.nextInt(94)));
            }
            return word.toString();
        }

        private static byte[] zipped(byte[] body) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
                zip.write(body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return out.toByteArray();
        }

        void answer(HttpServletResponse response) throws IOException {
            response.setStatus(status);
            headers.forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
            OutputStream out = response.getOutputStream();
            for (int at = 0; at < body.length; at += chunk) {
                out.write(body, at, Math.min(chunk, body.length - at));
                if (way == 1) {
                    response.flushBuffer();
                }
            }
        }
    }

    @Test
    @Clause({"H-04", "H-06", "H-14"})
    void are_replayed_byte_for_byte() throws IOException {
        try (Site site = new Site(kind)) {
            for (int i = 0; i < EXCHANGES; i++) {
                Random random = new Random(i);
                Planned planned = Planned.of(random);
                byte[] body = new byte[random.nextInt(5) == 0 ? random.nextInt(50_000) : random.nextInt(50)];
                random.nextBytes(body);
                String path = "/x" + i;
                site.on(path, (request, response) -> {
                    assertThat(request.getInputStream().readAllBytes()).isEqualTo(body);
                    if (planned.way() == 2) {
                        AsyncContext context = request.startAsync();
                        context.start(() -> {
                            try {
                                planned.answer((HttpServletResponse) context.getResponse());
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                            context.complete();
                        });
                    } else {
                        planned.answer(response);
                    }
                });
                String key = key();
                boolean chunked = random.nextBoolean();
                RawClient.Answer first = raw(site, path, key, body, chunked);
                RawClient.Answer raw = raw(site, path, key, body, !chunked);
                HttpResponse<byte[]> jdk =
                        site.send(site.request(path).header(Site.KEY, key).POST(BodyPublishers.ofByteArray(body)));

                assertThat(first.status()).as("exchange %d", i).isEqualTo(planned.status());
                boolean bodiless = planned.status() == 204 || planned.status() == 304;
                assertThat(first.body()).as("exchange %d", i).isEqualTo(bodiless ? new byte[0] : planned.body());
                assertThat(raw.status()).isEqualTo(first.status());
                assertThat(raw.body()).isEqualTo(first.body());
                assertThat(jdk.statusCode()).isEqualTo(first.status());
                assertThat(jdk.body()).isEqualTo(first.body());
                for (String name : List.of(
                        "Content-Type",
                        "Content-Encoding",
                        "Content-Language",
                        "Content-Disposition",
                        "Location",
                        "ETag",
                        "Cache-Control",
                        "Link")) {
                    List<String> sent = first.headers().getOrDefault(name, List.of());
                    assertThat(raw.headers().getOrDefault(name, List.of()))
                            .as("%d %s", i, name)
                            .isEqualTo(sent);
                    assertThat(jdk.headers().allValues(name))
                            .as("%d %s", i, name)
                            .isEqualTo(sent);
                }
                assertThat(raw.headers()).containsKey("Idempotent-Replayed").doesNotContainKey("X-Never-Kept");
                assertThat(site.runs(path)).isEqualTo(1);
            }
        }
    }

    private static RawClient.Answer raw(Site site, String path, String key, byte[] body, boolean chunked)
            throws IOException {
        return chunked
                ? RawClient.exchange(
                        site.port(),
                        head("POST", path, Site.KEY + ": " + key, "Transfer-Encoding: chunked"),
                        RawClient.chunked(body, 4000))
                : RawClient.exchange(
                        site.port(), head("POST", path, Site.KEY + ": " + key, "Content-Length: " + body.length), body);
    }
}
