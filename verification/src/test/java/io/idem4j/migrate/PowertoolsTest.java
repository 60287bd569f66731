package io.idem4j.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.Attempt;
import io.idem4j.ConfigurationException;
import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy.MissingKey;
import io.idem4j.IdempotentOperation;
import io.idem4j.InconsistentStateException;
import io.idem4j.MissingKeyException;
import io.idem4j.PayloadMismatchException;
import io.idem4j.RecordStatus;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.json.CanonicalJson;
import io.idem4j.json.Json;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.Fault;
import io.idem4j.tck.FaultyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What Powertools' idempotency does in each of its languages, feature by feature, and how it is done here. */
class PowertoolsTest extends Migrated {
    private static final String EVENT =
            "{\"body\":\"{\\\"user\\\":\\\"xyz\\\",\\\"product_id\\\":\\\"123456789\\\",\\\"amount\\\":12.50}\"}";

    private final AtomicInteger calls = new AtomicInteger();

    private String handle() {
        return "R" + calls.incrementAndGet();
    }

    private IdempotentOperation<String, String> byBody() {
        // region handler
        IdempotentOperation<String, String> pay = idempotency
                .operation("payments.pay", String.class, String.class)
                .key(Json.select("powertools_json(body).[user, product_id]"))
                .fingerprint(Json.select("powertools_json(body).amount").asFingerprint())
                .build();
        // endregion
        return pay;
    }

    @Test
    @DisplayName("New(store, Options): builder and operation")
    void options() {
        String first = byBody().execute(EVENT, this::handle);

        assertThat(byBody().execute(EVENT, this::handle)).isEqualTo(first).isEqualTo("R1");
    }

    @Test
    @DisplayName("KeyPrefix: scope, or identity(profile) where the id must be as it is there")
    void keyPrefix() {
        // region profile
        var powertools = Json.Profile.powertoolsTypeScript("my-fn");
        var pay = idempotency
                .operation("payments.pay", String.class, String.class)
                .policy(powertools.policy())
                .identity(powertools.key("powertools_json(body).[user, product_id]"))
                .fingerprint(powertools.fingerprint("powertools_json(body).amount"))
                .build();
        // endregion
        assertThat(pay.keyFor(EVENT)).contains(IdempotencyKey.ofId("my-fn#r638cGWJKIxlzC0B9fUekQ=="));
        assertThat(pay.fingerprintFor(EVENT)).contains(new Fingerprint("zz5IGkQUHKvU6dRs+7H4mQ=="));
        assertThat(byBody().keyFor(EVENT).orElseThrow().scope()).isEqualTo("payments.pay");
    }

    @Test
    @DisplayName("EventKeyJMESPath, KeyQuery: key(Json.select(path)), key(function)")
    void eventKey() {
        byBody().execute(EVENT, this::handle);
        byBody().execute(EVENT.replace("{\"body\"", "{\"attempt\":2,\"body\""), this::handle);
        assertThat(calls).hasValue(1);
        byBody().execute(EVENT.replace("xyz", "abc"), this::handle);
        assertThat(calls).hasValue(2);
    }

    @Test
    @DisplayName(
            "PayloadValidationJMESPath, ValidationQuery: fingerprint(Json.select(path).asFingerprint()), or a function")
    void payloadValidation() {
        byBody().execute(EVENT, this::handle);
        assertThat(byBody().execute(EVENT.replace("12.50", "12.5"), this::handle))
                .isEqualTo("R1");

        assertThatExceptionOfType(PayloadMismatchException.class)
                .isThrownBy(() -> byBody().execute(EVENT.replace("12.50", "13"), this::handle));
    }

    @Test
    @DisplayName("ThrowOnNoKey: missingKey(THROW or SKIP)")
    void throwOnNoKey() {
        assertThatExceptionOfType(MissingKeyException.class)
                .isThrownBy(() -> byBody().execute("{\"body\":\"{}\"}", this::handle));
        // region no-key
        var lenient = idempotency
                .operation("payments.pay", String.class, String.class)
                .key(Json.select("powertools_json(body).[user, product_id]"))
                .policy(policy -> policy.missingKey(MissingKey.SKIP))
                .build();
        // endregion
        lenient.execute("{\"body\":\"{}\"}", this::handle);
        lenient.execute("{\"body\":\"{}\"}", this::handle);
        assertThat(calls).hasValue(2);
        assertThat(events).extracting(event -> event.kind()).contains(Kind.MISSING_KEY);
    }

    @Test
    @DisplayName("ExpiresAfter, one hour where none is given: retention; a profile's policy has its hour and no lease")
    void expiresAfter() {
        var profile = Json.Profile.powertoolsTypeScript("my-fn");
        var pay = idempotency
                .operation("payments.pay", String.class, String.class)
                .key(event -> "k")
                .policy(profile.policy())
                .build();
        assertThat(pay.call(EVENT).begin()).isInstanceOf(Attempt.Started.class);
        StoredRecord held = store.find(pay.keyFor(EVENT).orElseThrow()).orElseThrow();
        assertThat(held.leaseUntil()).isNull();
        assertThat(held.expiresAt()).isEqualTo(now.get().plus(Duration.ofHours(1)));
    }

    @Test
    @DisplayName("HashFunction, SerializeKey: Selection.hash(name), any function as key")
    void hashFunction() {
        // region hash
        var pay = idempotency
                .operation("payments.pay", String.class, String.class)
                .key(Json.select("body").hash("MD5").base64())
                .build();
        // endregion
        assertThat(pay.keyFor(EVENT).orElseThrow().value()).hasSize(24).endsWith("==");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Json.select("body").hash("MD-5000"))
                .satisfies(thrown -> assertThat(thrown.property()).isEqualTo("hash"));
    }

    @Test
    @DisplayName("UseLocalCache, MaxLocalCacheSize, ClearCache: localCache(n), clearLocalCache()")
    void localCache() {
        FaultyStore counted = new FaultyStore(store, call -> new Fault.None());
        try (Idempotency idempotency = Idempotency.builder(counted).build()) {
            // region cache
            var pay = idempotency
                    .operation("payments.pay", String.class, String.class)
                    .key(Json.select("powertools_json(body).[user, product_id]"))
                    .localCache(256)
                    .build();
            // endregion
            pay.execute(EVENT, this::handle);
            pay.execute(EVENT, this::handle);
            assertThat(counted.reached()).as("claim and complete").hasSize(2);
            pay.clearLocalCache();
            pay.execute(EVENT, this::handle);
            assertThat(counted.reached()).hasSize(3);
            assertThat(calls).hasValue(1);
        }
    }

    @Test
    @DisplayName("Disabled: enabled(false)")
    void disabled() {
        // region disabled
        var off = Idempotency.builder(store).enabled(false).build();
        // endregion
        var key = IdempotencyKey.of("payments.pay", "k");
        off.execute(key, String.class, this::handle);
        off.execute(key, String.class, this::handle);
        assertThat(calls).hasValue(2);
        assertThat(store.find(key)).isEmpty();
    }

    @Test
    @DisplayName("Now, Diagnostic: clock, listener")
    void nowAndDiagnostic() {
        byBody().execute(EVENT, this::handle);
        byBody().execute(EVENT, this::handle);
        pass(Duration.ofHours(25));
        byBody().execute(EVENT, this::handle);

        assertThat(events)
                .extracting(event -> event.kind())
                .containsExactly(Kind.STARTED, Kind.EXECUTED, Kind.REPLAYED, Kind.STARTED, Kind.EXECUTED);
    }

    @Test
    @DisplayName("Execute, WrapHandler, the replay hook: call(…).execute, wrap, onReplay(result, record)")
    void wrapAndHook() {
        // region wrap
        Function<Order, Response> handler = idempotency
                .operation("orders.place", Order.class, Response.class)
                .key(Order::id)
                .onReplay((response, record) -> new Response(200, response.body() + " since " + record.completedAt()))
                .build()
                .wrap(order -> new Response(201, orders.place(order).number()));
        // endregion
        assertThat(handler.apply(order)).isEqualTo(new Response(201, "R1"));
        assertThat(handler.apply(order)).isEqualTo(new Response(200, "R1 since 2026-01-01T00:00:00Z"));
        assertThat(handler.apply(order)).as("the record is as it was").isEqualTo(handler.apply(order));
    }

    @Test
    @DisplayName("Manager.Key(payload): keyFor, fingerprintFor; empty is skip")
    void managerKey() {
        assertThat(byBody().keyFor(EVENT)).isPresent();
        assertThat(byBody().fingerprintFor(EVENT)).isPresent();
        assertThat(byBody().fingerprintFor("{\"body\":\"{}\"}"))
                .as("missing is a value")
                .isPresent();
        var lenient = idempotency
                .operation("payments.pay", String.class, String.class)
                .key(Json.select("id"))
                .policy(policy -> policy.missingKey(MissingKey.SKIP))
                .build();
        assertThat(lenient.keyFor(EVENT)).isEmpty();
        assertThat(lenient.fingerprintFor(EVENT)).isEmpty();
    }

    @Test
    @DisplayName("CanonicalJSON: CanonicalJson")
    void canonicalJson() {
        assertThat(CanonicalJson.standard().text("{ \"b\": 1.0, \"a\": [2e0] }"))
                .isEqualTo("{\"a\":[2],\"b\":1}");
    }

    private ClaimRequest request(String token) {
        return new ClaimRequest(
                IdempotencyKey.of("payments.pay", "k"),
                new Token(token),
                null,
                null,
                Duration.ofSeconds(30),
                Duration.ofHours(1),
                Integer.MAX_VALUE,
                "test");
    }

    @Test
    @DisplayName("Record, Clone, CurrentStatus(now), IsExpired(now): StoredRecord, status(), isLapsed(), isExpired()")
    void recordViews() {
        store.claim(request("one"));
        StoredRecord live = store.find(request("one").key()).orElseThrow();
        pass(Duration.ofSeconds(31));
        StoredRecord later = store.find(request("one").key()).orElseThrow();

        assertThat(live.isLapsed()).isFalse();
        assertThat(later.isLapsed()).isTrue();
        assertThat(later.isExpired()).isFalse();
        assertThat(later.observedAt()).isEqualTo(now.get());
        assertThat(live.status()).as("a snapshot stays as it is").isEqualTo(RecordStatus.IN_PROGRESS);
    }

    @Test
    @DisplayName("INPROGRESS, COMPLETED, EXPIRED: RecordStatus; expired is a view")
    void statuses() {
        assertThat(RecordStatus.values())
                .extracting(Enum::name)
                .containsExactly("IN_PROGRESS", "COMPLETED", "COMPLETED_WITHOUT_RESULT", "FAILED");
        store.claim(request("one"));
        pass(Duration.ofHours(2));
        assertThat(store.find(request("one").key())).as("expired is absent").isEmpty();
    }

    @Test
    @DisplayName("Store Put, Get, Update, Delete, ErrNotFound: claim, find, complete, release")
    void storeCalls() {
        ClaimToken claim = new ClaimToken(request("one").key(), new Token("one"));
        assertThat(store.find(claim.key())).isEmpty();
        assertThat(store.claim(request("one"))).isEqualTo(new ClaimResult.Acquired(1));
        assertThat(store.complete(claim, new Completion(RecordStatus.COMPLETED, "1", Duration.ofHours(1))))
                .isEqualTo(WriteResult.APPLIED);
        assertThat(store.find(claim.key()).orElseThrow().data()).isEqualTo("1");
        assertThat(store.release(claim)).as("a result is not deleted").isEqualTo(WriteResult.FENCED);
    }

    @Test
    @DisplayName("AlreadyExistsError{Record}: ClaimResult.Existing(record)")
    void alreadyExists() {
        store.claim(request("one"));

        assertThat(store.claim(request("two")))
                .isInstanceOfSatisfying(
                        ClaimResult.Existing.class,
                        existing -> assertThat(existing.record().token()).isEqualTo(new Token("one")));
    }

    @Test
    @DisplayName("AlreadyInProgressError, ValidationError: AlreadyInProgressException, PayloadMismatchException")
    void conflicts() {
        byBody().call(EVENT).begin();
        // region errors
        assertThatExceptionOfType(AlreadyInProgressException.class)
                .isThrownBy(() -> byBody().execute(EVENT, this::handle));
        assertThatExceptionOfType(PayloadMismatchException.class)
                .isThrownBy(() -> byBody().execute(EVENT.replace("12.50", "13"), this::handle));
        assertThatExceptionOfType(MissingKeyException.class)
                .isThrownBy(() -> byBody().execute("{\"body\":\"{}\"}", this::handle));
        // endregion
        assertThat(calls).hasValue(0);
    }

    @Test
    @DisplayName(
            "KeyError, PersistenceError, ConfigurationError: MissingKeyException, StoreException, ConfigurationException")
    void errors() {
        assertThatExceptionOfType(MissingKeyException.class)
                .as("a body that is not JSON is never a missing key")
                .isThrownBy(() -> byBody().execute("{\"body\":\"{\"}", this::handle));
        FaultyStore away = new FaultyStore(store, call -> new Fault.FailBefore());
        try (Idempotency idempotency = Idempotency.builder(away)
                .policy(policy -> policy.claimWithin(Duration.ofMillis(20)))
                .build()) {
            assertThatExceptionOfType(StoreUnavailableException.class)
                    .isThrownBy(() ->
                            idempotency.execute(IdempotencyKey.of("payments.pay", "k"), String.class, this::handle));
        }
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> idempotency
                        .operation("payments.pay", String.class, String.class)
                        .build())
                .satisfies(thrown -> assertThat(thrown.property()).isEqualTo("key"));
        assertThat(calls).hasValue(0);
    }

    @Test
    @DisplayName(
            "InconsistentStateError, InvalidStatusError{Status}: InconsistentStateException, which says what is wrong")
    void inconsistent() {
        var broken = new FaultyStore(
                store,
                call -> new Fault.Delay(() -> {
                    throw new InconsistentStateException(call.key(), "status SUSPENDED is not known", null);
                }));
        try (Idempotency idempotency = Idempotency.builder(broken).build()) {
            assertThatExceptionOfType(InconsistentStateException.class)
                    .isThrownBy(() ->
                            idempotency.execute(IdempotencyKey.of("payments.pay", "k"), String.class, this::handle))
                    .withMessageContaining("SUSPENDED");
        }
        assertThat(calls).hasValue(0);
        assertThat(List.of(RecordStatus.values())).extracting(Enum::name).doesNotContain("SUSPENDED");
    }

    @Test
    @DisplayName("Java and Python: the keys and fingerprints of their own spellings")
    void otherLanguages() {
        // region other-languages
        var java = Json.Profile.powertoolsJava("my-fn.handleRequest");
        var python = Json.Profile.powertoolsPython("my-fn.handler");
        // endregion
        for (Function<Object, IdempotencyKey> key : List.<Function<Object, IdempotencyKey>>of(
                java.key("powertools_json(body).user"), python.key("powertools_json(body).user"))) {
            assertThat(key.apply(EVENT).id()).matches("my-fn\\.\\w+#[0-9a-f]{30,32}");
        }
    }
}
