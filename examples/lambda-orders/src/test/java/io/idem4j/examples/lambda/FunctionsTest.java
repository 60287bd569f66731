package io.idem4j.examples.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.examples.lambda.Events.Message;
import io.idem4j.examples.lambda.LocalRuntime.Answer;
import io.idem4j.examples.lambda.LocalRuntime.Kind;
import io.idem4j.tck.Clause;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.testtools.DynamoFront.Reaction;
import io.idem4j.testtools.DynamoFront.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The functions in processes of their own, run by AWS's runtime interface client. */
@NeedsProgram({"node", "npm"})
class FunctionsTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final LocalShop shop = new LocalShop();

    @AfterEach
    void end() {
        shop.close();
    }

    private int count(String order, String what) {
        AttributeValue counter = shop.client
                .getItem(request -> request.tableName(shop.orders)
                        .key(Map.of("id", AttributeValue.fromS(order)))
                        .consistentRead(true))
                .item()
                .get(what);
        return counter == null ? 0 : Integer.parseInt(counter.n());
    }

    private boolean isEffect(Request request, String order) {
        return request.operation().equals("UpdateItem")
                && request.body().contains(shop.orders)
                && request.body().contains("\"" + order + "\"");
    }

    private static List<String> failures(Answer answer) {
        assertThat(answer.kind()).as(answer.body()).isEqualTo(Kind.RESPONSE);
        return JSON.readTree(answer.body())
                .get("batchItemFailures")
                .valueStream()
                .map(failure -> failure.get("itemIdentifier").asString())
                .toList();
    }

    @Test
    @Clause("L-04")
    void of_ten_messages_with_three_duplicates_and_two_failures_five_run_once_and_two_come_again() throws Exception {
        LocalRuntime ship = shop.start(ShipFunction.class);
        Predicate<Request> failing = request -> isEffect(request, "x") || isEffect(request, "y");
        shop.front.react(request -> failing.test(request) ? Reaction.DENY : Reaction.FORWARD);
        Message[] ten = {
            new Message("m0", "a"), new Message("m1", "b"), new Message("m2", "a"), new Message("m3", "c"),
            new Message("m4", "x"), new Message("m5", "b"), new Message("m6", "d"), new Message("m7", "y"),
            new Message("m8", "e"), new Message("m9", "c")
        };
        assertThat(failures(ship.invoke(Events.queue(ten), TIMEOUT))).containsExactly("m4", "m7");
        assertThat(List.of("a", "b", "c", "d", "e", "x", "y"))
                .extracting(order -> count(order, "shipped"))
                .containsExactly(1, 1, 1, 1, 1, 0, 0);
        shop.front.react(request -> Reaction.FORWARD);
        assertThat(failures(ship.invoke(Events.queue(ten), TIMEOUT))).isEmpty();
        assertThat(List.of("a", "b", "c", "d", "e", "x", "y"))
                .extracting(order -> count(order, "shipped"))
                .containsOnly(1);
    }

    @Test
    @Clause("L-09")
    void an_order_of_an_api_is_placed_once_and_its_response_replayed() throws Exception {
        LocalRuntime place = shop.start(PlaceFunction.class);
        JsonNode first = response(place.invoke(Events.request("k1", "a", 2), TIMEOUT));
        JsonNode again = response(place.invoke(Events.request("k1", "a", 2), TIMEOUT));
        assertThat(first.get("statusCode").asInt()).isEqualTo(201);
        assertThat(again.get("statusCode").asInt()).isEqualTo(201);
        assertThat(again.get("body")).isEqualTo(first.get("body"));
        assertThat(again.at("/multiValueHeaders/Location/0").asString("")).isEqualTo("/orders/a");
        assertThat(again.at("/multiValueHeaders/Idempotent-Replayed/0").asString(""))
                .isEqualTo("true");
        assertThat(response(place.invoke(Events.request("k1", "a", 3), TIMEOUT))
                        .get("statusCode")
                        .asInt())
                .isEqualTo(422);
        assertThat(count("a", "placed")).isEqualTo(1);
        Answer broken = place.invoke(Events.request("k2", "b", 0), TIMEOUT);
        assertThat(broken.kind()).isEqualTo(Kind.ERROR);
        assertThat(response(place.invoke(Events.request("k2", "b", 0), TIMEOUT))
                        .get("statusCode")
                        .asInt())
                .isEqualTo(500);
    }

    @Test
    @Clause("L-03")
    void a_raw_event_is_taken_once_and_its_duplicate_gets_the_same_bytes() throws Exception {
        LocalRuntime raw = shop.start(OtherFunctions.Raw.class);
        Answer first = raw.invoke("{\"id\":\"a\",\"item\":\"book\",\"quantity\":2}", TIMEOUT);
        Answer again = raw.invoke("{ \"quantity\": 2, \"id\": \"a\", \"item\": \"book\" }", TIMEOUT);
        assertThat(first).isEqualTo(new Answer(Kind.RESPONSE, "\"tä\""));
        assertThat(again).isEqualTo(first);
        assertThat(count("a", "taken")).isEqualTo(1);
        assertThat(raw.invoke("{\"id\":", TIMEOUT).kind()).isEqualTo(Kind.ERROR);
    }

    @Test
    @Clause("L-09")
    void an_order_of_an_http_api_is_placed_once_and_its_response_replayed() throws Exception {
        LocalRuntime place = shop.start(OtherFunctions.Http.class);
        JsonNode first = response(place.invoke(Events.request2("k1", "a"), TIMEOUT));
        JsonNode again = response(place.invoke(Events.request2("k1", "a"), TIMEOUT));
        for (JsonNode each : List.of(first, again)) {
            assertThat(each.get("statusCode").asInt()).isEqualTo(201);
            assertThat(each.get("isBase64Encoded").asBoolean()).isTrue();
            assertThat(each.get("body").asString()).isEqualTo("//8=");
        }
        assertThat(first.at("/cookies/0").asString("")).isEqualTo("session=1");
        assertThat(again.at("/headers/Idempotent-Replayed").asString("")).isEqualTo("true");
        assertThat(count("a", "placed")).isEqualTo(1);
    }

    @Test
    @Clause("L-09")
    void an_order_that_comes_by_a_load_balancer_is_placed_once_and_its_response_replayed() throws Exception {
        LocalRuntime place = shop.start(OtherFunctions.Balanced.class);
        place.invoke(Events.balanced("k1", "a"), TIMEOUT);
        JsonNode again = response(place.invoke(Events.balanced("k1", "a"), TIMEOUT));
        assertThat(again.get("statusCode").asInt()).isEqualTo(201);
        assertThat(again.get("statusDescription").asString()).startsWith("201 ");
        assertThat(again.get("isBase64Encoded").asBoolean()).isFalse();
        assertThat(again.at("/multiValueHeaders/Location/0").asString("")).isEqualTo("/orders");
        assertThat(again.at("/multiValueHeaders/Idempotent-Replayed/0").asString(""))
                .isEqualTo("true");
        assertThat(count("a", "placed")).isEqualTo(1);
    }

    @Test
    @Clause("L-07")
    void orders_of_a_kinesis_shard_are_shipped_once_and_data_that_is_no_text_holds_it_up() throws Exception {
        LocalRuntime ship = shop.start(OtherFunctions.Kinesis.class);
        assertThat(failures(ship.invoke(Events.kinesis("a", "b", "a", "", "c"), TIMEOUT)))
                .containsExactly("S4");
        assertThat(failures(ship.invoke(Events.kinesis("a", "b", "c"), TIMEOUT)))
                .isEmpty();
        assertThat(List.of("a", "b", "c"))
                .extracting(order -> count(order, "shipped"))
                .containsOnly(1);
    }

    @Test
    @Clause("L-07")
    void orders_of_a_tables_stream_are_shipped_once_and_one_that_fails_holds_it_up() throws Exception {
        LocalRuntime ship = shop.start(OtherFunctions.Table.class);
        shop.front.react(request -> isEffect(request, "b") ? Reaction.DENY : Reaction.FORWARD);
        assertThat(failures(ship.invoke(Events.table("a", "b", "c"), TIMEOUT))).containsExactly("S2");
        shop.front.react(request -> Reaction.FORWARD);
        assertThat(failures(ship.invoke(Events.table("a", "b", "c"), TIMEOUT))).isEmpty();
        assertThat(List.of("a", "b", "c"))
                .extracting(order -> count(order, "shipped"))
                .containsOnly(1);
    }

    private static JsonNode response(Answer answer) {
        assertThat(answer.kind()).as(answer.body()).isEqualTo(Kind.RESPONSE);
        return JSON.readTree(answer.body());
    }

    @Test
    @Clause({"L-01", "L-02"})
    void an_order_whose_process_was_ended_at_its_deadline_is_shipped_by_the_next_delivery() throws Exception {
        endAtDeadline(ShipFunction.class);
        LocalRuntime next = shop.start(ShipFunction.class);
        assertThat(awaitFailures(next, List.of())).isEmpty();
        assertThat(count("a", "shipped")).isEqualTo(1);
    }

    @Test
    @Clause({"L-01", "L-02"})
    void at_most_once_an_order_whose_process_was_ended_is_in_doubt_for_every_later_delivery() throws Exception {
        endAtDeadline(ChargeFunction.class);
        LocalRuntime next = shop.start(ChargeFunction.class);
        long lapsed = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        do {
            assertThat(failures(next.invoke(Events.queue(new Message("m1", "a")), TIMEOUT)))
                    .containsExactly("m1");
        } while (System.nanoTime() < lapsed);
        assertThat(count("a", "charged")).isZero();
        assertThat(item().get("status").s()).isEqualTo("INPROGRESS");
    }

    /**
     * An invocation of 3 s whose effect is under way when it is ended; the effect itself is lost with the process, which has
     * answered before, so that the 3 s need not be enough for its start.
     */
    private void endAtDeadline(Class<?> function) throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        CompletableFuture<Void> underWay = new CompletableFuture<>();
        shop.front.react(request -> {
            if (!isEffect(request, "a") || ended.getCount() == 0) {
                return Reaction.FORWARD;
            }
            underWay.complete(null);
            await(ended);
            return Reaction.LOSE_REQUEST;
        });
        LocalRuntime first = shop.start(function);
        assertThat(failures(first.invoke(Events.queue(new Message("m0", "before")), TIMEOUT)))
                .isEmpty();
        long before = System.currentTimeMillis();
        Answer answer = first.invoke(Events.queue(new Message("m1", "a")), Duration.ofSeconds(3));
        ended.countDown();
        assertThat(underWay).isDone();
        assertThat(answer.kind()).isEqualTo(Kind.ENDED);
        long lease = Long.parseLong(item().get("in_progress_expiration").n());
        assertThat(lease).isBetween(before, System.currentTimeMillis());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Map<String, AttributeValue> item() {
        return shop.client.scan(request -> request.tableName(shop.records)).items().stream()
                .filter(record -> record.get("status").s().equals("INPROGRESS"))
                .findFirst()
                .orElseThrow();
    }

    /** Delivers the message again until it is done; until its record has lapsed it is reported. */
    private static List<String> awaitFailures(LocalRuntime runtime, List<String> expected) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        List<String> failures;
        do {
            failures = failures(runtime.invoke(Events.queue(new Message("m1", "a")), TIMEOUT));
        } while (!failures.equals(expected) && System.nanoTime() < end);
        return failures;
    }

    @Test
    @Clause("L-12")
    void processes_that_get_the_same_orders_at_once_ship_each_once() throws Exception {
        List<LocalRuntime> both = List.of(shop.start(ShipFunction.class), shop.start(ShipFunction.class));
        List<CompletableFuture<Void>> deliveries = new ArrayList<>();
        for (LocalRuntime runtime : both) {
            deliveries.add(CompletableFuture.runAsync(() -> deliver(runtime)));
        }
        for (CompletableFuture<Void> each : deliveries) {
            each.join();
        }
        for (int number = 0; number < 10; number++) {
            assertThat(count("o" + number, "shipped")).isEqualTo(1);
        }
    }

    private static void deliver(LocalRuntime runtime) {
        Message[] messages = new Message[10];
        for (int number = 0; number < messages.length; number++) {
            messages[number] = new Message("m" + number, "o" + number);
        }
        try {
            for (int delivery = 0; delivery < 20; delivery++) {
                if (failures(runtime.invoke(Events.queue(messages), TIMEOUT)).isEmpty()) {
                    return;
                }
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("still reported after 20 deliveries");
    }

    @Test
    @Clause({"L-08", "L-10"})
    void a_function_without_its_table_does_not_start_and_says_why() throws Exception {
        try (LocalRuntime runtime = new LocalRuntime(ShipFunction.class, Map.of("ORDERS_TABLE", shop.orders))) {
            Answer answer = runtime.invoke(Events.queue(), TIMEOUT);
            assertThat(answer.kind()).isEqualTo(Kind.ERROR);
            assertThat(answer.body()).contains("IDEM4J_TABLE");
        }
    }
}
