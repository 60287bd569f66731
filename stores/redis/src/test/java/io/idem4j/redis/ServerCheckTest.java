package io.idem4j.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.ConfigurationException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.testtools.Logged;
import io.idem4j.testtools.RedisServer;
import io.idem4j.testtools.Requests;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is said when a store is built. */
class ServerCheckTest {
    private final Logged log = new Logged("io.idem4j.redis", Level.INFO);

    @AfterEach
    void end() {
        log.close();
    }

    private List<String> saidOf(String... settings) {
        try (RedisServer server = RedisServer.started(settings);
                RedisStore store = RedisStore.builder(server.uri()).build()) {
            assertThat(store.traits().name()).isEqualTo("redis");
        }
        return log.lines();
    }

    @Test
    void a_server_that_evicts_is_warned_of() {
        assertThat(saidOf("--maxmemory", "100mb", "--maxmemory-policy", "volatile-lru"))
                .singleElement()
                .asString()
                .contains("evicts")
                .contains("volatile-lru")
                .contains("noeviction");
    }

    @Test
    void a_server_without_an_append_only_file_is_warned_of() {
        assertThat(saidOf("--appendonly", "no")).singleElement().asString().contains("appendonly yes");
    }

    @Test
    void nothing_is_said_of_a_server_that_keeps_what_it_confirms() {
        assertThat(saidOf("--maxmemory", "100mb", "--maxmemory-policy", "noeviction"))
                .isEmpty();
    }

    @Test
    void without_the_check_a_store_is_built_while_its_server_is_down() {
        RedisServer server = RedisServer.started();
        server.stop();
        assertThatThrownBy(() -> RedisStore.builder(server.uri()).build())
                .isInstanceOf(StoreUnavailableException.class);
        try (RedisStore store =
                RedisStore.builder(server.uri()).checkServer(false).build()) {
            assertThatThrownBy(() -> store.find(Requests.key())).isInstanceOf(StoreUnavailableException.class);
            server.start();
            assertThat(store.find(Requests.key())).isEmpty();
        } finally {
            server.close();
        }
    }

    @Test
    void a_setting_that_can_not_be_is_named() {
        RedisStoreBuilder builder = RedisStore.builder("redis://localhost");
        assertNames("timeout", () -> builder.timeout(Duration.ZERO));
        assertNames("maxDataBytes", () -> builder.maxDataBytes(0));
        assertNames("keyPrefix", () -> builder.keyPrefix("x".repeat(256)));
        assertNames("waitForReplicas", () -> builder.waitForReplicas(0, Duration.ofSeconds(1)));
        assertNames("waitForReplicas", () -> builder.waitForReplicas(1, Duration.ZERO));
        assertNames(
                "waitForReplicas",
                () -> builder.waitForReplicas(1, Duration.ofSeconds(1))
                        .cluster(true)
                        .build());
        assertNames("uri", () -> RedisStore.builder("http://user:secret@host"));
    }

    private static void assertNames(String setting, Runnable wrong) {
        assertThatThrownBy(wrong::run)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(setting)
                .hasMessageNotContaining("secret");
    }
}
