package io.sluice.testkit.http;

import static io.sluice.testkit.http.HttpScene.twoPerAddress;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody gets around a limit by the way they speak HTTP. */
interface ProtocolCases extends HttpScene {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST / HTTP/1.0\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
                "GET / HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\n b\r\nConnection: close\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
                "\u0001GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            })
    default void ambiguousFramingIsRefused_19(String request) throws Exception {
        RawHttp client = behind(twoPerAddress("10.0.0.0/8"));
        assertThat(client.exchange(request).status()).isIn(0, 400);
        assertThat(served()).isZero();
    }

    @Test
    default void aSlowRequestIsGivenUpAndHoldsNoPermit_20() throws Exception {
        RawHttp client = behind(twoPerAddress("10.0.0.0/8"));
        try (Socket slow = client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")) {
            assertThat(new String(slow.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII))
                    .doesNotContain("200");
        }
        assertThat(client.get("/").status()).isEqualTo(200);
        assertThat(client.get("/").status()).isEqualTo(200);
        assertThat(client.get("/").status()).isEqualTo(429);
    }

    @Test
    default void anAbandonedRequestIsCharged_21() throws Exception {
        RawHttp client = behind(twoPerAddress("10.0.0.0/8"));
        for (int i = 1; i <= 2; i++) {
            int before = i;
            try (Socket socket = client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
                awaitServed(before);
                socket.setSoLinger(true, 0);
            }
        }
        assertThat(client.get("/").status()).isEqualTo(429);
    }

    @Test
    default void ruleTextIsNeverRun_22() throws Exception {
        RawHttp client = behind("""
                version: 1
                rules:
                  everybody:
                    per: ip
                    limit: 1/day
                    message: "#{T(java.lang.Runtime).getRuntime()} ${7*7} {{7*7}}"
                """);
        client.get("/");
        RawAnswer answer = client.get("/", "Accept: text/plain");
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.body()).contains("#{T(java.lang.Runtime).getRuntime()} ${7*7} {{7*7}}");
    }

    @Test
    default void fieldsThatAClientSendsAreNotEchoed_25() throws Exception {
        RawHttp client = behind(twoPerAddress("10.0.0.0/8"));
        RawAnswer answer = client.get(
                "/", "RateLimit: \"x\";r=999", "RateLimit-Policy: \"x\";q=999", "X-RateLimit-Remaining: 999");
        assertThat(answer.headers("RateLimit")).hasSize(1).noneMatch(value -> value.contains("999"));
        assertThat(answer.headers("RateLimit-Policy")).containsExactly("\"everybody\";q=2;w=86400");
        assertThat(answer.headers("X-RateLimit-Remaining")).containsExactly("1");
    }

    private void awaitServed(int count) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (served() < count) {
            assertThat(System.nanoTime() - end).as("requests served in time").isNegative();
            Thread.onSpinWait();
        }
    }
}
