package io.idem4j.redis;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.InconsistentStateException;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.RedisServer;
import io.idem4j.testtools.Requests;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that the store did not write, and how it looks through keys that may be anybody's. */
@OnStore("redis")
class OutsidersTest {
    private final RedisClient admin = RedisClient.create(RedisServer.shared().uri());
    private final StatefulRedisConnection<String, String> connection = admin.connect();
    private final String prefix = "outsiders-" + UUID.randomUUID() + "*[x]:";
    private final RedisStore store =
            RedisStore.builder(RedisServer.shared().uri()).keyPrefix(prefix).build();
    private final IdempotencyKey key = key();

    @AfterEach
    void end() {
        store.close();
        connection.close();
        admin.shutdown();
    }

    private void plant(String value) {
        connection.sync().set(prefix + key.id(), value.replace('\'', '"'));
    }

    private StoredRecord met() {
        return ((Existing) store.claim(claim(key))).record();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " { 'status' : 'COMPLETED' , 'expiration' : 32503680000 , 'data' : { 'a' : [ 1.0 , '}' ] } } ",
                "{'data':{ 'a' : [ 1.0 , '}' ] },'expiration':32503680000.5,'status':'COMPLETED','extra':[{}]}",
                "{'status':'COMPLETED','data':{ 'a' : [ 1.0 , '}' ] }}"
            })
    @Clause("S-24")
    void a_completion_is_read_in_any_order_and_with_any_blanks(String value) {
        plant(value);

        StoredRecord record = met();

        assertThat(record.status()).isEqualTo(RecordStatus.COMPLETED);
        assertThat(record.data()).isEqualTo("{ \"a\" : [ 1.0 , \"}\" ] }");
        assertThat(record.token()).isNull();
        assertThat(record.completedAt()).isNull();
    }

    @Test
    @Clause("S-24")
    void fractions_null_and_an_empty_validation_are_read() {
        plant(
                "{'status':'INPROGRESS','expiration':32503680000.25,'in_progress_expiration':32503680000000.5,'validation':''}");
        assertThat(met().expiresAt()).isEqualTo(Instant.ofEpochSecond(32503680000L, 250_000_000));
        assertThat(met().leaseUntil()).isEqualTo(Instant.ofEpochSecond(32503680000L, 500_000));
        assertThat(met().fingerprint()).isNull();

        plant("{'status':'INPROGRESS','expiration':null,'in_progress_expiration':null,'validation':null,'data':null}");
        assertThat(met().expiresAt()).isNull();
        assertThat(met().leaseUntil()).isNull();
        assertThat(met().data()).isEqualTo("null");
    }

    @Test
    @Clause({"S-05", "S-24"})
    void a_lapsed_claim_is_taken_over_as_attempt_2_with_its_fingerprint() {
        plant("{'status':'INPROGRESS','expiration':32503680000,'in_progress_expiration':1000,'validation':'f'}");
        ClaimRequest other = new ClaimRequest(
                key, Requests.token(), null, new Fingerprint("g"), Requests.LEASE, Requests.KEEP, 9, "test");
        assertThat(store.claim(other)).as("S-11").isInstanceOf(Existing.class);
        ClaimRequest next = new ClaimRequest(
                key, Requests.token(), null, new Fingerprint("f"), Requests.LEASE, Requests.KEEP, 9, "test");

        assertThat(store.claim(next)).isEqualTo(new Acquired(2));

        assertThat(store.find(key).orElseThrow().fingerprint()).isEqualTo(new Fingerprint("f"));
        assertThat(store.complete(of(next), Requests.done())).isEqualTo(WriteResult.APPLIED);
    }

    /** Redis removes it later: the server's expiry is in whole seconds there. */
    @Test
    @Clause({"S-04", "S-24"})
    void an_expired_one_that_is_still_there_is_claimed_as_attempt_1() {
        plant("{'status':'COMPLETED','expiration':1000,'data':1}");

        assertThat(store.find(key)).isEmpty();
        assertThat(store.claim(claim(key))).isEqualTo(new Acquired(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SENTINEL",
                "",
                "[1]",
                "{'status':'SENTINEL'}",
                "{'status':5}",
                "{'expiration':1}",
                "{'status':'COMPLETED','expiration':'SENTINEL'}",
                "{'status':'COMPLETED','expiration':1e999999999}",
                "{'status':'COMPLETED','expiration':99999999999999999999999}",
                "{'status':'COMPLETED','token':'SENTINEL SENTINEL'}",
                "{'status':'COMPLETED','attempt':0}",
                "{'status':'COMPLETED','attempt':1.5}",
                "{'status':'COMPLETED','data':",
                "{'status':'COMPLETED'} x",
                "{'status':'COMPLETED','idem4j':1,'expiration':1,'expires_at':SENTINEL}"
            })
    @Clause("S-13")
    void what_makes_no_sense_is_inconsistent_not_quoted_and_not_overwritten(String value) {
        plant(value);

        for (Runnable call : List.<Runnable>of(() -> store.claim(claim(key)), () -> store.find(key))) {
            Throwable failure = catchThrowable(call::run);
            assertThat(failure).isInstanceOf(InconsistentStateException.class);
            StringWriter text = new StringWriter();
            failure.printStackTrace(new PrintWriter(text));
            assertThat(text.toString()).doesNotContain("SENTINEL");
        }
        assertThat(connection.sync().get(prefix + key.id())).isEqualTo(value.replace('\'', '"'));
    }

    @Test
    @Clause("S-13")
    void a_key_that_holds_no_string_is_inconsistent() {
        connection.sync().lpush(prefix + key.id(), "x");

        assertThatThrownBy(() -> store.claim(claim(key))).isInstanceOf(InconsistentStateException.class);
        assertThatThrownBy(() -> store.complete(of(claim(key)), Requests.done()))
                .isInstanceOf(InconsistentStateException.class);
    }

    @Test
    void unsettled_lists_lapsed_claims_the_longest_silent_first_and_passes_over_all_else() {
        List<String> silent = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ClaimRequest claim = claim(key());
            store.claim(claim);
            store.renew(of(claim), Duration.ZERO, Requests.KEEP);
            silent.add(claim.key().id());
            long written = System.nanoTime();
            while (System.nanoTime() - written < 2_000_000) {
                Thread.onSpinWait();
            }
        }
        plant("{'status':'INPROGRESS','expiration':32503680000,'in_progress_expiration':1000}");
        silent.add(0, key.id());
        store.claim(claim(key()));
        ClaimRequest settled = claim(key());
        store.claim(settled);
        store.complete(of(settled), Requests.done());
        connection.sync().set(prefix + "text", "INPROGRESS");
        connection.sync().lpush(prefix + "list", "INPROGRESS");
        connection
                .sync()
                .set(prefix.replace('*', 'y') + "other", "{\"status\":\"INPROGRESS\",\"in_progress_expiration\":1}");

        assertThat(store.unsettled(100)).extracting(record -> record.key().id()).containsExactlyElementsOf(silent);
        assertThat(store.unsettled(2))
                .extracting(record -> record.key().id())
                .containsExactlyElementsOf(silent.subList(0, 2));
        assertThat(store.forget(store.unsettled(1).get(0))).isEqualTo(WriteResult.APPLIED);
        assertThat(store.unsettled(100)).hasSize(5);
    }

    @Test
    void a_listed_key_has_the_parts_that_it_was_called_by() {
        List<IdempotencyKey> called = List.of(
                IdempotencyKey.of("orders.place", "7f1c"),
                IdempotencyKey.of("orders.place", "7f1c").forPrincipal("ann"),
                IdempotencyKey.of("a#b", "%23#%").forPrincipal("#%25"),
                IdempotencyKey.unscoped("7f1c"),
                IdempotencyKey.unscoped("7#1%c").forPrincipal("ann"));

        assertThat(called).allSatisfy(key -> assertThat(Outsiders.key(key.id())).isEqualTo(key));
        assertThat(List.of("a#b#c#d", "a#%41", "#", "a##b", "100%"))
                .allSatisfy(id -> assertThat(Outsiders.key(id)).isEqualTo(IdempotencyKey.ofId(id)));
    }
}
