package io.idem4j.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.Clause;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.Tier;
import io.idem4j.testtools.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server in a network of its own, whose only link goes down: packets vanish, and no connection is closed. */
@OnStore("redis")
@NeedsProgram("ip")
class PartitionTest {
    private static final int KEYS = Tier.size(1_000);
    private static final int PARTITIONS = Math.max(2, Tier.size(10));
    private static final Duration SHORT = Duration.ofMillis(500);

    private final String name = "idem" + ProcessHandle.current().pid() % 100_000;
    private final int net = 1 + (int) (ProcessHandle.current().pid() % 250);
    private final String outside = "10.213." + net + ".1";
    private final String inside = "10.213." + net + ".2";

    @BeforeEach
    void lay() throws Exception {
        ip("netns", "add", name);
        ip("link", "add", name + "o", "type", "veth", "peer", "name", name + "i", "netns", name);
        ip("addr", "add", outside + "/30", "dev", name + "o");
        ip("link", "set", name + "o", "up");
        ip("-n", name, "addr", "add", inside + "/30", "dev", name + "i");
        ip("-n", name, "link", "set", name + "i", "up");
        ip("-n", name, "link", "set", "lo", "up");
    }

    @AfterEach
    void clear() throws Exception {
        ip("netns", "del", name);
    }

    private static void ip(String... arguments) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(() -> String.join(" ", command) + ": " + said)
                .isZero();
    }

    @Test
    @Clause({"S-12", "S-13"})
    void nothing_runs_twice_and_nothing_is_lost_when_the_link_comes_and_goes() throws Exception {
        try (RedisServer server = RedisServer.startedBehind(List.of("ip", "netns", "exec", name), inside);
                RedisStore store =
                        RedisStore.builder(server.uri()).timeout(SHORT).build();
                Load load = new Load(store, KEYS)) {
            load.during(() -> {
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    TimeUnit.MILLISECONDS.sleep(150);
                    ip("link", "set", name + "o", "down");
                    TimeUnit.MILLISECONDS.sleep(SHORT.toMillis() * 2);
                    ip("link", "set", name + "o", "up");
                }
            });
            load.assertEachRanOnceAndAllGotItsResult();
        }
    }
}
