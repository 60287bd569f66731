package io.idem4j.examples.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The template deploys what the tests run, with the times of docs/lambda.md. */
class TemplateTest {
    private static final Path POLICY = Path.of(
            "..", "..", "stores", "dynamodb", "src", "test", "resources", "io", "idem4j", "dynamodb", "policy.json");

    private final JsonMapper json = new JsonMapper();
    private final JsonNode template =
            json.valueToTree(new Yaml().<Object>load(Files.readString(Path.of("template.yaml"))));
    private final JsonNode resources = template.get("Resources");

    TemplateTest() throws IOException {}

    private List<JsonNode> ofType(String type) {
        return resources
                .valueStream()
                .filter(resource -> resource.get("Type").asString().equals(type))
                .toList();
    }

    private List<JsonNode> queueEvents() {
        return ofType("AWS::Serverless::Function").stream()
                .flatMap(function -> function.at("/Properties/Events").valueStream())
                .filter(event -> event.get("Type").asString().equals("SQS"))
                .map(event -> event.get("Properties"))
                .toList();
    }

    @Test
    void every_function_names_a_handler_that_there_is() throws Exception {
        assertThat(ofType("AWS::Serverless::Function")).hasSize(3);
        for (JsonNode function : ofType("AWS::Serverless::Function")) {
            String[] handler = function.at("/Properties/Handler").asString().split("::");
            assertThat(RequestHandler.class).isAssignableFrom(Class.forName(handler[0]));
            assertThat(handler[1]).isEqualTo("handleRequest");
        }
    }

    @Test
    void the_table_of_records_is_one_that_the_store_can_use() {
        JsonNode table = resources.at("/Records/Properties");
        assertThat(table.get("KeySchema").toString()).isEqualTo("[{\"AttributeName\":\"id\",\"KeyType\":\"HASH\"}]");
        assertThat(table.get("AttributeDefinitions").toString())
                .isEqualTo("[{\"AttributeName\":\"id\",\"AttributeType\":\"S\"}]");
        assertThat(table.get("TimeToLiveSpecification").toString())
                .isEqualTo("{\"AttributeName\":\"expiration\",\"Enabled\":true}");
        assertThat(template.at("/Globals/Function/Environment/Variables/IDEM4J_TABLE/Ref")
                        .asString())
                .isEqualTo("Records");
    }

    @Test
    void the_role_may_do_with_the_records_what_the_store_s_policy_lists() throws IOException {
        JsonNode listed = json.readTree(Files.readString(POLICY)).at("/Statement/0/Action");
        JsonNode granted = resources.at("/UseTables/Properties/PolicyDocument/Statement/0");
        assertThat(granted.get("Action")).isEqualTo(listed);
        assertThat(granted.at("/Resource/Fn::GetAtt/0").asString()).isEqualTo("Records");
    }

    @Test
    void every_queue_reports_single_messages_and_hides_them_for_six_timeouts_and_the_window() {
        int timeout = template.at("/Globals/Function/Timeout").asInt();
        assertThat(queueEvents()).hasSize(2);
        for (JsonNode event : queueEvents()) {
            JsonNode queue =
                    resources.get(event.at("/Queue/Fn::GetAtt/0").asString()).get("Properties");
            assertThat(event.get("FunctionResponseTypes").toString()).isEqualTo("[\"ReportBatchItemFailures\"]");
            assertThat(queue.get("VisibilityTimeout").asInt())
                    .isEqualTo(6 * timeout
                            + event.get("MaximumBatchingWindowInSeconds").asInt());
            assertThat(queue.at("/RedrivePolicy/maxReceiveCount").asInt()).isGreaterThanOrEqualTo(5);
            String dead =
                    queue.at("/RedrivePolicy/deadLetterTargetArn/Fn::GetAtt/0").asString();
            assertThat(resources.get(dead).get("Type").asString()).isEqualTo("AWS::SQS::Queue");
        }
    }

    @Test
    void the_guide_s_arithmetic_is_that_of_the_template() throws IOException {
        int timeout = template.at("/Globals/Function/Timeout").asInt();
        int window = queueEvents().get(0).get("MaximumBatchingWindowInSeconds").asInt();
        int visibility = resources.at("/ToShip/Properties/VisibilityTimeout").asInt();
        int receipts =
                resources.at("/ToShip/Properties/RedrivePolicy/maxReceiveCount").asInt();
        assertThat(Files.readString(Path.of("..", "..", "docs", "lambda.md")))
                .contains("T = " + timeout + " s, W = " + window + " s, n = " + receipts)
                .contains("| 6 T + W | " + visibility + " s |")
                .contains("| T + W + 1 s | " + (timeout + window + 1) + " s |")
                .contains("| at most T + 1 s | " + (timeout + 1) + " s |")
                .contains("| V - T - W - 1 s at least | " + (visibility - timeout - window - 1) + " s |")
                .contains("| n V | " + receipts * visibility + " s |")
                .contains("| 1, n - 1 | 1, " + (receipts - 1) + " |");
    }
}
