package io.idem4j.engine;

import static io.idem4j.engine.Script.REPLY_LOST;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Call;
import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyException;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotencyPolicy.OnUnrecorded;
import io.idem4j.Outcome;
import io.idem4j.Recovered;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ResultCodec;
import io.idem4j.tck.Clause;
import io.idem4j.tck.StoreCall;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** E-13, E-14: what never shows, whatever goes wrong. */
abstract class SecretClauses extends EngineTest {
    private static final String SECRET = "S3NTINEL";

    private final IdempotencyKey secretKey =
            IdempotencyKey.of("orders.place", SECRET + "-key-" + key.value()).forPrincipal(SECRET + "-principal");
    private final List<String> said = new ArrayList<>();
    private final Logger logger = Logger.getLogger("io.idem4j");
    private final Formatter formatter = new SimpleFormatter();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            said.add(formatter.format(record));
        }

        @Override
        public void flush() {
            // nothing is held back
        }

        @Override
        public void close() {
            // nothing is open
        }
    };

    SecretClauses(EngineClauses clauses) {
        super(clauses);
    }

    @BeforeEach
    void listen() {
        handler.setLevel(Level.ALL);
        logger.setLevel(Level.ALL);
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setLevel(null);
    }

    private Call<String> secret(Idempotency idempotency) {
        return idempotency
                .call(secretKey, String.class)
                .fingerprint(new Fingerprint(SECRET + "-fingerprint"))
                .executionId(SECRET + "-execution");
    }

    private Call<String> secret() {
        return secret(idempotency);
    }

    private void say(Object told) {
        said.add(String.valueOf(told));
        if (told instanceof Outcome<?> outcome) {
            try {
                outcome.get();
            } catch (IdempotencyException e) {
                sayAll(e);
            }
        }
    }

    private void sayAll(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            said.add(each.toString());
        }
    }

    /** A failure of ours, with its causes; the action's own exception is the caller's. */
    private void failing(Call<String> call) {
        try {
            say(call.run(() -> {
                throw new IllegalStateException(SECRET + "-message");
            }));
        } catch (IdempotencyException e) {
            sayAll(e);
        } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining(SECRET);
            for (Throwable each : e.getSuppressed()) {
                sayAll(each);
            }
        }
    }

    private void running(Call<String> call) {
        try {
            say(call.run(() -> SECRET + "-result"));
        } catch (IdempotencyException e) {
            sayAll(e);
        }
    }

    private void everythingThatCanHappen() {
        say(secretKey);
        failing(secret());
        var holder = started(secret());
        say(holder);
        say(holder.execution());
        running(secret().executionId("other"));
        lapse(secretKey);
        running(secret().policy(policy -> policy.maxAttempts(1)));
        running(secret().recover(lapsed -> {
            say(lapsed);
            throw new IllegalStateException(SECRET + "-recovery");
        }));
        running(secret().recover(lapsed -> Recovered.done(SECRET + "-recovered")));
        say(Recovered.done(SECRET + "-recovered"));
        running(secret());
        running(secret().fingerprint(new Fingerprint(SECRET + "-another")));
        say(holder.complete(SECRET + "-late"));
        StoredRecord record = record(secretKey);
        say(record);
        engine(real(), builder -> builder).records().forget(secretKey, true);
        failing(secret().policy(policy -> policy.onFailure(t -> OnFailure.STORE)));
        running(secret());
        engine(real(), builder -> builder).records().forget(secretKey, true);
        script.always(StoreCall.Complete.class, REPLY_LOST);
        running(secret().policy(policy -> policy.onUnrecorded(OnUnrecorded.THROW)));
        script.heal();
        engine(real(), builder -> builder).records().forget(secretKey, true);
        script.always(StoreCall.Claim.class, REPLY_LOST);
        running(secret());
        script.heal();
        script.made().forEach(each -> said.add(each.getClass().getSimpleName()));
        heard.events().forEach(this::say);
    }

    @Test
    @Clause("E-13")
    void keys_payloads_results_tokens_owners_and_messages_appear_in_no_log_message_text_or_event() {
        everythingThatCanHappen();
        assertThat(said).hasSizeGreaterThan(40);
        assertThat(said).noneMatch(text -> text.contains(SECRET));
        script.made(StoreCall.Claim.class)
                .forEach(claim -> assertThat(said)
                        .noneMatch(text -> text.contains(claim.request().token().value())));
    }

    @Test
    @Clause("E-13")
    void a_short_hash_stands_for_the_key_so_that_it_can_be_followed() {
        running(secret());
        assertThat(said).anyMatch(text -> text.contains(secretKey.toString()));
        assertThat(secretKey.toString()).startsWith("orders.place~");
    }

    @Test
    @Clause({"E-05", "E-13"})
    void of_a_result_that_can_not_be_kept_or_read_the_type_is_logged_and_no_more() {
        Idempotency broken = engine(builder -> builder.codec(new ResultCodec() {
            @Override
            public String encode(Object value, Type type) {
                throw new IllegalArgumentException(SECRET);
            }

            @Override
            public Object decode(String data, Type type) {
                throw new IllegalArgumentException(SECRET);
            }
        }));
        broken.call(secretKey, CharSequence.class).run(() -> new StringBuilder(SECRET));
        IdempotencyKey kept = freshKey();
        assertThat(idempotency.call(kept, String.class).run(() -> SECRET)).isInstanceOf(Outcome.Executed.class);
        assertThat(broken.call(kept, String.class).run(() -> SECRET)).isInstanceOf(Outcome.ResultUnavailable.class);

        assertThat(said).noneMatch(text -> text.contains(SECRET));
        assertThat(said)
                .filteredOn(text -> text.contains("UNRECORDED"))
                .satisfiesExactly(
                        unkept -> assertThat(unkept)
                                .contains(
                                        secretKey
                                                + " attempt 1, result of java.lang.StringBuilder: java.lang.IllegalArgumentException"),
                        unread -> assertThat(unread)
                                .contains(kept + " attempt 1, result of java.lang.String: ")
                                .contains("java.lang.IllegalArgumentException"));
    }

    @Test
    @Clause("E-13")
    void where_showing_keys_is_switched_on_messages_and_logs_have_them_and_still_nothing_else() {
        Idempotency showing = engine(builder -> builder.showKeys(true));
        started(secret(showing));
        running(secret(showing).executionId("other"));
        assertThat(said).anyMatch(text -> text.contains(secretKey.value()));
        assertThat(said).noneMatch(text -> text.contains(SECRET + "-result"));
        assertThat(said).noneMatch(text -> text.contains(SECRET + "-fingerprint"));
    }

    @Test
    @Clause("E-14")
    void a_listener_that_throws_changes_nothing_and_what_it_says_is_not_logged() {
        Idempotency listened = engine(builder -> builder.listener(event -> {
            throw new AssertionError(SECRET + "-listener");
        }));
        assertThat(listened.call(key, String.class).execute(this::act)).isEqualTo("R1");
        assertThat(listened.call(key, String.class).execute(this::act)).isEqualTo("R1");
        assertThat(said).noneMatch(text -> text.contains(SECRET));
        assertThat(said).anyMatch(text -> text.contains("java.lang.AssertionError"));
    }
}
