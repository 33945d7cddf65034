package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHeadTest {
    @Test
    void readsWhatItSays() {
        RequestHead head = HeadText.read(
                "POST /a/b?x=1&y HTTP/1.1\r\nHost: example.org:81\r\nContent-Length: 12\r\nx-a:  b c \r\nX-A: d\r\n\r\n");
        assertThat(head.method()).isSameAs("POST");
        assertThat(head.path()).isEqualTo("/a/b");
        assertThat(head.query()).isEqualTo("x=1&y");
        assertThat(head.host()).isEqualTo("example.org:81");
        assertThat(head.headers("X-a")).containsExactly("b c", "d");
        assertThat(head.header("x-A")).isEqualTo("b c");
        assertThat(head.header("x-b")).isNull();
        assertThat(head.headerNames()).containsExactly("Host", "Content-Length", "x-a", "X-A");
        assertThat(head.framing().kind()).isEqualTo(Framing.Kind.LENGTH);
        assertThat(head.framing().length()).isEqualTo(12);
        assertThat(head.keepAlive()).isTrue();
    }

    @Test
    void aBodyOfNoBytesIsNone() {
        RequestHead head = HeadText.read("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
        assertThat(head.framing().kind()).isEqualTo(Framing.Kind.NONE);
        assertThat(HeadText.read("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 00\r\n\r\n")
                        .framing()
                        .kind())
                .isEqualTo(Framing.Kind.NONE);
    }

    @Test
    void knowsWhetherANameHasAnUnderscore() {
        assertThat(HeadText.read("GET /_ HTTP/1.1\r\nHost: a_b\r\nX-A: b_c\r\n\r\n")
                        .hasUnderscoredHeader())
                .isFalse();
        assertThat(HeadText.read("GET / HTTP/1.1\r\nX_A: b\r\nHost: a\r\n\r\n").hasUnderscoredHeader())
                .isTrue();
    }

    @Test
    void leavesWhatFollowsAndReadsTheNext() {
        ByteBuf in = Unpooled.copiedBuffer(
                "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: b\r\n\r\nxyz", ISO_8859_1);
        RequestHead head = new RequestHead(HeadLimits.USUAL);
        assertThat(head.read(in)).isEqualTo(RequestHead.Progress.WHOLE);
        assertThat(head.path()).isEqualTo("/1");
        head.reset();
        assertThat(head.isEmpty()).isTrue();
        assertThat(head.read(in)).isEqualTo(RequestHead.Progress.WHOLE);
        assertThat(head.path()).isEqualTo("/2");
        assertThat(head.host()).isEqualTo("b");
        assertThat(in.toString(ISO_8859_1)).isEqualTo("xyz");
    }

    private static void isReadAlike(RequestHead head, String text) {
        ByteBuf in = Unpooled.copiedBuffer(text + "rest", ISO_8859_1);
        assertThat(head.read(in)).isEqualTo(RequestHead.Progress.WHOLE);
        assertThat(head.isEmpty()).isFalse();
        assertThat(HeadText.describe(head)).isEqualTo(HeadText.describe(HeadText.read(text)));
        assertThat(in.toString(ISO_8859_1)).isEqualTo("rest");
        ByteBuf copy = Unpooled.buffer();
        head.copy(copy);
        assertThat(copy.toString(ISO_8859_1)).isEqualTo(text);
    }

    @Test
    void theSameHeadAgainSaysTheSame() {
        String text = "POST /a?b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nX_Y: z\r\n\r\n";
        RequestHead head = new RequestHead(HeadLimits.USUAL);
        for (int i = 0; i < 3; i++) {
            isReadAlike(head, text);
            assertThat(head.hasUnderscoredHeader()).isTrue();
            head.reset();
            assertThat(head.isEmpty()).isTrue();
            assertThat(head.bad()).isNull();
        }
        head.reset();
        isReadAlike(head, text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /a HTTP/1.1\r\nHost: b\r\n\r\n",
                "GET /a HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n",
                "GET /b HTTP/1.1\r\nHost: a\r\n\r\n",
                "PUT /a HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /a HTTP/1.0\r\nHost: a\r\n\r\n",
                "GET /a HTTP/1.1\r\nHosT: a\r\n\r\n",
                "GET /aaaaaa HTTP/1.1\r\nHost: a\r\n\r\n",
                "\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n",
            })
    void aHeadThatIsNearlyTheSameIsAnother(String other) {
        RequestHead head = new RequestHead(HeadLimits.USUAL);
        String text = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
        isReadAlike(head, text);
        head.reset();
        isReadAlike(head, other);
        head.reset();
        isReadAlike(head, text);
    }

    @Test
    void aHeadThatBeginsLikeTheLastAndIsBadIsBad() {
        RequestHead head = new RequestHead(HeadLimits.USUAL);
        isReadAlike(head, "GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
        head.reset();
        ByteBuf bad = Unpooled.copiedBuffer("GET /a HTTP/1.1\r\nHost: a\r\n \r\n", ISO_8859_1);
        assertThat(head.read(bad)).isEqualTo(RequestHead.Progress.BAD);
        assertThat(requireNonNull(head.bad()).status()).isEqualTo(400);
        head.reset();
        assertThat(head.bad()).isNull();
        isReadAlike(head, "GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
    }

    @Test
    void ofALargeHeadNothingIsKept() {
        String large = "GET /a HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(6_000) + "\r\n\r\n";
        RequestHead head = new RequestHead(HeadLimits.USUAL);
        isReadAlike(head, large);
        head.reset();
        isReadAlike(head, large);
        head.reset();
        isReadAlike(head, "GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
    }

    @Test
    void knowsWhereItComesFrom() {
        RequestHead head = new RequestHead(HeadLimits.USUAL);
        head.peer("::ffff:192.0.2.1");
        assertThat(head.peer()).isEqualTo("::ffff:192.0.2.1");
        assertThat(head.origin().text()).isEqualTo("192.0.2.1");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, http://other.example:8/x?y, /x, y, other.example:8",
        "GET, HTTPS://other.example, /, , other.example",
        "GET, http://other.example?q, /, q, other.example",
        "OPTIONS, http://other.example, *, , other.example",
        "OPTIONS, *, *, , a",
        "GET, /?, /, '', a",
    })
    void aTargetMayBeAUrl(String method, String target, String path, String query, String host) {
        RequestHead head = HeadText.read(method + " " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(head.bad()).isNull();
        assertThat(head.path()).isEqualTo(path);
        assertThat(head.query()).isEqualTo(query);
        assertThat(head.host()).isEqualTo(host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nTransfer-Encoding: chunked",
                "Content-Length: 5\r\nContent-Length: 5",
                "Content-Length: 5, 5",
                "Content-Length: +5",
                "Content-Length: -5",
                "Content-Length: 5 5",
                "Content-Length: 0x5",
                "Content-Length:",
                "Content-Length: 9999999999999999999",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked;q=1",
                "Transfer-Encoding:",
                "X-A: b\r\n c",
                "X-A: b\r\n\tc",
                " X-A: b",
                "X-A : b",
                "X-A\t: b",
                "X-A",
                ": b",
                "X A: b",
                "X-A: b\rc",
                "X-A: b\nX-B: c",
                "X-A: b\u0000c",
                "X-A: b\u007fc",
                "X-A: b\u0001",
                "X-\u00e4: b",
                "Host: b",
                "host: a",
            })
    void whatCanBeReadInMoreThanOneWayIsBad(String lines) {
        RequestHead head = HeadText.read("POST / HTTP/1.1\r\nHost: a\r\n" + lines + "\r\n\r\n");
        assertThat(requireNonNull(head.bad()).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "'GET / HTTP/1.1\r\n\r\n', 400",
        "'GET / HTTP/1.1\r\nHost:\r\n\r\n', 400",
        "'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400",
        "'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n', 400",
        "'GET / HTTP/1.1\r\nHost: u@a\r\n\r\n', 400",
        "'GET / HTTP/1.1\r\nHost: a, b\r\n\r\n', 400",
        "'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n', 400",
        "'GET / HTTP/1.1\nHost: a\n\n', 400",
        "'GET  / HTTP/1.1\r\nHost: a\r\n\r\n', 400",
        "'GET /  HTTP/1.1\r\nHost: a\r\n\r\n', 400",
        "'GET / HTTP/1.1 \r\nHost: a\r\n\r\n', 400",
        "'GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n', 400",
        "'GET /\u00e4 HTTP/1.1\r\nHost: a\r\n\r\n', 400",
        "'GET /#x HTTP/1.1\r\nHost: a\r\n\r\n', 400",
        "'GET /\r\nHost: a\r\n\r\n', 400",
        "'GET a HTTP/1.1\r\nHost: a\r\n\r\n', 400",
        "'GET * HTTP/1.1\r\nHost: a\r\n\r\n', 400",
        "'OPTIONS *x HTTP/1.1\r\nHost: a\r\n\r\n', 400",
        "'GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n', 400",
        "'GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n', 400",
        "'GET http://u@a/x HTTP/1.1\r\nHost: a\r\n\r\n', 400",
        "'GET / http/1.1\r\nHost: a\r\n\r\n', 400",
        "'GET / HTTP/1.1x\r\nHost: a\r\n\r\n', 400",
        "'GET / HTTP/11\r\nHost: a\r\n\r\n', 400",
        "'\u0001GET / HTTP/1.1\r\nHost: a\r\n\r\n', 400",
        "'\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n', 400",
        "'G(T / HTTP/1.1\r\nHost: a\r\n\r\n', 400",
        "'GET / HTTP/2.0\r\nHost: a\r\n\r\n', 505",
        "'GET / HTTP/1.2\r\nHost: a\r\n\r\n', 505",
        "'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405",
        "'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n', 405",
    })
    void whatIsNoRequestIsBad(String text, int status) {
        assertThat(requireNonNull(HeadText.read(text).bad()).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "'GET / HTTP/1.0\r\n\r\n', false",
        "'GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n', true",
        "'GET / HTTP/1.1\r\nHost: a\r\nConnection: x, CLOSE\r\n\r\n', false",
        "'GET / HTTP/1.1\r\nHost: a\r\nConnection: x\r\nConnection: close\r\n\r\n', false",
        "'GET / HTTP/1.1\r\nHost: a\r\nConnection: closed\r\n\r\n', true",
        "'\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n', true",
    })
    void knowsWhetherTheConnectionStays(String text, boolean stays) {
        RequestHead head = HeadText.read(text);
        assertThat(head.bad()).isNull();
        assertThat(head.keepAlive()).isEqualTo(stays);
    }

    @Test
    void aHeadHasItsLimits() {
        HeadLimits limits = new HeadLimits(32, 64, 2);
        assertThat(outcome(limits, "GET /" + "x".repeat(30) + " HTTP/1.1\r\nHost: a\r\n\r\n"))
                .contains("414");
        assertThat(outcome(limits, "GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(40) + "\r\n\r\n"))
                .contains("431");
        assertThat(outcome(limits, "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\nY: 2\r\n\r\n"))
                .contains("431");
        assertThat(outcome(limits, "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n\r\n")).startsWith("GET /");
    }

    private static String outcome(HeadLimits limits, String text) {
        return HeadText.outcome(limits, List.of(text.getBytes(ISO_8859_1)));
    }
}
