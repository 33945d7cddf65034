package io.sluice.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {
    private static final String TOKEN = "0123456789abcdef";
    private static final String RIGHT = "Bearer " + TOKEN;

    private static Access at(String host) {
        return new Access(AdminSettings.of(new InetSocketAddress(host, 9090), host, TOKEN));
    }

    private static int status(Access access, Endpoint.Right right, String... headers) {
        HttpHeaders all = new DefaultHttpHeaders();
        for (int i = 0; i < headers.length; i += 2) {
            all.add(headers[i], headers[i + 1]);
        }
        Reply refusal = access.refusal(AdminRequest.of("127.0.0.1", "GET", "/", all, new byte[0]), right);
        return refusal == null ? 200 : refusal.status();
    }

    @Test
    void readsAreOpenOnLoopback() {
        assertThat(status(at("127.0.0.1"), Endpoint.Right.READ, "Host", "localhost:9090"))
                .isEqualTo(200);
    }

    @Test
    void readsNeedTheTokenElsewhere() {
        Access access = at("0.0.0.0");
        assertThat(status(access, Endpoint.Right.READ, "Host", "10.0.0.1:9090")).isEqualTo(401);
        assertThat(status(access, Endpoint.Right.READ, "Host", "10.0.0.1:9090", "Authorization", RIGHT))
                .isEqualTo(200);
        assertThat(status(access, Endpoint.Right.OPEN, "Host", "10.0.0.1:9090")).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "Bearer 0123456789abcdef, 200",
        "bearer 0123456789abcdef, 200",
        "Bearer 0123456789abcdeg, 401",
        "Bearer 0123456789abcde, 401",
        "Basic 0123456789abcdef, 401",
        "0123456789abcdef, 401",
        "Bearer, 401"
    })
    void writesNeedTheToken(String authorization, int status) {
        Access access = at("127.0.0.1");
        assertThat(status(access, Endpoint.Right.WRITE, "Host", "localhost", "Authorization", authorization))
                .isEqualTo(status);
        assertThat(status(access, Endpoint.Right.WRITE, "Host", "localhost")).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "LOCALHOST:9090", "127.0.0.1", "127.0.0.1:9090", "127.1.2.3", "[::1]", "[::1]:9090"
            })
    void isCalledByNamesOfThisMachine(String host) {
        assertThat(status(at("127.0.0.1"), Endpoint.Right.READ, "Host", host)).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:9090",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "127.0.0.1:9090.evil.example",
                "localhost:9090:9090",
                "localhost:+9090",
                "[::1",
                "[::1]evil.example",
                "10.0.0.1",
                ":9090",
                ""
            })
    void aNameThatWasMadeToPointHereIsNotAnswered(String host) {
        assertThat(status(at("127.0.0.1"), Endpoint.Right.READ, "Host", host)).isEqualTo(421);
        assertThat(status(at("127.0.0.1"), Endpoint.Right.WRITE, "Host", host, "Authorization", RIGHT))
                .isEqualTo(421);
    }

    @Test
    void aRequestWithoutAHostIsNotAnswered() {
        assertThat(status(at("127.0.0.1"), Endpoint.Right.READ)).isEqualTo(421);
    }

    @Test
    void aRequestWithTwoHostsIsNotAnswered() {
        assertThat(status(at("127.0.0.1"), Endpoint.Right.READ, "Host", "localhost", "Host", "evil.example"))
                .isEqualTo(421);
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.1, 200", "[fd00::1]:9090, 200", "999.1.1.1, 421", "256.0.0.1:9090, 421", "[fd00::1::2], 421"})
    void elsewhereItIsCalledByAddressesToo(String host, int status) {
        assertThat(status(at("0.0.0.0"), Endpoint.Right.OPEN, "Host", host)).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "null", "http://localhost", "http://localhost:8080", "::"})
    void scriptsOfOtherOriginsAreNotAnswered(String origin) {
        Access access = at("127.0.0.1");
        assertThat(status(access, Endpoint.Right.READ, "Host", "localhost:9090", "Origin", origin))
                .isEqualTo(403);
        assertThat(status(
                        access,
                        Endpoint.Right.WRITE,
                        "Host",
                        "localhost:9090",
                        "Origin",
                        origin,
                        "Authorization",
                        RIGHT))
                .isEqualTo(403);
    }

    @Test
    void itsOwnOriginIsAnswered() {
        assertThat(status(
                        at("127.0.0.1"),
                        Endpoint.Right.READ,
                        "Host",
                        "localhost:9090",
                        "Origin",
                        "http://localhost:9090"))
                .isEqualTo(200);
        assertThat(status(
                        at("127.0.0.1"), Endpoint.Right.READ, "Host", "localhost:9090", "Sec-Fetch-Site", "cross-site"))
                .isEqualTo(403);
    }

    @Test
    void doesNotListenBeyondLoopbackWithoutAToken() {
        assertThatThrownBy(() -> AdminSettings.of(new InetSocketAddress("0.0.0.0", 9090), "0.0.0.0", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the admin door would listen on 0.0.0.0, where others can reach it, and there is no token;"
                        + " give one with SLUICE_ADMIN_TOKEN, or listen on 127.0.0.1");
    }

    @Test
    void makesATokenOnLoopback() {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 9090);
        String first = AdminSettings.of(address, "127.0.0.1", null).token();
        assertThat(first).matches("[0-9a-f]{32}");
        assertThat(AdminSettings.of(address, "127.0.0.1", null).token()).isNotEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "with a space in it", "ümlaut-ümlaut"})
    void aTokenMustBeOneThatAHeaderCanCarry(String token) {
        assertThatThrownBy(() -> AdminSettings.of(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 9090), "127.0.0.1", token))
                .hasMessage("the token of the admin door must be 16 to 200 letters, digits and signs, without blanks");
    }
}
