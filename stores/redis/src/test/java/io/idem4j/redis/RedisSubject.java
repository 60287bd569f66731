package io.idem4j.redis;

import static org.awaitility.Awaitility.await;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.ExpiredRecords;
import io.idem4j.tck.ForeignRows;
import io.idem4j.tck.Hook;
import io.idem4j.tck.Interleaving;
import io.idem4j.tck.RoundTrips;
import io.idem4j.tck.StoreFaults;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A store on one server in the hands of the kit, behind a proxy, as a user of its own, with a prefix of its own. */
final class RedisSubject implements StoreUnderTest {
    private static final Pattern CALLS = Pattern.compile(
            "cmdstat_(set|del|unlink|expire|pexpire|pexpireat|publish|psetex|getex|append):calls=(\\d+)");

    private final String user = "kit-" + UUID.randomUUID();
    private final String prefix = user + ":";
    private final FaultProxy proxy;
    private final RedisClient admin;
    private final StatefulRedisConnection<String, String> connection;
    private final RedisStore store;

    RedisSubject(RedisServer server) {
        this.proxy = FaultProxy.to(server.port());
        this.admin = RedisClient.create(server.uri());
        this.connection = admin.connect();
        acl("+@all");
        String uri = RedisServer.uri(proxy.port()).replace("redis://", "redis://" + user + ":secret@");
        this.store = RedisStore.builder(uri)
                .keyPrefix(prefix)
                .timeout(Duration.ofSeconds(10))
                .build();
    }

    private void acl(String rule) {
        connection
                .sync()
                .dispatch(
                        io.lettuce.core.protocol.CommandType.ACL,
                        new io.lettuce.core.output.StatusOutput<>(io.lettuce.core.codec.StringCodec.UTF8),
                        new io.lettuce.core.protocol.CommandArgs<>(io.lettuce.core.codec.StringCodec.UTF8)
                                .add("SETUSER")
                                .add(user)
                                .add("on")
                                .add(">secret")
                                .add("~*")
                                .add("&*")
                                .add(rule));
    }

    RedisCommands<String, String> commands() {
        return connection.sync();
    }

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public TestClock clock() {
        return null;
    }

    @Override
    public ExpiredRecords expiredRecords() {
        return ExpiredRecords.GO_BY_THEMSELVES;
    }

    @Override
    public Hook<RoundTrips> roundTrips() {
        return Hook.of(proxy::exchanges);
    }

    @Override
    public Hook<LongSupplier> writes() {
        return Hook.of(() -> {
            Matcher calls = CALLS.matcher(commands().info("commandstats"));
            long sum = 0;
            while (calls.find()) {
                sum += Long.parseLong(calls.group(2));
            }
            return sum;
        });
    }

    @Override
    public Hook<Interleaving> interleaving() {
        return Hook.notApplicable("a script is one step of a server that does one at a time");
    }

    @Override
    public Hook<ForeignRows> foreignRows() {
        return Hook.of(new Rows());
    }

    @Override
    public Hook<StoreFaults> faults() {
        return Hook.of(new Faults());
    }

    void end() {
        store.close();
        connection.close();
        admin.shutdown();
        proxy.close();
    }

    /** As the cache layer of Powertools for TypeScript writes. */
    private final class Rows implements ForeignRows {
        @Override
        public void plant(IdempotencyKey key, RecordStatus status, Instant leaseUntil, Instant expiresAt, String data) {
            String lease = leaseUntil == null ? "" : ",\"in_progress_expiration\":" + leaseUntil.toEpochMilli();
            set(
                    key,
                    "{\"status\":\"" + Records.spelled(status) + "\",\"expiration\":" + expiresAt.getEpochSecond()
                            + lease + (data == null ? "" : ",\"data\":" + data) + "}",
                    expiresAt);
        }

        /** One that keeps what it does not know, our token too. */
        @Override
        public void complete(IdempotencyKey key, String data, Instant expiresAt) {
            String value = commands().get(prefix + key.id());
            set(
                    key,
                    value.replace("\"INPROGRESS\"", "\"COMPLETED\"").replaceFirst("}$", ",\"data\":") + data + "}",
                    expiresAt);
        }

        private void set(IdempotencyKey key, String value, Instant expiresAt) {
            commands().set(prefix + key.id(), value, SetArgs.Builder.pxAt(expiresAt));
        }
    }

    private final class Faults implements StoreFaults {
        @Override
        public Set<Kind> kinds() {
            return EnumSet.allOf(Kind.class);
        }

        @Override
        public Runnable begin(Kind kind) {
            return switch (kind) {
                case UNREACHABLE -> {
                    proxy.refuse();
                    proxy.cutAll();
                    await().until(() -> !store.isConnected());
                    yield () -> proxy.admit();
                }
                case REPLY_LOST -> {
                    proxy.arm(
                            FaultProxy.Fault.CUT_AFTER_ANSWER,
                            request -> request.text().contains("EVALSHA"));
                    yield proxy::disarm;
                }
                case REFUSED -> {
                    acl("-evalsha");
                    yield () -> acl("+evalsha");
                }
            };
        }
    }
}
