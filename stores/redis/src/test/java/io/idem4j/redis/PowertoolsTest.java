package io.idem4j.redis;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.done;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.spi.ClaimResult.Held;
import io.idem4j.spi.Completion;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.Clause;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.RedisServer;
import io.idem4j.testtools.Requests;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Functions with the published package of Powertools for TypeScript on the same keys. */
@OnStore("redis")
@NeedsProgram({"node", "npm"})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PowertoolsTest {
    private static final String DATA = "{\"id\":\"o-1\",\"parts\":[1.5,\"é😀\",null,{}]}";
    private static final Duration BRIEF = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private RedisClient client;
    private StatefulRedisConnection<String, String> connection;
    private RedisStore store;
    private PowertoolsAgent theirs;

    @BeforeAll
    void begin() {
        RedisServer server = RedisServer.shared();
        client = RedisClient.create(server.uri());
        connection = client.connect();
        store = RedisStore.builder(server.uri()).sharedWithPowertools(true).build();
        theirs = new PowertoolsAgent(server.uri());
    }

    @AfterAll
    void end() {
        theirs.close();
        store.close();
        connection.close();
        client.shutdown();
    }

    private static String fresh() {
        return UUID.randomUUID().toString();
    }

    private static String hash(String json) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(json.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static IdempotencyKey key(String id) {
        return IdempotencyKey.ofId("orders#" + hash("\"" + id + "\""));
    }

    private StoredRecord met(String id) {
        return ((Existing) store.claim(claim(key(id)))).record();
    }

    @Test
    @Clause({"S-09", "S-24"})
    void what_they_completed_we_replay() {
        String id = fresh();
        assertThat(theirs.run(id, DATA)).containsEntry("ran", "true");

        StoredRecord record = met(id);

        assertThat(record.status()).isEqualTo(RecordStatus.COMPLETED);
        assertThat(record.data()).isEqualTo(DATA);
        assertThat(record.expiresAt()).isAfter(record.observedAt().plusSeconds(3_000));
    }

    @Test
    @Clause("S-09")
    void what_we_completed_they_replay() {
        for (String data : new String[] {DATA, "[]", "0", "\"\"", "false", "12345.5"}) {
            String id = fresh();
            ClaimRequest ours = claim(key(id));
            store.claim(ours);
            store.complete(of(ours), done(data));

            assertThat(theirs.run(id, "\"again\""))
                    .containsEntry("ran", "false")
                    .containsEntry("answer", data);
        }
    }

    @Test
    void a_result_of_ours_without_a_value_they_replay_as_none() {
        String id = fresh();
        ClaimRequest ours = claim(key(id));
        store.claim(ours);
        store.complete(of(ours), new Completion(RecordStatus.COMPLETED, null, Requests.RETENTION));

        assertThat(theirs.run(id, "\"again\"")).containsEntry("ran", "false").doesNotContainKey("answer");
    }

    @Test
    void what_we_could_not_store_or_what_failed_they_refuse_and_do_not_run() {
        for (RecordStatus status : new RecordStatus[] {RecordStatus.COMPLETED_WITHOUT_RESULT, RecordStatus.FAILED}) {
            String id = fresh();
            ClaimRequest ours = claim(key(id));
            store.claim(ours);
            String data = status == RecordStatus.FAILED ? "{}" : null;
            store.complete(of(ours), new Completion(status, data, Requests.RETENTION));

            assertThat(theirs.run(id, "\"again\""))
                    .containsEntry("ran", "false")
                    .containsKey("error");
        }
    }

    @Test
    @Clause({"S-02", "S-24"})
    void while_theirs_runs_ours_is_in_progress_and_then_replays() {
        String id = fresh();
        int running = theirs.holding(id, DATA);

        StoredRecord record = met(id);
        assertThat(record.status()).isEqualTo(RecordStatus.IN_PROGRESS);
        assertThat(record.isLapsed()).isFalse();
        assertThat(record.leaseUntil()).isNotNull();

        assertThat(theirs.finish(running)).containsEntry("ran", "true");
        assertThat(met(id).data()).isEqualTo(DATA);
    }

    @Test
    @Clause("S-02")
    void while_ours_runs_theirs_is_refused_also_where_ours_has_no_lease() {
        for (Duration lease : new Duration[] {Requests.LEASE, null}) {
            String id = fresh();
            ClaimRequest ours =
                    new ClaimRequest(key(id), Requests.token(), null, null, lease, Requests.KEEP, 9, "test");
            store.claim(ours);

            assertThat(theirs.run(id, "\"again\""))
                    .containsEntry("ran", "false")
                    .hasEntrySatisfying("error", error -> assertThat(error).contains("InProgress"));
            assertThat(store.complete(of(ours), done())).isEqualTo(WriteResult.APPLIED);
        }
    }

    @Test
    @Clause({"S-05", "S-24"})
    void what_of_theirs_lapsed_we_take_over_under_their_lock_and_their_late_result_fences_us() {
        String id = fresh();
        int running = theirs.holding(id, "\"late\"", "\"remaining\":" + BRIEF.toMillis());
        ClaimRequest ours = claim(key(id));

        await().atMost(PATIENCE).until(() -> store.claim(ours), new Acquired(2)::equals);

        assertThat(connection.sync().ttl(key(id).id() + ":lock")).isBetween(1L, 10L);
        assertThat(theirs.finish(running)).containsEntry("ran", "true");
        assertThat(store.complete(of(ours), done()))
                .as("they write over any record")
                .isEqualTo(WriteResult.FENCED);
        assertThat(met(id).data()).isEqualTo("\"late\"");
    }

    @Test
    void what_of_ours_lapsed_they_take_over_and_we_are_fenced() {
        String id = fresh();
        ClaimRequest ours = claim(key(id), BRIEF);
        store.claim(ours);

        await().atMost(PATIENCE)
                .until(
                        () -> theirs.run(id, "\"theirs\""),
                        answer -> answer.get("ran").equals("true"));

        assertThat(store.complete(of(ours), done())).isEqualTo(WriteResult.FENCED);
        assertThat(met(id).data()).isEqualTo("\"theirs\"");
    }

    @Test
    void while_they_hold_the_lock_we_take_nothing_over() {
        String id = fresh();
        ClaimRequest dead = claim(key(id), BRIEF);
        store.claim(dead);
        store.renew(of(dead), Duration.ZERO, Requests.KEEP);
        connection
                .sync()
                .set(key(id).id() + ":lock", "true", SetArgs.Builder.ex(10).nx());
        ClaimRequest ours = claim(key(id));

        assertThat(store.claim(ours)).isInstanceOf(Held.class);
        assertThat(store.find(key(id)).orElseThrow().token()).isEqualTo(dead.token());

        connection.sync().del(key(id).id() + ":lock");
        assertThat(store.claim(ours)).isEqualTo(new Acquired(2));
        assertThat(store.claim(ours)).as("a repeat").isEqualTo(new Acquired(2));
    }

    /** The first sending took the lock, and its answer was lost. */
    @Test
    @Clause("S-12")
    void a_repeat_finds_its_own_lock_open() {
        String id = fresh();
        ClaimRequest dead = claim(key(id), BRIEF);
        store.claim(dead);
        store.renew(of(dead), Duration.ZERO, Requests.KEEP);
        ClaimRequest ours = claim(key(id));
        connection.sync().set(key(id).id() + ":lock", ours.token().value(), SetArgs.Builder.ex(10));

        assertThat(store.claim(ours)).isEqualTo(new Acquired(2));
    }

    /** They saw it lapsed, we were quicker: they find the lock taken. */
    @Test
    void while_we_hold_the_lock_they_take_nothing_over() {
        String id = fresh();
        ClaimRequest dead = claim(key(id), BRIEF);
        store.claim(dead);
        store.renew(of(dead), Duration.ZERO, Requests.KEEP);
        connection.sync().set(key(id).id() + ":lock", Requests.token().value(), SetArgs.Builder.ex(10));

        Map<String, String> answer = theirs.run(id, "\"theirs\"");

        assertThat(answer).containsEntry("ran", "false").containsKey("error");
        assertThat(store.find(key(id)).orElseThrow().token()).isEqualTo(dead.token());
    }

    @Test
    @Clause("S-11")
    void a_payload_is_compared_with_theirs() {
        String id = fresh();
        theirs.run(id, DATA, "\"amount\":5");
        assertThat(met(id).fingerprint())
                .as("a completion of theirs keeps none")
                .isNull();

        String running = fresh();
        int call = theirs.holding(running, DATA, "\"amount\":5");
        assertThat(met(running).fingerprint()).isEqualTo(new Fingerprint(hash("5")));
        theirs.finish(call);

        String own = fresh();
        ClaimRequest ours = new ClaimRequest(
                key(own), Requests.token(), null, new Fingerprint(hash("5")), Requests.LEASE, Requests.KEEP, 9, "test");
        store.claim(ours);
        store.complete(of(ours), done(DATA));
        assertThat(theirs.run(own, "1", "\"amount\":5")).containsEntry("answer", DATA);
        assertThat(theirs.run(own, "1", "\"amount\":6"))
                .containsEntry("ran", "false")
                .hasEntrySatisfying("error", error -> assertThat(error).contains("Validation"));
    }
}
