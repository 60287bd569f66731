package io.idem4j.examples.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.examples.lambda.LocalRuntime.Answer;
import io.idem4j.examples.lambda.LocalRuntime.Kind;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.testtools.Worker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The command with which docs/lambda.md sends events by hand. */
@NeedsProgram({"node", "npm"})
class SendEventsTest {
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private static String[] documented() throws Exception {
        Matcher command = Pattern.compile("^mvn .* -Dsend=\"(.+)\"$", Pattern.MULTILINE)
                .matcher(Files.readString(Path.of("..", "..", "docs", "lambda.md")));
        assertThat(command.find()).isTrue();
        return command.group(1).split(" ");
    }

    @Test
    void what_is_documented_places_an_order_once_and_prints_its_replay() throws Exception {
        assertThat(Files.readString(Path.of("pom.xml")))
                .contains("%classpath " + SendEvents.class.getName() + " ${send}");
        List<String> said;
        try (Worker worker = Worker.start(SendEvents.class, documented())) {
            said = worker.awaitEnd(LONGEST);
        }
        assertThat(said).hasSize(4);
        assertThat(said.get(0))
                .startsWith("events/place.json: RESPONSE {")
                .contains("201")
                .doesNotContain("Replayed");
        assertThat(said.get(2))
                .startsWith("events/place.json: RESPONSE {")
                .contains("201", "\"Idempotent-Replayed\":[\"true\"]");
        assertThat(said.get(1)).isEqualTo(said.get(3)).contains("{17 placed=1}");
    }

    @Test
    void the_other_sample_is_a_batch_of_a_queue() throws Exception {
        try (LocalShop shop = new LocalShop()) {
            LocalRuntime ship = shop.start(ShipFunction.class);
            Answer answer = ship.invoke(Files.readString(Path.of("events", "ship.json")), LONGEST);
            assertThat(answer).isEqualTo(new Answer(Kind.RESPONSE, "{\"batchItemFailures\":[]}"));
            assertThat(shop.effects()).hasToString("{17 shipped=1, 18 shipped=1}");
        }
    }
}
