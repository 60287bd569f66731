package io.idem4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idem4j.IdempotencyPolicy.MissingKey;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotencyPolicy.OnStoreDown;
import io.idem4j.IdempotencyPolicy.OnUnrecorded;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.ResultCodec;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Type;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings of builder, policy, call and operation: what is refused, when, and by which name. */
class SettingsTest {
    private static final IdempotencyPolicy DEFAULTS = IdempotencyPolicy.defaults();

    /** Found by {@code ServiceLoader} in the tests below. */
    public static class OneCodec implements ResultCodec {
        @Override
        public String encode(@Nullable Object value, Type type) {
            return '"' + String.valueOf(value) + '"';
        }

        @Override
        public Object decode(String data, Type type) {
            return data.substring(1, data.length() - 1);
        }
    }

    /** Another one. */
    public static final class OtherCodec extends OneCodec {}

    private static Idempotency.Builder builder() {
        return Idempotency.builder(new InMemoryStore()).codec(new OneCodec());
    }

    @Test
    void a_codec_is_told_the_type_of_results_when_an_operation_is_built() {
        List<Type> told = new ArrayList<>();
        ResultCodec codec = new OneCodec() {
            @Override
            public void prepare(Type type) {
                told.add(type);
            }
        };
        try (Idempotency idempotency = builder().codec(codec).build()) {
            IdempotentOperation.Builder<String, List<String>> operation =
                    idempotency.operation("orders", TypeRef.of(String.class), new TypeRef<List<String>>() {});
            assertThat(told).isEmpty();

            operation.key(order -> order).build();

            assertThat(told).containsExactly(new TypeRef<List<String>>() {}.type());
        }
    }

    @Test
    void a_codec_is_told_the_type_of_a_call_before_anything_is_claimed() {
        InMemoryStore store = new InMemoryStore();
        IdempotencyKey key = IdempotencyKey.of("orders", "7f1c");
        ResultCodec broken = new OneCodec() {
            @Override
            public void prepare(Type type) {
                throw new NoClassDefFoundError("of " + type.getTypeName());
            }
        };
        try (Idempotency idempotency = Idempotency.builder(store).codec(broken).build()) {
            assertThatExceptionOfType(NoClassDefFoundError.class)
                    .isThrownBy(() -> idempotency.execute(key, Integer.class, () -> {
                        throw new AssertionError("ran");
                    }))
                    .withMessage("of java.lang.Integer");
            assertThat(store.find(key)).isEmpty();
        }
    }

    private static void wrong(String property, ThrowingCallable make) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(make)
                .withMessageStartingWith(property + ": ")
                .satisfies(thrown -> assertThat(thrown.property()).isEqualTo(property));
    }

    private static void missing(String part, ThrowingCallable make) {
        assertThatExceptionOfType(NullPointerException.class).isThrownBy(make).withMessage(part);
    }

    @Test
    void the_defaults_are_those_that_the_documentation_names() {
        assertThat(DEFAULTS.lease()).isEqualTo(Duration.ofSeconds(30));
        assertThat(DEFAULTS.renewFor()).isNull();
        assertThat(DEFAULTS.retention()).isEqualTo(Duration.ofHours(24));
        assertThat(DEFAULTS.inDoubtRetention()).isEqualTo(Duration.ofDays(30));
        assertThat(DEFAULTS.waitUpTo()).isZero();
        assertThat(DEFAULTS.maxAttempts()).isEqualTo(Integer.MAX_VALUE);
        assertThat(DEFAULTS.onFailure()).isNull();
        assertThat(DEFAULTS.rebuildFailure()).isEmpty();
        assertThat(DEFAULTS.onUnrecorded()).isEqualTo(OnUnrecorded.RETURN_RESULT);
        assertThat(DEFAULTS.onStoreDown()).isEqualTo(OnStoreDown.FAIL);
        assertThat(DEFAULTS.missingKey()).isEqualTo(MissingKey.THROW);
        assertThat(DEFAULTS.recordWithin()).isEqualTo(Duration.ofSeconds(3));
        assertThat(DEFAULTS.claimWithin()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void each_setter_changes_its_own_setting_and_nothing_of_the_value_it_is_called_on() {
        Duration five = Duration.ofSeconds(5);
        IdempotencyPolicy all = DEFAULTS.lease(null)
                .renewFor(Duration.ZERO)
                .retention(five)
                .inDoubtRetention(five)
                .waitUpTo(five)
                .maxAttempts(3)
                .onFailure(failure -> OnFailure.KEEP)
                .rebuildFailure(IOException.class, IOException::new)
                .rebuildFailure(IllegalStateException.class, IllegalStateException::new)
                .onUnrecorded(OnUnrecorded.THROW)
                .onStoreDown(OnStoreDown.RUN_UNPROTECTED)
                .missingKey(MissingKey.SKIP)
                .recordWithin(Duration.ZERO)
                .claimWithin(Duration.ZERO);

        assertThat(all.lease()).isNull();
        assertThat(all.renewFor()).isZero();
        assertThat(all.retention()).isEqualTo(five);
        assertThat(all.inDoubtRetention()).isEqualTo(five);
        assertThat(all.waitUpTo()).isEqualTo(five);
        assertThat(all.maxAttempts()).isEqualTo(3);
        assertThat(all.onFailure()).isNotNull();
        assertThat(all.rebuildFailure().keySet())
                .containsExactlyInAnyOrder(IOException.class.getName(), IllegalStateException.class.getName());
        assertThat(all.onUnrecorded()).isEqualTo(OnUnrecorded.THROW);
        assertThat(all.onStoreDown()).isEqualTo(OnStoreDown.RUN_UNPROTECTED);
        assertThat(all.missingKey()).isEqualTo(MissingKey.SKIP);
        assertThat(all.recordWithin()).isZero();
        assertThat(all.claimWithin()).isZero();
        the_defaults_are_those_that_the_documentation_names();
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> all.rebuildFailure().clear());
    }

    @Test
    void spans_that_make_no_sense_are_refused_by_their_name() {
        Map<String, BiFunction<IdempotencyPolicy, Duration, IdempotencyPolicy>> positive = Map.of(
                "lease", IdempotencyPolicy::lease,
                "retention", IdempotencyPolicy::retention,
                "inDoubtRetention", IdempotencyPolicy::inDoubtRetention);
        Map<String, BiFunction<IdempotencyPolicy, Duration, IdempotencyPolicy>> notNegative = Map.of(
                "renewFor", IdempotencyPolicy::renewFor,
                "waitUpTo", IdempotencyPolicy::waitUpTo,
                "recordWithin", IdempotencyPolicy::recordWithin,
                "claimWithin", IdempotencyPolicy::claimWithin);
        positive.forEach((name, setter) -> {
            for (Duration bad : List.of(
                    Duration.ZERO, Duration.ofNanos(999_999), Duration.ofSeconds(-1), Duration.ofDays(36_501))) {
                wrong(name, () -> setter.apply(DEFAULTS, bad));
            }
            assertThat(setter.apply(DEFAULTS, Duration.ofMillis(1))).isNotNull();
        });
        notNegative.forEach((name, setter) -> {
            wrong(name, () -> setter.apply(DEFAULTS, Duration.ofNanos(-1)));
            wrong(name, () -> setter.apply(DEFAULTS, Duration.ofDays(36_501)));
            missing(name, () -> setter.apply(DEFAULTS, null));
            assertThat(setter.apply(DEFAULTS, Duration.ZERO)).isNotNull();
        });
        missing("retention", () -> DEFAULTS.retention(null));
        missing("inDoubtRetention", () -> DEFAULTS.inDoubtRetention(null));
        wrong("maxAttempts", () -> DEFAULTS.maxAttempts(0));
        wrong("maxAttempts", () -> DEFAULTS.maxAttempts(-1));
        missing("onFailure", () -> DEFAULTS.onFailure(null));
        missing("type", () -> DEFAULTS.rebuildFailure(null, IOException::new));
        missing("rebuild", () -> DEFAULTS.rebuildFailure(IOException.class, null));
        missing("onUnrecorded", () -> DEFAULTS.onUnrecorded(null));
        missing("onStoreDown", () -> DEFAULTS.onStoreDown(null));
        missing("missingKey", () -> DEFAULTS.missingKey(null));
    }

    /** At each of the levels at which a policy is put to use. */
    private static void contradicts(String property, UnaryOperator<IdempotencyPolicy> change) {
        wrong(property, () -> builder().policy(change).build());
        try (Idempotency idempotency = builder().build()) {
            wrong(
                    property,
                    () -> idempotency
                            .call(IdempotencyKey.of("s", "v"), String.class)
                            .policy(change));
            wrong(
                    property,
                    () -> idempotency
                            .operation("s", String.class, String.class)
                            .key(payload -> payload)
                            .policy(change)
                            .build());
        }
    }

    @Test
    void contradictions_are_found_where_a_policy_is_put_to_use() {
        contradicts("retention", policy -> policy.retention(Duration.ofSeconds(29)));
        contradicts("retention", policy -> policy.lease(Duration.ofDays(2)));
        contradicts("inDoubtRetention", policy -> policy.inDoubtRetention(Duration.ofSeconds(29)));
        contradicts("onStoreDown", policy -> policy.maxAttempts(1).onStoreDown(OnStoreDown.RUN_UNPROTECTED));
        contradicts(
                "onStoreDown",
                policy -> policy.onStoreDown(OnStoreDown.RUN_UNPROTECTED).maxAttempts(7));
    }

    @Test
    void a_recovery_contradicts_at_most_once_and_unprotected_runs_in_either_order() {
        try (Idempotency idempotency = builder().build()) {
            Call<String> call = idempotency.call(IdempotencyKey.of("s", "v"), String.class);
            wrong(
                    "maxAttempts",
                    () -> call.policy(policy -> policy.maxAttempts(1)).recover(lapsed -> Recovered.unknown()));
            wrong(
                    "maxAttempts",
                    () -> call.recover(lapsed -> Recovered.unknown()).policy(policy -> policy.maxAttempts(1)));
            wrong(
                    "onStoreDown",
                    () -> call.recover(lapsed -> Recovered.unknown())
                            .policy(policy -> policy.onStoreDown(OnStoreDown.RUN_UNPROTECTED)));
            wrong(
                    "onStoreDown",
                    () -> call.policy(policy -> policy.onStoreDown(OnStoreDown.RUN_UNPROTECTED))
                            .recover(lapsed -> Recovered.unknown()));
            wrong(
                    "maxAttempts",
                    () -> idempotency
                            .operation("s", String.class, String.class)
                            .key(payload -> payload)
                            .recover((payload, lapsed) -> Recovered.unknown())
                            .policy(policy -> policy.maxAttempts(1))
                            .build());
        }
    }

    @Test
    void the_builder_names_what_is_null_or_too_long() {
        missing("store", () -> Idempotency.builder(null));
        missing("change", () -> builder().policy(null));
        missing("policy", () -> builder().policy(policy -> null));
        missing("codec", () -> builder().codec(null));
        missing("listener", () -> builder().listener(null));
        missing("clock", () -> builder().clock(null));
        missing("claimedBy", () -> builder().claimedBy(null));
        for (String bad : List.of("", " ", "x".repeat(256))) {
            wrong("claimedBy", () -> builder().claimedBy(bad));
        }
        assertThat(builder().claimedBy("x".repeat(255)).build()).isNotNull();
    }

    @Test
    void a_built_instance_does_not_change_with_its_builder() {
        InMemoryStore store = new InMemoryStore();
        Idempotency.Builder builder =
                Idempotency.builder(store).codec(new OneCodec()).claimedBy("first");
        Idempotency first = builder.build();
        builder.claimedBy("second")
                .enabled(false)
                .policy(policy -> policy.maxAttempts(1))
                .build();
        IdempotencyKey key = IdempotencyKey.of("s", "v");
        first.execute(key, String.class, () -> "x");

        assertThat(store.find(key))
                .get()
                .satisfies(record -> assertThat(record.claimedBy()).isEqualTo("first"));
    }

    @Test
    void calls_name_what_is_null_or_out_of_bounds() {
        try (Idempotency idempotency = builder().build()) {
            IdempotencyKey key = IdempotencyKey.of("s", "v");
            missing("key", () -> idempotency.call(null, String.class));
            missing("resultType", () -> idempotency.call(key, (Class<String>) null));
            missing("resultType", () -> idempotency.call(key, (TypeRef<String>) null));
            missing("action", () -> idempotency.execute(key, null));
            missing("store", () -> idempotency.on(null));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> idempotency.call(key, List.class))
                    .withMessageContaining("TypeRef");
            Call<String> call = idempotency.call(key, String.class);
            missing("fingerprint", () -> call.fingerprint(null));
            missing("remaining", () -> call.within(null));
            missing("executionId", () -> call.executionId(null));
            missing("change", () -> call.policy(null));
            missing("policy", () -> call.policy(policy -> null));
            missing("recovery", () -> call.recover(null));
            missing("action", () -> call.execute((Action<String, RuntimeException>) null));
            missing("action", () -> call.run((Action<String, RuntimeException>) null));
            missing("action", () -> call.execute((ExecutionAction<String, RuntimeException>) null));
            missing("action", () -> call.run((ExecutionAction<String, RuntimeException>) null));
            missing("action", () -> call.runAsync(null));
            for (Duration bad : List.of(Duration.ofNanos(-1), Duration.ofDays(36_501))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> call.within(bad))
                        .withMessageStartingWith("remaining:");
            }
            Attempt.Started<String> started = (Attempt.Started<String>) call.begin();
            missing("failure", () -> started.fail(null));
            missing("name", () -> started.execution().downstreamKey(null));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> started.execution().downstreamKey(" "))
                    .withMessageStartingWith("name:");
        }
    }

    @Test
    void operations_name_what_is_null_missing_or_contradictory() {
        try (Idempotency idempotency = builder().build()) {
            IdempotentOperation.Builder<String, String> operation =
                    idempotency.operation("s", String.class, String.class);
            wrong("key", operation::build);
            wrong(
                    "identity",
                    () -> idempotency
                            .operation("s", String.class, String.class)
                            .key(payload -> payload)
                            .identity(IdempotencyKey::ofId)
                            .build());
            missing("key", () -> operation.key(null));
            missing("identity", () -> operation.identity(null));
            missing("principal", () -> operation.principal(null));
            missing("fingerprint", () -> operation.fingerprint(null));
            missing("change", () -> operation.policy(null));
            missing("recover", () -> operation.recover(null));
            missing("releaseWhen", () -> operation.releaseWhen(null));
            missing("onReplay", () -> operation.onReplay(null));
            missing("maxAge", () -> operation.localCache(1, null));
            wrong("localCache", () -> operation.localCache(-1));
            wrong("localCache", () -> operation.localCache(1, Duration.ZERO));
            missing("payloadType", () -> idempotency.operation("s", (Class<String>) null, String.class));
            missing("resultType", () -> idempotency.operation("s", String.class, (Class<String>) null));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> idempotency.operation(" ", String.class, String.class))
                    .withMessageStartingWith("scope:");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> idempotency.operation("s", String.class, List.class))
                    .withMessageContaining("TypeRef");
            IdempotentOperation<Map, String> ofMaps = idempotency
                    .operation("s", Map.class, String.class)
                    .key(payload -> String.valueOf(payload.get("id")))
                    .build();
            assertThat(ofMaps.execute(Map.of("id", "7"), () -> "done")).isEqualTo("done");
            IdempotentOperation<String, String> built =
                    operation.key(payload -> payload).build();
            missing("payload", () -> built.call(null));
            missing("function", () -> built.wrap(null));
        }
    }

    @Test
    void a_payload_without_a_key_is_refused_or_by_choice_skipped() {
        try (Idempotency idempotency = builder().build()) {
            IdempotentOperation<String, String> strict = idempotency
                    .operation("orders", String.class, String.class)
                    .key(payload -> payload.isEmpty() ? null : payload)
                    .build();
            for (String missing : List.of("", "  ")) {
                assertThatExceptionOfType(MissingKeyException.class)
                        .isThrownBy(() -> strict.call(missing))
                        .withMessageContaining("orders");
            }
            IdempotentOperation<String, String> lenient = idempotency
                    .operation("orders", String.class, String.class)
                    .key(payload -> payload.isEmpty() ? null : payload)
                    .policy(policy -> policy.missingKey(MissingKey.SKIP))
                    .build();
            assertThat(lenient.keyFor("")).isEmpty();
            assertThat(lenient.call("").run(() -> "ran"))
                    .isEqualTo(new Outcome.Executed<>("ran", Outcome.Recording.UNPROTECTED));
        }
    }

    @Test
    void without_a_codec_the_builder_says_which_module_to_add() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Idempotency.builder(new InMemoryStore()).build())
                .withMessageContaining("idem4j-json")
                .satisfies(thrown -> assertThat(thrown.property()).isEqualTo("codec"));
    }

    @Test
    void one_codec_is_found_and_of_several_none_is_chosen_in_silence(@TempDir Path folder) throws Exception {
        withServices(
                folder,
                OneCodec.class.getName(),
                () -> assertThat(Idempotency.builder(new InMemoryStore()).build())
                        .isNotNull());
        withServices(
                folder,
                OneCodec.class.getName() + "\n" + OtherCodec.class.getName(),
                () -> assertThatExceptionOfType(ConfigurationException.class)
                        .isThrownBy(
                                () -> Idempotency.builder(new InMemoryStore()).build())
                        .withMessageContaining(OneCodec.class.getName())
                        .withMessageContaining(OtherCodec.class.getName())
                        .satisfies(thrown -> assertThat(thrown.property()).isEqualTo("codec")));
        withServices(
                folder,
                "io.idem4j.NoSuchCodec",
                () -> wrong(
                        "codec", () -> Idempotency.builder(new InMemoryStore()).build()));
    }

    private static void withServices(Path folder, String lines, ThrowingCallable test) throws Exception {
        Path file = folder.resolve("META-INF/services/" + ResultCodec.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, lines);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {url(folder.toFile())}, before)) {
            thread.setContextClassLoader(loader);
            test.call();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URL url(File folder) throws MalformedURLException {
        return folder.toURI().toURL();
    }
}
