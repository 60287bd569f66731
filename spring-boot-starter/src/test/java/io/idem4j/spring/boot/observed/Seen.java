package io.idem4j.spring.boot.observed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.idem4j.IdempotencyKey;
import io.idem4j.micrometer.IdempotencyMeters;
import io.idem4j.micrometer.IdempotencyObservations;
import io.idem4j.spring.boot.Http;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.test.simple.SimpleSpan;
import io.micrometer.tracing.test.simple.SimpleTracer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;

/** What an application tells of its calls, in four channels. */
final class Seen implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final String SERVER = "http post ";

    private final MeterRegistry meters;
    private final SimpleTracer tracer;
    private final Http http;
    private final Logger logger = ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("io.idem4j");
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    Seen(ApplicationContext application, Http http) {
        this.meters = application.getBean(MeterRegistry.class);
        this.tracer = (SimpleTracer) application.getBean(Tracer.class);
        this.http = http;
        logged.start();
        logger.addAppender(logged);
    }

    @Override
    public void close() {
        logger.detachAppender(logged);
    }

    /** Of a call that is to come. */
    Call before(String operation, String key) {
        return new Call(operation, key);
    }

    /** Between its begin and its end. */
    final class Call {
        private final String operation;
        private final String key;
        private final String id;
        private final Map<String, Double> countsBefore;
        private final int linesBefore = logged.list.size();
        private final List<SimpleSpan> spansBefore = List.copyOf(tracer.getSpans());
        private Map<String, Double> told = Map.of();
        private List<String> lines = List.of();
        private List<SimpleSpan> spans = List.of();

        private Call(String operation, String key) {
            this.operation = operation;
            this.key = key;
            this.id = IdempotencyKey.of(operation, key).toString();
            this.countsBefore = counts();
        }

        private Map<String, Double> counts() {
            Map<String, Double> counts = new TreeMap<>();
            for (String name : List.of(IdempotencyMeters.CALLS, IdempotencyMeters.EVENTS)) {
                for (Meter meter : meters.find(name)
                        .tag(IdempotencyMeters.OPERATION, operation)
                        .meters()) {
                    String tag =
                            name.equals(IdempotencyMeters.CALLS) ? IdempotencyMeters.OUTCOME : IdempotencyMeters.EVENT;
                    StreamSupport.stream(meter.measure().spliterator(), false)
                            .filter(each -> each.getStatistic() == Statistic.COUNT)
                            .forEach(each ->
                                    counts.put(name + " " + meter.getId().getTag(tag), each.getValue()));
                }
            }
            return counts;
        }

        /** It has ended: what it told is taken, before others tell more. */
        void after() {
            told = new TreeMap<>(counts());
            countsBefore.forEach((meter, count) -> told.computeIfPresent(meter, (same, now) -> now - count));
            told.values().removeIf(count -> count == 0);
            lines = logged.list.subList(linesBefore, logged.list.size()).stream()
                    .map(line -> line.getLevel() + " " + line.getFormattedMessage())
                    .toList();
            spans = tracer.getSpans().stream()
                    .filter(span -> spansBefore.stream().noneMatch(earlier -> earlier == span))
                    .toList();
            await().atMost(LONGEST)
                    .until(() -> spans.stream()
                            .allMatch(span -> span.getEndTimestamp().toEpochMilli() > 0));
        }

        void assertMeters(Case what) throws Exception {
            Map<String, Double> expected = new TreeMap<>(Map.of("idempotency.calls " + what.outcome, 1.0));
            what.events.forEach(event -> expected.merge("idempotency.events " + event, 1.0, Double::sum));
            assertThat(told).isEqualTo(expected);
            assertThat(http.send(
                                    "GET",
                                    "/actuator/metrics/idempotency.calls?tag=operation:" + operation.replace(" ", "%20")
                                            + "&tag=outcome:" + what.outcome,
                                    "")
                            .body())
                    .contains("\"statistic\":\"COUNT\"");
        }

        void assertSpan(Case what) {
            SimpleSpan span = span("idempotency " + operation);
            assertThat(span.getTags())
                    .containsEntry("operation", operation)
                    .containsEntry("outcome", what.outcome)
                    .containsEntry(IdempotencyObservations.KEY, id);
            assertThat(span.getParentId()).isEqualTo(span(SERVER + "/bean").getSpanId());
            assertThat(events(span)).containsExactlyElementsOf(eventsOf(what));
        }

        void assertEventsOfServerSpan(Case what) {
            assertThat(spans).noneMatch(span -> span.getName().startsWith("idempotency"));
            assertThat(events(span(SERVER + "/handler"))).containsExactlyElementsOf(eventsOf(what));
        }

        /** In the order in which they are logged. */
        private List<String> eventsOf(Case what) {
            return what.logged.stream()
                    .map(line -> "idempotency."
                            + line.substring(line.indexOf(' ') + 1).toLowerCase(java.util.Locale.ROOT))
                    .toList();
        }

        private List<String> events(SimpleSpan span) {
            return span.getEvents().stream()
                    .map(Map.Entry::getValue)
                    .filter(event -> event.startsWith("idempotency."))
                    .toList();
        }

        private SimpleSpan span(String name) {
            List<SimpleSpan> found =
                    spans.stream().filter(span -> span.getName().equals(name)).toList();
            assertThat(found).as(name + " of " + spans).hasSize(1);
            return found.get(0);
        }

        void assertLog(Case what) {
            List<String> ours = lines.stream()
                    .filter(line -> line.contains(" " + id + " attempt "))
                    .toList();
            assertThat(ours).hasSameSizeAs(what.logged);
            for (int i = 0; i < ours.size(); i++) {
                String failure =
                        what.logged.get(i).matches(".*(ERROR|UNRECORDED)") ? ": io.idem4j.StoreRejectedException" : "";
                assertThat(ours.get(i)).startsWith(what.logged.get(i) + " " + id + " attempt 1" + failure);
            }
        }

        void assertHttpLog(Case what) {
            assertThat(lines.stream().filter(line -> line.startsWith("WARN The handler ran for " + id)))
                    .hasSize(what == Case.FAILED_COMPLETION ? 1 : 0);
        }

        void assertRecord(String status, boolean lapsed) throws Exception {
            String body = http.send(
                            "POST",
                            "/actuator/idempotency",
                            "{\"action\":\"find\",\"scope\":\"" + operation + "\",\"key\":\"" + key + "\"}")
                    .body();
            assertThat(body)
                    .contains("\"id\":\"" + id + "\"", "\"status\":\"" + status + "\"", "\"lapsed\":" + lapsed)
                    .doesNotContain(key);
        }

        boolean isUnsettled() throws Exception {
            String body = http.send("GET", "/actuator/idempotency", "").body();
            assertThat(body).doesNotContain(key);
            return body.contains("\"id\":\"" + id + "\"");
        }

        void assertHealth(String status) throws Exception {
            assertThat(http.send("GET", "/actuator/health", "").body())
                    .contains("\"idempotency\":{\"details\":{\"store\":\"h2\"")
                    .containsPattern("\"idempotency\":\\{.*?\"status\":\"" + status + "\"");
        }

        void assertNothingTold(String... secrets) {
            List<String> all = new ArrayList<>(lines);
            spans.forEach(span -> all.add(span.getName() + span.getTags() + events(span)));
            meters.getMeters().forEach(meter -> all.add(meter.getId().toString()));
            assertThat(Stream.of(secrets))
                    .allSatisfy(secret -> assertThat(all).noneMatch(text -> text.contains(secret)));
        }
    }
}
