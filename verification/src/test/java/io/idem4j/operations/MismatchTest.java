package io.idem4j.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotentOperation;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Duplicate;
import io.idem4j.StoredRecord;
import io.idem4j.json.Json;
import io.idem4j.operations.OperationStore.Opened;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.IdempotencyStore;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Another payload under a used key is refused at every moment of a record's life; the same one, spelled otherwise, never is. */
class MismatchTest {
    private static final String ASKED =
            "{\"id\":\"%s\",\"order\":{\"item\":\"pen\",\"quantity\":100,\"price\":1.5,\"tags\":[1,2]}}";
    private static final List<String> SAME = List.of(
            "{\"order\":{\"tags\":[1,2],\"price\":1.50,\"quantity\":1e2,\"item\":\"pen\"},\"id\":\"%s\"}",
            "{ \"id\" : \"%s\", \"order\" : { \"quantity\" : 100.0, \"item\" : \"p\\u0065n\", \"tags\" : [1.0, 2], \"price\" : 15e-1 } }");
    private static final List<String> OTHERS = List.of(
            "{\"id\":\"%s\",\"order\":{\"item\":\"pen\",\"quantity\":101,\"price\":1.5,\"tags\":[1,2]}}",
            "{\"id\":\"%s\",\"order\":{\"item\":\"pen\",\"quantity\":\"100\",\"price\":1.5,\"tags\":[1,2]}}",
            "{\"id\":\"%s\",\"order\":{\"item\":\"pen\",\"quantity\":100,\"price\":1.5,\"tags\":[2,1]}}",
            "{\"id\":\"%s\",\"order\":{\"item\":\"pen\",\"quantity\":100,\"price\":1.5,\"tags\":[1,2],\"gift\":null}}",
            "{\"id\":\"%s\",\"order\":{\"item\":\"pen\",\"price\":1.5,\"tags\":[1,2]}}",
            "{\"id\":\"%s\"}");

    /** What has become of the first call when the second comes. */
    private enum Moment {
        IN_PROGRESS(Outcome.InProgress.class),
        LAPSED(Outcome.Executed.class),
        COMPLETED(Outcome.Replayed.class),
        WITHOUT_RESULT(Outcome.ResultUnavailable.class),
        FAILED(Outcome.ReplayedFailure.class),
        CACHED(Outcome.Replayed.class);

        private final Class<?> answer;

        Moment(Class<?> answer) {
            this.answer = answer;
        }
    }

    private final String id = UUID.randomUUID().toString();
    private final AtomicInteger runs = new AtomicInteger();

    private IdempotentOperation<String, Object> operation(Idempotency idempotency, int cached) {
        return idempotency
                .operation("mismatch", String.class, Object.class)
                .key(Json.select("id"))
                .fingerprint(Json.select("order").asFingerprint())
                .policy(policy -> policy.onFailure(failure -> OnFailure.STORE))
                .localCache(cached)
                .build();
    }

    private Object ran() {
        return "R" + runs.incrementAndGet();
    }

    /** A call that brings the key to that moment. */
    private void arrange(
            Moment moment, IdempotentOperation<String, Object> operation, String payload, IdempotencyStore store) {
        if (moment == Moment.IN_PROGRESS || moment == Moment.LAPSED) {
            assertThat(operation.call(payload).begin()).isInstanceOf(Attempt.Started.class);
            if (moment == Moment.LAPSED) {
                StoredRecord held =
                        store.find(operation.keyFor(payload).orElseThrow()).orElseThrow();
                store.renew(new ClaimToken(held.key(), held.token()), Duration.ZERO, Duration.ofDays(1));
            }
        } else if (moment == Moment.FAILED) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> operation.execute(payload, () -> {
                        throw new IllegalStateException("sold out");
                    }));
        } else {
            operation.execute(payload, () -> moment == Moment.WITHOUT_RESULT ? unencodable() : ran());
        }
    }

    private static Object unencodable() {
        Object[] itself = new Object[1];
        itself[0] = itself;
        return itself;
    }

    private void refuse(IdempotentOperation<String, Object> operation, String moment) {
        for (String other : OTHERS) {
            int before = runs.get();
            Outcome<Object> outcome =
                    operation.call(other.formatted(key(moment))).run(this::ran);
            assertThat(outcome).as("%s %s", moment, other).isInstanceOf(Outcome.Mismatch.class);
            assertThat(runs).hasValue(before);
        }
    }

    private String key(String moment) {
        return moment + id;
    }

    @ParameterizedTest
    @EnumSource(OperationStore.class)
    void another_payload_is_a_mismatch_and_the_same_one_respelled_never_is(OperationStore on) {
        try (Opened opened = on.open();
                Idempotency idempotency = Idempotency.builder(opened.store()).build()) {
            for (Moment moment : Moment.values()) {
                for (int spelling = 0; spelling < SAME.size(); spelling++) {
                    String name = moment.name() + spelling;
                    var operation = operation(idempotency, moment == Moment.CACHED ? 10 : 0);
                    arrange(moment, operation, ASKED.formatted(key(name)), opened.store());
                    refuse(operation, name);

                    Outcome<Object> same = operation
                            .call(SAME.get(spelling).formatted(key(name)))
                            .run(this::ran);
                    assertThat(same).as("%s", name).isInstanceOf(moment.answer);
                    if (same instanceof Duplicate<Object> duplicate) {
                        assertThat(duplicate.record()).isNotNull();
                    }
                    refuse(operation, name);
                }
            }
        }
    }
}
