package io.idem4j.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.StoreException;
import io.idem4j.StoreRejectedException;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.DynamoFront.Reaction;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** What keys, tokens and results leave behind in failures: nothing (E-13); and what texts are refused. */
class SecretsTest extends OnDynamo {
    private static final String SENTINEL = "SENTINEL";
    private final IdempotencyKey secret = IdempotencyKey.of("orders", SENTINEL).forPrincipal(SENTINEL);
    private final Token token = new Token(SENTINEL);

    private ClaimRequest request(IdempotencyKey of, String owner, String fingerprint, String label) {
        return new ClaimRequest(of, token, owner, new Fingerprint(fingerprint), LEASE, KEEP, 1, label);
    }

    private static void assertTellsNothing(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        assertThat(text.toString()).doesNotContain(SENTINEL);
        assertThat(failure).isInstanceOf(StoreException.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Reaction.class,
            names = {"FORWARD", "FIND_NOTHING"},
            mode = EnumSource.Mode.EXCLUDE)
    @Clause("E-13")
    void a_failure_quotes_no_value(Reaction reaction) {
        front.quote(SENTINEL);
        try (DynamoDbClient few = Dynamo.clientOfFewRepeats(front.endpoint())) {
            DynamoDbStore failing = DynamoDbStore.builder(few, table()).build();
            front.react(request -> reaction);
            ClaimRequest claim = request(secret, SENTINEL, SENTINEL, SENTINEL);
            assertTellsNothing(catchThrowable(() -> failing.claim(claim)));
            assertTellsNothing(catchThrowable(() -> failing.complete(of(claim), done("\"" + SENTINEL + "\""))));
            assertTellsNothing(catchThrowable(() -> failing.release(of(claim))));
            assertTellsNothing(catchThrowable(() -> failing.find(secret)));
        }
    }

    @Test
    void the_sdk_itself_would_quote_what_the_service_says() {
        front.quote(SENTINEL);
        front.react(request -> Reaction.DENY);
        assertThat(catchThrowable(() -> client.getItem(
                        request -> request.tableName(table()).key(Map.of("id", AttributeValue.fromS(SENTINEL))))))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining(SENTINEL);
    }

    @Test
    @Clause("S-15")
    void a_lone_surrogate_which_would_come_back_as_another_character_is_refused() {
        String text = "x\ud800" + SENTINEL;
        store.claim(claim(key, token));
        IdempotencyKey other = key();
        List<Runnable> calls = List.of(
                () -> store.claim(request(other, text, "f", "label")),
                () -> store.claim(request(other, "owner", text, "label")),
                () -> store.claim(request(other, "owner", "f", text)),
                () -> store.complete(of(claim(key, token)), done("\"" + text + "\"")));
        for (Runnable call : calls) {
            long before = front.requests();
            Throwable refused = catchThrowable(call::run);
            assertThat(refused).isInstanceOf(StoreRejectedException.class).hasMessageContaining("lone surrogate");
            assertTellsNothing(refused);
            assertThat(front.requests()).isEqualTo(before);
        }
    }
}
