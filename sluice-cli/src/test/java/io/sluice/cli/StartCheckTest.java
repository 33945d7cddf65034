package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code serve --check-start} says what would go wrong. */
class StartCheckTest {
    @TempDir
    Path folder;

    /** On free ports by default. */
    private static Run check(String... flags) {
        List<String> all = new ArrayList<>(List.of("serve", "--check-start"));
        for (String port : List.of("--port", "--api-port", "--resp-port", "--admin-port")) {
            if (!List.of(flags).contains(port)) {
                all.addAll(List.of(port, "0"));
            }
        }
        all.addAll(List.of(flags));
        return Run.sluice(all.toArray(String[]::new));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void nothingIsWrongWithTheDemoApplication() {
        Run run = check();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("gateway: HTTP/1.1 200 OK\n", "admin: HTTP/1.1 200 OK\n");
        assertThat(run.status()).isZero();
    }

    @Test
    void anUpstreamThatIsNotThere() throws Exception {
        String url = "http://127.0.0.1:" + freePort();
        Run run = check("--upstream", url);
        assertThat(run.err().lines())
                .anyMatch(line -> line.startsWith("sluice: " + url + " of upstream upstream cannot be used: ")
                        && line.contains("Connection refused"));
        assertThat(run.status()).isEqualTo(1);
    }

    @Test
    void aRedisThatIsNotThere() throws Exception {
        Run run = check("--redis", "redis://127.0.0.1:" + freePort());
        assertThat(run.err().lines())
                .anyMatch(line ->
                        line.startsWith("sluice: Redis does not count: ") && line.contains("Connection refused"));
        assertThat(run.status()).isEqualTo(1);
    }

    @Test
    void aRedisThatWantsAPassword() {
        try (RedisServer redis = RedisServer.builder().password("secret").start()) {
            String address = redis.url().substring(redis.url().indexOf("127.0.0.1"));
            Run none = check("--redis", "redis://" + address);
            assertThat(none.err().lines())
                    .anyMatch(line -> line.startsWith("sluice: Redis does not count: ") && line.contains("NOAUTH"));
            assertThat(none.status()).isEqualTo(1);
            Run wrong = check("--redis", "redis://:wrong@" + address);
            assertThat(wrong.err().lines())
                    .anyMatch(line -> line.startsWith("sluice: Redis does not count: ") && line.contains("WRONGPASS"));
            assertThat(wrong.status()).isEqualTo(1);
            Run right = check("--redis", "redis://:secret@" + address);
            assertThat(right.status()).as(right.err()).isZero();
        }
    }

    @Test
    void aPortThatIsBusy() throws Exception {
        try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Run run = check("--port", String.valueOf(busy.getLocalPort()));
            assertThat(run.err())
                    .isEqualTo("sluice: gateway: cannot listen on 127.0.0.1 port " + busy.getLocalPort()
                            + " (Address already in use)\n");
            assertThat(run.status()).isEqualTo(1);
        }
    }

    @Test
    void aCertificateThatCannotBeRead() throws Exception {
        Path certificate = Files.writeString(folder.resolve("cert.pem"), "no certificate");
        Path key = Files.writeString(folder.resolve("key.pem"), "no key");
        Run run = check("--tls-certificate", certificate.toString(), "--tls-key", key.toString());
        assertThat(run.err()).startsWith("sluice: ").contains("certificate");
        assertThat(run.status()).isEqualTo(1);
    }
}
