package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.server.http1.RequestHead.Progress;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerHeadTest {
    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, ISO_8859_1);
    }

    private static AnswerHead read(String text) {
        return read(text, false);
    }

    private static AnswerHead read(String text, boolean toHead) {
        AnswerHead head = new AnswerHead(HeadLimits.USUAL);
        assertThat(head.read(bytes(text), toHead)).isNotEqualTo(Progress.MORE);
        return head;
    }

    @Test
    void readsWhatItSays() {
        AnswerHead head = read("HTTP/1.1 404 Not  Found\r\nContent-Length: 12\r\nx-a:  b c \r\nX-A: d\r\n\r\n");
        assertThat(head.bad()).isNull();
        assertThat(head.status()).isEqualTo(404);
        assertThat(head.framing().kind()).isEqualTo(Framing.Kind.LENGTH);
        assertThat(head.framing().length()).isEqualTo(12);
        assertThat(head.header("X-a")).isEqualTo("b c");
        assertThat(head.header("x-b")).isNull();
        assertThat(head.fields().values("x-A")).containsExactly("b c", "d");
        assertThat(new String(
                        head.fields().bytes(), head.statusStart(), head.statusEnd() - head.statusStart(), ISO_8859_1))
                .isEqualTo(" 404 Not  Found");
    }

    @Test
    void leavesWhatFollowsAndReadsTheNext() {
        AnswerHead head = new AnswerHead(HeadLimits.USUAL);
        assertThat(head.isEmpty()).isTrue();
        ByteBuf in = bytes("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200\r\nX: y\r\nContent-Length: 3\r\n\r\nabc");
        assertThat(head.read(in, false)).isEqualTo(Progress.WHOLE);
        assertThat(head.isEmpty()).isFalse();
        assertThat(head.status()).isEqualTo(100);
        assertThat(head.fields().size()).isZero();
        head.reset();
        assertThat(head.isEmpty()).isTrue();
        assertThat(head.read(in, false)).isEqualTo(Progress.WHOLE);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.fields().size()).isEqualTo(2);
        assertThat(in.toString(ISO_8859_1)).isEqualTo("abc");
    }

    @Test
    void readsTheSameInOnePieceAndByteByByte() {
        for (String text : new String[] {
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: y\r\n\r\n",
            "HTTP/1.0 301\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 200 OK\r\nX: " + "y".repeat(5_000) + "\r\n\r\n",
            "HTTP/1.1 200 OK\r\n X: y\r\n\r\n",
            "HTTP/2 200\r\n\r\n",
        }) {
            AnswerHead whole = new AnswerHead(HeadLimits.USUAL);
            Progress progress = whole.read(bytes(text), false);
            AnswerHead cut = new AnswerHead(HeadLimits.USUAL);
            Progress last = Progress.MORE;
            for (int i = 0; i < text.length() && last == Progress.MORE; i++) {
                last = cut.read(bytes(text.substring(i, i + 1)), false);
            }
            assertThat(last).isEqualTo(progress);
            assertThat(cut.bad()).isEqualTo(whole.bad());
            if (progress == Progress.WHOLE) {
                assertThat(cut.status()).isEqualTo(whole.status());
                assertThat(cut.framing().kind()).isEqualTo(whole.framing().kind());
                assertThat(cut.header("X")).isEqualTo(whole.header("X"));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'200 OK', 'Content-Length: 7\r\n', false, LENGTH, 7",
        "'200 OK', 'Content-Length: 0\r\n', false, LENGTH, 0",
        "'200 OK', 'Content-Length: 999999999999999999\r\n', false, LENGTH, 999999999999999999",
        "'200 OK', 'Transfer-Encoding: Chunked\r\n', false, CHUNKED, 0",
        "'200 OK', '', false, CLOSE, 0",
        "'200 OK', 'Content-Length: 7\r\n', true, NONE, 0",
        "'200 OK', 'Transfer-Encoding: chunked\r\n', true, NONE, 0",
        "'200 OK', '', true, NONE, 0",
        "'204 No Content', 'Content-Length: 7\r\n', false, NONE, 0",
        "'304 Not Modified', 'Content-Length: 7\r\n', false, NONE, 0",
        "'304', '', false, NONE, 0",
        "'199 x', '', false, NONE, 0",
        "'101 Switching Protocols', '', false, NONE, 0",
        "'205 x', '', false, CLOSE, 0",
        "'999 x', 'Content-Length: 1\r\n', false, LENGTH, 1",
        "'100 ', '', false, NONE, 0",
    })
    void knowsHowTheBodyEnds(String status, String lines, boolean toHead, Framing.Kind kind, long length) {
        AnswerHead head = read("HTTP/1.1 " + status + "\r\n" + lines + "\r\n", toHead);
        assertThat(head.bad()).isNull();
        assertThat(head.framing().kind()).isEqualTo(kind);
        assertThat(head.framing().length()).isEqualTo(length);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 'Content-Length: 1\r\n', true",
        "1, 'Content-Length: 1\r\nConnection: keep-alive\r\n', true",
        "1, 'Content-Length: 1\r\nConnection: x, Close\r\n', false",
        "1, 'Transfer-Encoding: chunked\r\n', true",
        "1, '', false",
        "1, 'Connection: keep-alive\r\n', false",
        "0, 'Content-Length: 1\r\n', false",
        "0, 'Content-Length: 1\r\nConnection: Keep-Alive\r\n', true",
        "0, 'Content-Length: 1\r\nConnection: close\r\n', false",
    })
    void knowsWhetherTheConnectionStays(int minor, String lines, boolean stays) {
        assertThat(read("HTTP/1." + minor + " 200 OK\r\n" + lines + "\r\n").keepAlive())
                .isEqualTo(stays);
    }

    @Test
    void knowsWhatEndsHere() {
        AnswerHead head =
                read("HTTP/1.1 200 OK\r\nX-A: 1\r\nX-B: 2\r\nConnection: close, x-b , X-C\r\nX-C: 3\r\nX-D: 4\r\n\r\n");
        assertThat(head.endsHere(0)).isFalse();
        assertThat(head.endsHere(1)).isTrue();
        assertThat(head.endsHere(3)).isTrue();
        assertThat(head.endsHere(4)).isFalse();
        AnswerHead usual = read("HTTP/1.1 200 OK\r\nClose: 1\r\nConnection: close\r\n\r\n");
        assertThat(usual.endsHere(0)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.2 200 OK\r\n\r\n",
                "HTTP/2.0 200 OK\r\n\r\n",
                "HTTP/1.x 200 OK\r\n\r\n",
                "http/1.1 200 OK\r\n\r\n",
                "HTTP/1.1  200 OK\r\n\r\n",
                "HTTP/1.1\t200 OK\r\n\r\n",
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/1.1 2000 OK\r\n\r\n",
                "HTTP/1.1 2x0 OK\r\n\r\n",
                "HTTP/1.1 20/ OK\r\n\r\n",
                "HTTP/1.1 20: OK\r\n\r\n",
                "HTTP/1.1 099 OK\r\n\r\n",
                "HTTP/1.1 200-OK\r\n\r\n",
                "HTTP/1.1 20\r\n\r\n",
                "\r\nHTTP/1.1 200 OK\r\n\r\n",
                "ICY 200 OK\r\n\r\n",
                "200\r\n\r\n",
            })
    void aStatusLineHasOneForm(String text) {
        assertThat(Objects.requireNonNull(read(text).bad()).detail()).startsWith("An answer starts with");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nContent-Length: 5",
                "Content-Length: 5\r\nContent-Length: 5",
                "Content-Length: 5, 5",
                "Content-Length: -5",
                "Content-Length:",
                "Content-Length: 1000000000000000000",
                "Content-Length: 5:",
                "Content-Length: 5/",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "X-A: b\r\n c",
                "X-A : b",
                "X-A: b\rc",
                "X-A: b\u0000c",
            })
    void whatCanBeReadInMoreThanOneWayIsBad(String lines) {
        for (boolean toHead : new boolean[] {false, true}) {
            assertThat(read("HTTP/1.1 200 OK\r\n" + lines + "\r\n\r\n", toHead).bad())
                    .isNotNull();
        }
    }

    @Test
    void anOldServerDoesNotSpeakOfChunks() {
        assertThat(Objects.requireNonNull(read("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                                .bad())
                        .detail())
                .startsWith("Transfer-Encoding");
    }

    @Test
    void aBadAnswerLeavesNothingForTheNext() {
        AnswerHead head = new AnswerHead(new HeadLimits(64, 128, 2));
        ByteBuf bad = bytes("HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\nC: 3\r\n\r\n");
        assertThat(head.read(bad, false)).isEqualTo(Progress.BAD);
        assertThat(bad.isReadable()).isFalse();
        assertThat(Objects.requireNonNull(head.bad()).status()).isEqualTo(431);
        head.reset();
        assertThat(head.bad()).isNull();
        assertThat(head.read(bytes("HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\n\r\n"), false))
                .isEqualTo(Progress.WHOLE);
        head.reset();
        assertThat(head.read(bytes("HTTP/1.1 200 " + "x".repeat(60)), false)).isEqualTo(Progress.BAD);
        assertThat(Objects.requireNonNull(head.bad()).status()).isEqualTo(414);
        head.reset();
        assertThat(head.read(bytes("HTTP/1.1 200 OK\r\nX: " + "y".repeat(120)), false))
                .isEqualTo(Progress.BAD);
        assertThat(Objects.requireNonNull(head.bad()).status()).isEqualTo(431);
    }
}
