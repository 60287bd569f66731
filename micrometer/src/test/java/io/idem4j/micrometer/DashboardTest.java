package io.idem4j.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.IdempotencyListener.Event;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.tck.Clause;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard asks for what a scrape of every meter has, and for all of it. */
class DashboardTest extends MetersBase {
    private static final Path DASHBOARD = Path.of("..", "docs", "grafana", "idempotency.json");
    private static final Pattern SELECTION = Pattern.compile("\\b(idempotency_[a-z_]+)(?:\\{([^}]*)})?");
    private static final Pattern MATCHER = Pattern.compile("([a-z_]+)=~?\"([^\"]*)\"");
    private static final Pattern BY = Pattern.compile("by \\(([^)]*)\\)");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(idempotency_[a-z_]+)(?:\\{([^}]*)})? ");

    private static final Set<String> NAMES = new HashSet<>();
    private static final Set<String> LABELS = new HashSet<>();
    /** As {@code label=value}. */
    private static final Set<String> VALUES = new HashSet<>();

    private static final List<String> EXPRESSIONS = JsonMapper.shared()
            .readTree(DASHBOARD.toFile())
            .get("panels")
            .valueStream()
            .flatMap(panel -> panel.get("targets").valueStream())
            .map((JsonNode target) -> target.get("expr").asString())
            .toList();

    @BeforeAll
    static void scrape() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        IdempotencyMeters meters = new IdempotencyMeters(registry);
        for (Kind kind : Kind.values()) {
            meters.onEvent(new Event(kind, KEY, 1, Duration.ofMillis(20), null));
        }
        new UnsettledGauges(limit -> List.of(), record -> false).bindTo(registry);
        Matcher sample = SAMPLE.matcher(registry.scrape());
        while (sample.find()) {
            NAMES.add(sample.group(1));
            if (sample.group(2) != null) {
                Matcher label = MATCHER.matcher(sample.group(2));
                while (label.find()) {
                    LABELS.add(label.group(1));
                    VALUES.add(label.group(1) + "=" + label.group(2));
                }
            }
        }
    }

    @Test
    @Clause({"M-01", "M-02", "M-03"})
    void every_name_label_and_value_that_it_asks_for_is_there() {
        assertThat(EXPRESSIONS).hasSizeGreaterThan(8).allSatisfy(expression -> {
            Matcher selection = SELECTION.matcher(expression);
            assertThat(selection.results()).isNotEmpty();
            selection.reset();
            while (selection.find()) {
                assertThat(NAMES).contains(selection.group(1));
                assertMatchersExist(selection.group(2) == null ? "" : selection.group(2));
            }
            BY.matcher(expression)
                    .results()
                    .flatMap(by -> List.of(by.group(1).split(", ")).stream())
                    .forEach(label -> assertThat(LABELS).contains(label));
        });
    }

    private static void assertMatchersExist(String matchers) {
        Matcher matcher = MATCHER.matcher(matchers);
        while (matcher.find()) {
            assertThat(LABELS).contains(matcher.group(1));
            for (String value : matcher.group(2).split("\\|")) {
                if (!value.startsWith("$")) {
                    assertThat(VALUES).contains(matcher.group(1) + "=" + value);
                }
            }
        }
    }

    @Test
    void every_event_and_outcome_is_on_a_panel_or_in_a_sum() {
        String all = String.join("\n", EXPRESSIONS);
        Set<String> missing = new TreeSet<>();
        for (String value : VALUES) {
            String name = value.substring(value.indexOf('=') + 1);
            if (!value.startsWith("outcome=") && !value.startsWith("operation=") && !all.contains(name)) {
                missing.add(value);
            }
        }

        assertThat(missing).isEmpty();
        assertThat(all).contains("sum by (outcome)");
    }
}
