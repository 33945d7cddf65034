package io.sluice.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.http.TestRequest;
import io.sluice.http.TestRules;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressTest {
    private static final List<String> TRUSTED = List.of("10.0.0.0/8", "127.0.0.1", "2001:db8:ffff::/48");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "9.9.9.9 | 9.9.9.9",
                "6.6.6.6, 9.9.9.9 | 9.9.9.9",
                "6.6.6.6, 9.9.9.9, 10.0.0.2 | 9.9.9.9",
                "6.6.6.6,9.9.9.9 ,10.0.0.2,  10.1.2.3 | 9.9.9.9",
                "10.0.0.3, 10.0.0.2 | 10.0.0.3",
                "9.9.9.9:4711 | 9.9.9.9",
                "[2001:db8::1]:4711 | 2001:db8::1",
                "[2001:DB8:0::1] | 2001:db8::1",
                "2001:db8::1 | 2001:db8::1",
                "::ffff:9.9.9.9 | 9.9.9.9",
                "::ffff:909:909 | 9.9.9.9",
                "9.9.9.9, 2001:db8:ffff::7 | 9.9.9.9",
                "9.9.9.9,, ,10.0.0.2 | 9.9.9.9",
                "127.1, 10.0.0.2 | 10.0.0.2",
                "evil.example | 127.0.0.1",
                "2130706433 | 127.0.0.1",
                "0177.0.0.1 | 127.0.0.1",
                "unknown, 10.0.0.2 | 10.0.0.2",
                "9.9.9.9:99999 | 127.0.0.1",
                "9.9.9.9:x | 127.0.0.1",
                "[9.9.9.9]:80 | 127.0.0.1",
                "[::1 | 127.0.0.1",
                "fe80::1%eth0 | 127.0.0.1",
                "'' | 127.0.0.1",
                ", | 127.0.0.1"
            })
    void isTheRightmostThatIsNoTrustedProxy(String line, String expected) {
        assertThat(of("x-forwarded-for", 0, TestRequest.get("/").with("X-Forwarded-For", line)))
                .isEqualTo(expected);
    }

    @Test
    void readsAllLinesAsOne() {
        TestRequest request =
                TestRequest.get("/").with("X-Forwarded-For", "6.6.6.6").with("x-forwarded-for", "9.9.9.9, 10.0.0.2");
        assertThat(of("x-forwarded-for", 0, request)).isEqualTo("9.9.9.9");
        TestRequest split = TestRequest.get("/").with("X-Forwarded-For", "6.6.6.6, 9.9.9.9", "10.0.0.2");
        assertThat(of("x-forwarded-for", 0, split)).isEqualTo("9.9.9.9");
    }

    @Test
    void ignoresTheHeaderOfAnUntrustedPeer() {
        TestRequest request = TestRequest.get("/")
                .from("203.0.113.5")
                .with("X-Forwarded-For", "9.9.9.9")
                .with("Forwarded", "for=9.9.9.9");
        assertThat(of("x-forwarded-for", 0, request)).isEqualTo("203.0.113.5");
        assertThat(of("forwarded", 0, request)).isEqualTo("203.0.113.5");
    }

    @Test
    void believesOneHeaderOnly() {
        TestRequest request = TestRequest.get("/").with("Forwarded", "for=9.9.9.9");
        assertThat(of("x-forwarded-for", 0, request)).isEqualTo("127.0.0.1");
        assertThat(of("none", 0, request.with("X-Forwarded-For", "9.9.9.9"))).isEqualTo("127.0.0.1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for=9.9.9.9 | 9.9.9.9",
                "For=9.9.9.9;proto=https;by=10.0.0.1 | 9.9.9.9",
                "for=6.6.6.6, for=9.9.9.9, for=10.0.0.2 | 9.9.9.9",
                "for=\"[2001:db8::1]:4711\";proto=https | 2001:db8::1",
                "for=\"[2001:db8::1]\" | 2001:db8::1",
                "for=\"9.9.9.9:80\" | 9.9.9.9",
                "for=\"9.9.9.9:_x\" | 9.9.9.9",
                "proto=https;for=9.9.9.9 , for=10.0.0.2 | 9.9.9.9",
                "for=9.9.9.9;x=\"a,b;c\\\"d\" | 9.9.9.9",
                "for=unknown | 127.0.0.1",
                "for=_hidden, for=10.0.0.2 | 10.0.0.2",
                "proto=https, for=10.0.0.2 | 10.0.0.2",
                "for=\"1.1.1.1, for=9.9.9.9 | 127.0.0.1",
                "for=\", for=\"[2001:db8::1]\" | 127.0.0.1",
                "for=1.1.1.1;for=2.2.2.2 | 127.0.0.1",
                "9.9.9.9 | 127.0.0.1",
                "for = 9.9.9.9 | 127.0.0.1",
                "for=9.9.9.9;, for=10.0.0.2 | 127.0.0.1",
                "for=[2001:db8::1] | 127.0.0.1",
                "for=\"9.9.9.9\\ | 127.0.0.1"
            })
    void readsForwarded(String line, String expected) {
        assertThat(of("forwarded", 0, TestRequest.get("/").with("Forwarded", line)))
                .isEqualTo(expected);
    }

    @Test
    void anOpenQuoteOfTheClientDoesNotSwallowTheNextLine() {
        TestRequest request = TestRequest.get("/").with("Forwarded", "for=\"1.1.1.1", "for=9.9.9.9");
        assertThat(of("forwarded", 0, request)).isEqualTo("9.9.9.9");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 6.6.6.6, 9.9.9.9 | 9.9.9.9",
                "2 | 6.6.6.6, 9.9.9.9, 8.8.8.8 | 9.9.9.9",
                "3 | 9.9.9.9, 8.8.8.8 | 9.9.9.9",
                "2 | nonsense, 8.8.8.8 | 8.8.8.8"
            })
    void countsHopsFromTheRight(int hops, String line, String expected) {
        ClientAddress address = new ClientAddress(TestRules.clients(List.of(), "x-forwarded-for", hops, Map.of()));
        TestRequest request = TestRequest.get("/").from("203.0.113.5").with("X-Forwarded-For", line);
        assertThat(String.valueOf(address.of(request, ClientAddress.peer(request.peer()))))
                .isEqualTo(expected);
    }

    @Test
    void withHopsAndAListThePeerMustBeOnIt() {
        TestRequest request = TestRequest.get("/").with("X-Forwarded-For", "9.9.9.9, 8.8.8.8");
        assertThat(of("x-forwarded-for", 1, request)).isEqualTo("8.8.8.8");
        assertThat(of("x-forwarded-for", 1, request.from("203.0.113.5"))).isEqualTo("203.0.113.5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fe80::1%eth0", "fe80:0::1", "[fe80::1]", "[fe80:0:0::1%2]"})
    void zoneAndBracketsOfAPeerAreDropped(String peer) {
        assertThat(String.valueOf(ClientAddress.peer(peer))).isEqualTo("fe80::1");
    }

    @Test
    void aPeerWithoutAddressHasNone() {
        assertThat(ClientAddress.peer("/run/app.sock")).isNull();
    }

    @Test
    void manyProxiesAreNotFollowedForEver() {
        String line = "10.0.0.1, ".repeat(100_000) + "10.0.0.2";
        assertThat(of("x-forwarded-for", 0, TestRequest.get("/").with("X-Forwarded-For", line)))
                .isEqualTo("10.0.0.1");
    }

    @Test
    void anUnknownHeaderIsRefused() {
        assertThatThrownBy(() -> new ClientAddress(TestRules.clients(List.of(), "x-real-ip", 0, Map.of())))
                .hasMessage("forwarded-by must be x-forwarded-for, forwarded or none, not x-real-ip");
    }

    private static String of(String header, int hops, TestRequest request) {
        ClientAddress address = new ClientAddress(TestRules.clients(TRUSTED, header, hops, Map.of()));
        return String.valueOf(address.of(request, ClientAddress.peer(request.peer())));
    }
}
