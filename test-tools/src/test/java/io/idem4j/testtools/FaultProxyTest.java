package io.idem4j.testtools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.idem4j.testtools.FaultProxy.Armed;
import io.idem4j.testtools.FaultProxy.Fault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FaultProxyTest {
    private EchoServer server;
    private FaultProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new EchoServer("");
        proxy = FaultProxy.to(server.port());
    }

    @AfterEach
    void end() throws IOException {
        proxy.close();
        server.close();
    }

    private Socket connect() throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        client.setSoTimeout(500);
        return client;
    }

    private static String ask(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes());
        byte[] answer = new byte[100];
        int length = client.getInputStream().read(answer);
        return length < 0 ? "closed" : new String(answer, 0, length);
    }

    @Test
    void everything_passes_and_exchanges_are_counted() throws IOException {
        try (Socket client = connect()) {
            assertThat(ask(client, "one")).isEqualTo("one");
            assertThat(ask(client, "two")).isEqualTo("two");
        }
        assertThat(server.heard()).containsExactly("one", "two");
        assertThat(proxy.exchanges()).isEqualTo(2);
    }

    @Test
    void cut_before_the_server_hears_nothing() throws IOException {
        Armed armed = proxy.arm(Fault.CUT_BEFORE, request -> request.text().equals("two"));
        try (Socket client = connect()) {
            ask(client, "one");
            assertThat(armed.hasHit()).isFalse();
            assertThat(ask(client, "two")).isEqualTo("closed");
        }
        assertThat(armed.hasHit()).isTrue();
        assertThat(server.heard()).containsExactly("one");
    }

    @Test
    void cut_after_the_answer_the_server_has_answered_and_the_client_hears_nothing() throws IOException {
        proxy.arm(Fault.CUT_AFTER_ANSWER, request -> request.exchange() == 2);
        try (Socket client = connect()) {
            ask(client, "one");
            assertThat(ask(client, "two")).isEqualTo("closed");
        }
        assertThat(server.heard()).containsExactly("one", "two");
    }

    @Test
    void silent_before_the_client_is_left_to_wait() throws IOException {
        proxy.arm(Fault.SILENT_BEFORE);
        try (Socket client = connect()) {
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> ask(client, "one"));
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> ask(client, "two"));
        }
        assertThat(server.heard()).isEmpty();
    }

    @Test
    void silent_after_the_answer_the_client_is_left_to_wait() throws IOException {
        proxy.arm(Fault.SILENT_AFTER_ANSWER);
        try (Socket client = connect()) {
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> ask(client, "one"));
        }
        assertThat(server.heard()).containsExactly("one");
    }

    @Test
    void a_fault_hits_once_and_other_connections_not_at_all() throws IOException {
        proxy.arm(Fault.CUT_BEFORE, request -> request.connection() == 2);
        try (Socket first = connect()) {
            ask(first, "one");
            try (Socket second = connect()) {
                assertThat(ask(second, "two")).isEqualTo("closed");
            }
            assertThat(ask(first, "three")).isEqualTo("three");
        }
    }

    @Test
    void what_is_disarmed_does_not_hit() throws IOException {
        Armed armed = proxy.arm(Fault.CUT_BEFORE);
        proxy.disarm();
        try (Socket client = connect()) {
            assertThat(ask(client, "one")).isEqualTo("one");
        }
        assertThat(armed.hasHit()).isFalse();
    }

    @Test
    void all_connections_are_cut_and_new_ones_refused_until_they_are_admitted() throws IOException {
        try (Socket client = connect()) {
            ask(client, "one");
            proxy.cutAll();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        proxy.refuse();
        try (Socket client = connect()) {
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        proxy.admit();
        try (Socket client = connect()) {
            assertThat(ask(client, "two")).isEqualTo("two");
        }
    }

    @Test
    void pieces_are_held_in_each_direction() throws IOException {
        proxy.delay(Duration.ofMillis(50));
        try (Socket client = connect()) {
            long start = System.nanoTime();
            assertThat(ask(client, "one")).isEqualTo("one");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
        }
    }

    @Test
    void new_connections_go_to_another_server_after_a_switch() throws IOException {
        try (EchoServer other = new EchoServer("other ");
                Socket before = connect()) {
            ask(before, "one");
            proxy.switchTo(other.port());
            try (Socket after = connect()) {
                assertThat(ask(after, "two")).isEqualTo("other two");
            }
            assertThat(ask(before, "three")).isEqualTo("three");
        }
    }

    @Test
    void a_server_that_is_gone_closes_the_client() throws IOException {
        try (Socket client = connect()) {
            ask(client, "one");
            server.close();
            await().until(() -> ask(client, "two").equals("closed"));
        }
    }
}
