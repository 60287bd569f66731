package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.Call;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy.MissingKey;
import io.idem4j.IdempotentOperation;
import io.idem4j.MissingKeyException;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Recording;
import io.idem4j.tck.Clause;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

/** Operations, whose key and fingerprint come from the payload. */
abstract class OperationClauses extends EngineTest {
    OperationClauses(EngineClauses clauses) {
        super(clauses);
    }

    private static final class Payload {
        private String value;
        private String what;

        Payload(String value, String what) {
            this.value = value;
            this.what = what;
        }
    }

    private IdempotentOperation<Payload, String> operation(MissingKey choice) {
        return idempotency
                .operation(key.scope(), Payload.class, String.class)
                .key(payload -> payload.value)
                .fingerprint(payload -> Fingerprint.ofParts(payload.what))
                .policy(policy -> policy.missingKey(choice))
                .build();
    }

    @Test
    @Clause("E-20")
    void a_payload_without_a_key_is_refused_before_anything_runs() {
        var strict = operation(MissingKey.THROW);
        for (String missing : new String[] {null, "", " \t"}) {
            Payload payload = new Payload(missing, "a");
            assertThatExceptionOfType(MissingKeyException.class)
                    .isThrownBy(() -> strict.execute(payload, this::act))
                    .withMessageContaining(key.scope());
            assertThatExceptionOfType(MissingKeyException.class).isThrownBy(() -> strict.call(payload));
        }

        assertThat(effects).hasValue(0);
        assertThat(script.made()).isEmpty();
    }

    @Test
    @Clause("E-20")
    void a_payload_without_a_key_passes_unprotected_where_the_policy_says_so() {
        var lenient = operation(MissingKey.SKIP);
        List<String> warnings = warningsDuring(() -> {
            for (int i = 1; i <= 3; i++) {
                Outcome<String> outcome = lenient.call(new Payload(null, "a")).run(this::act);
                assertThat(outcome).isEqualTo(new Outcome.Executed<>("R" + i, Recording.UNPROTECTED));
            }
        });

        assertThat(heard.count(Kind.MISSING_KEY)).isEqualTo(3);
        assertThat(warnings).singleElement().asString().contains(key.scope());
        assertThat(script.made()).isEmpty();
        assertThat(lenient.keyFor(new Payload(null, "a"))).isEmpty();
    }

    private static List<String> warningsDuring(Runnable work) {
        Logger logger = Logger.getLogger("io.idem4j");
        List<String> warnings = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                warnings.add(new SimpleFormatter().formatMessage(record));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            work.run();
        } finally {
            logger.removeHandler(handler);
        }
        return warnings;
    }

    @Test
    @Clause("E-01")
    void key_and_fingerprint_of_a_payload_are_those_it_had_when_the_call_was_made() {
        var operation = operation(MissingKey.THROW);
        Payload payload = new Payload(key.value(), "a");
        Call<String> call = operation.call(payload);
        payload.value = freshKey().value();
        payload.what = "b";
        assertThat(call.run(this::act)).isInstanceOf(Outcome.Executed.class);

        assertCompleted("R1");
        assertThat(record().fingerprint()).isEqualTo(Fingerprint.ofParts("a"));
        assertThat(operation.execute(new Payload(key.value(), "a"), this::act)).isEqualTo("R1");
    }

    @Test
    @Clause("E-01")
    void an_action_that_changes_its_payload_completes_the_record_that_it_claimed() {
        var operation = operation(MissingKey.THROW);
        Payload payload = new Payload(key.value(), "a");
        String other = freshKey().value();
        Function<Payload, String> wrapped = operation.wrap(changed -> {
            changed.value = other;
            changed.what = "b";
            return act();
        });
        assertThat(wrapped.apply(payload)).isEqualTo("R1");

        assertCompleted("R1");
        assertThat(real().find(IdempotencyKey.of(key.scope(), other))).isEmpty();
    }
}
