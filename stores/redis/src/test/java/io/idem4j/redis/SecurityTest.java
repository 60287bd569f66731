package io.idem4j.redis;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.done;
import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.StoreRejectedException;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.RedisServer;
import io.idem4j.testtools.Requests;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that want TLS, a user, or both of little. */
@OnStore("redis")
class SecurityTest {
    private static final String RIGHTS =
            "user service on >secret ~idem4j:* resetchannels &idem4j:* -@all +evalsha +eval +get +set +del +time +pexpireat +publish"
                    + " +subscribe +unsubscribe +scan +info +ping +hello +client";

    @TempDir
    Path folder;

    private static void assertWorks(RedisStore store) {
        ClaimRequest claim = claim(key());
        assertThat(store.claim(claim)).isEqualTo(new Acquired(1));
        assertThat(store.renew(of(claim), Duration.ZERO, Requests.KEEP)).isEqualTo(WriteResult.APPLIED);
        assertThat(store.unsettled(10)).hasSize(1);
        assertThat(store.complete(of(claim), done())).isEqualTo(WriteResult.APPLIED);
        assertThat(store.forget(store.find(claim.key()).orElseThrow())).isEqualTo(WriteResult.APPLIED);
    }

    @Test
    void a_server_that_speaks_tls_alone() throws Exception {
        certificate();
        int port = RedisServer.freePort();
        try (RedisServer server = RedisServer.started(
                "--port",
                "0",
                "--tls-port",
                Integer.toString(port),
                "--tls-cert-file",
                folder.resolve("cert.pem").toString(),
                "--tls-key-file",
                folder.resolve("key.pem").toString(),
                "--tls-ca-cert-file",
                folder.resolve("cert.pem").toString(),
                "--tls-auth-clients",
                "no")) {
            RedisClient client = RedisClient.create();
            client.setOptions(ClientOptions.builder()
                    .sslOptions(SslOptions.builder()
                            .jdkSslProvider()
                            .trustManager(folder.resolve("cert.pem").toFile())
                            .build())
                    .build());
            try (RedisStore store = RedisStore.builder(client, RedisURI.create("rediss://localhost:" + port))
                    .build()) {
                assertWorks(store);
            } finally {
                client.shutdown();
            }
            assertThatThrownBy(() ->
                            RedisStore.builder("rediss://localhost:" + port).build())
                    .as("an unknown certificate")
                    .isInstanceOf(io.idem4j.StoreUnavailableException.class);
            assertThat(server.port()).isNotEqualTo(port);
        }
    }

    /** Made here, by the JDK's own tool. */
    private void certificate() throws Exception {
        Path store = folder.resolve("key.p12");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "redis",
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        store.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream content = Files.newInputStream(store)) {
            keys.load(content, "changeit".toCharArray());
        }
        pem(
                "key.pem",
                "PRIVATE KEY",
                keys.getKey("redis", "changeit".toCharArray()).getEncoded());
        pem("cert.pem", "CERTIFICATE", keys.getCertificate("redis").getEncoded());
    }

    private void pem(String name, String what, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(
                folder.resolve(name), "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }

    @Test
    void a_user_with_the_rights_that_the_documentation_names() throws IOException {
        Path users = Files.writeString(folder.resolve("users.acl"), "user default off\n" + RIGHTS + "\n");
        try (RedisServer server = RedisServer.started("--aclfile", users.toString());
                RedisStore store = RedisStore.builder(server.uri().replace("redis://", "redis://service:secret@"))
                        .build()) {
            assertWorks(store);
        }
    }

    @Test
    @Clause("S-13")
    void a_user_without_a_right_is_told_which_are_needed() throws IOException {
        for (String missing : new String[] {"evalsha", "set", "get", "time"}) {
            Path users = Files.writeString(
                    folder.resolve(missing), "user default off\n" + RIGHTS.replace(" +" + missing, "") + "\n");
            try (RedisServer server = RedisServer.started("--aclfile", users.toString());
                    RedisStore store = RedisStore.builder(server.uri().replace("redis://", "redis://service:secret@"))
                            .build()) {
                assertThatThrownBy(() -> store.claim(claim(key())))
                        .as(missing)
                        .isInstanceOf(StoreRejectedException.class)
                        .hasMessageContaining("the ACL user needs")
                        .hasMessageContaining("nothing was written");
            }
        }
    }

    @Test
    @Clause("S-13")
    void a_wrong_password_is_rejected_and_not_told() throws IOException {
        Path users = Files.writeString(folder.resolve("users.acl"), "user default off\n" + RIGHTS + "\n");
        try (RedisServer server = RedisServer.started("--aclfile", users.toString())) {
            assertThatThrownBy(() -> RedisStore.builder(server.uri().replace("redis://", "redis://service:wrong-one@"))
                            .build())
                    .isInstanceOf(StoreRejectedException.class)
                    .hasMessageContaining("user or password")
                    .satisfies(failure -> {
                        for (Throwable t = failure; t != null; t = t.getCause()) {
                            assertThat(t.toString()).doesNotContain("wrong-one");
                        }
                    });
        }
    }

    /** It quotes what was sent; nobody else may. */
    @Test
    @Clause({"S-13", "E-13"})
    void a_server_without_scripts_is_rejected_and_its_words_are_not_repeated() {
        try (RedisServer server = RedisServer.started("--rename-command", "EVALSHA", "NOT-THERE");
                RedisStore store = RedisStore.builder(server.uri()).build()) {
            ClaimRequest claim = new ClaimRequest(
                    IdempotencyKey.of("orders", "SENTINEL-key"),
                    new Token("SENTINEL-token"),
                    "SENTINEL-owner",
                    new Fingerprint("SENTINEL-print"),
                    Requests.LEASE,
                    Requests.KEEP,
                    1,
                    "SENTINEL-label");

            for (ThrowingCallable call : new ThrowingCallable[] {
                () -> store.claim(claim), () -> store.complete(of(claim), done("\"SENTINEL-data\""))
            }) {
                Throwable failure = catchThrowable(call);
                assertThat(failure).isInstanceOf(StoreRejectedException.class).hasMessageContaining("6.2");
                StringWriter text = new StringWriter();
                failure.printStackTrace(new PrintWriter(text));
                assertThat(text.toString()).doesNotContain("SENTINEL");
            }
        }
    }
}
