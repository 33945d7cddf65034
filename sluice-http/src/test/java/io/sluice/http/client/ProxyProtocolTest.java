package io.sluice.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.http.client.ProxyProtocol.Header;
import io.sluice.http.client.ProxyProtocol.Malformed;
import io.sluice.http.client.ProxyProtocol.NeedMore;
import io.sluice.rules.list.Address;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyProtocolTest {
    private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";

    @Test
    void readsALine() {
        ByteBuffer bytes = text("PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\r\nGET / HTTP/1.1\r\n");
        assertThat(ProxyProtocol.read(bytes)).isEqualTo(new Header(Address.of("192.168.0.1")));
        assertThat(StandardCharsets.US_ASCII.decode(bytes).toString()).startsWith("GET /");
        assertThat(ProxyProtocol.read(text("PROXY TCP6 2001:db8::1 ::1 1 2\r\n")))
                .isEqualTo(new Header(Address.of("2001:db8::1")));
    }

    @Test
    void anUnknownClientIsThePeer() {
        assertThat(ProxyProtocol.read(text("PROXY UNKNOWN\r\n"))).isEqualTo(new Header(null));
        assertThat(ProxyProtocol.read(text("PROXY UNKNOWN ffff::1 x y z\r\n"))).isEqualTo(new Header(null));
        assertThat(ProxyProtocol.read(hex(SIGNATURE + "20000000"))).isEqualTo(new Header(null));
        assertThat(ProxyProtocol.read(hex(SIGNATURE + "21310002abcd"))).isEqualTo(new Header(null));
    }

    @Test
    void readsVersionTwoAndSkipsWhatFollowsTheAddresses() {
        ByteBuffer ipv4 = hex(SIGNATURE + "2111000f" + "c0000201" + "7f000001" + "dc0401bb" + "040000" + "474554");
        assertThat(ProxyProtocol.read(ipv4)).isEqualTo(new Header(Address.of("192.0.2.1")));
        assertThat(ipv4.remaining()).isEqualTo(3);
        ByteBuffer ipv6 =
                hex(SIGNATURE + "21210024" + "20010db8000000000000000000000001" + "0".repeat(32) + "dc0401bb");
        assertThat(ProxyProtocol.read(ipv6)).isEqualTo(new Header(Address.of("2001:db8::1")));
    }

    @Test
    void everyShorterPieceNeedsMore() {
        for (ByteBuffer whole : new ByteBuffer[] {
            text("PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\r\n"),
            hex(SIGNATURE + "2111000c" + "c0000201" + "7f000001" + "dc0401bb")
        }) {
            for (int length = 0; length < whole.limit(); length++) {
                ByteBuffer part = whole.duplicate().limit(length);
                assertThat(ProxyProtocol.read(part)).isEqualTo(new NeedMore());
                assertThat(part.position()).isZero();
            }
            assertThat(ProxyProtocol.read(whole)).isInstanceOf(Header.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n",
                "PRIXY",
                "PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\n",
                "PROXY TCP4 127.1 192.168.0.11 56324 443\r\n",
                "PROXY TCP4 ::1 ::1 56324 443\r\n",
                "PROXY TCP6 1.1.1.1 ::1 56324 443\r\n",
                "PROXY TCP4 1.1.1.1 2.2.2.2 65536 443\r\n",
                "PROXY TCP4 1.1.1.1 2.2.2.2 -1 443\r\n",
                "PROXY TCP4 1.1.1.1 2.2.2.2 1\r\n",
                "PROXY TCP4  1.1.1.1 2.2.2.2 1 2\r\n",
                "PROXY UDP4 1.1.1.1 2.2.2.2 1 2\r\n",
                "PROXY \r\n",
                "\r\nGET"
            })
    void saysWhatIsMalformed(String bytes) {
        assertThat(ProxyProtocol.read(text(bytes))).isInstanceOf(Malformed.class);
    }

    @Test
    void aLineThatDoesNotEndIsMalformed() {
        assertThat(ProxyProtocol.read(text("PROXY " + "x".repeat(100)))).isEqualTo(new NeedMore());
        assertThat(ProxyProtocol.read(text("PROXY " + "x".repeat(101)))).isInstanceOf(Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"22110000", "11110000", "2111000bc00002017f000001dc0401", "21210004c0000201"})
    void saysWhatIsMalformedInVersionTwo(String rest) {
        assertThat(ProxyProtocol.read(hex(SIGNATURE + rest))).isInstanceOf(Malformed.class);
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static ByteBuffer hex(String digits) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(digits));
    }
}
