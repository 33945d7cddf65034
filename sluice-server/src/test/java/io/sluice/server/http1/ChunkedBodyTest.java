package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.server.http1.ChunkedBody.Extensions;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkedBodyTest {
    private static final String MOST_TRAILERS = "0\r\n" + "a:\r\n".repeat(50);

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, ISO_8859_1);
    }

    /** Whether it has ended, or what is wrong with it, and how much of the text was its. */
    static String outcome(Extensions extensions, String text, int... cuts) {
        ChunkedBody body = new ChunkedBody(extensions);
        ByteBuf all = bytes(text);
        int at = 0;
        for (int cut : cuts) {
            at = follow(body, all, at, cut);
        }
        at = follow(body, all, at, text.length());
        BadHead bad = body.bad();
        return bad != null ? bad.detail() : body.isDone() ? "ends at " + at : "goes on at " + at;
    }

    private static int follow(ChunkedBody body, ByteBuf all, int at, int to) {
        return body.bad() == null && !body.isDone() ? body.follow(all, at, to) : at;
    }

    private static void endsBehind(String text, Extensions extensions) {
        assertThat(outcome(extensions, text + "GET / HTTP/1.1\r\n\r\n")).isEqualTo("ends at " + text.length());
        for (int length = 0; length < text.length(); length++) {
            assertThat(outcome(extensions, text.substring(0, length))).isEqualTo("goes on at " + length);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0\r\n\r\n",
                "5\r\nhello\r\n0\r\n\r\n",
                "1\r\n\r\r\n2\r\n\r\n\r\n0\r\n\r\n",
                "a\r\n0123456789\r\n0\r\n\r\n",
                "0A\r\n0123456789\r\nB\r\n01234567890\r\n000\r\n\r\n",
                "10\r\n0123456789abcdef\r\n0\r\n\r\n",
                "000000000000005\r\nhello\r\n000000000000000\r\n\r\n",
                "3\r\n\u0000\u00ff\n\r\n0\r\n\r\n",
                "0\r\nX-Sum: 1\r\n\r\n",
                "1\r\na\r\n0\r\nX-Sum: 1\r\nx_y:\r\n\r\n",
                "0\r\nX: \u00e4\t\r\n\r\n",
            })
    void endsWhereItSays(String text) {
        endsBehind(text, Extensions.REFUSED);
        endsBehind(text, Extensions.PASSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5;a\r\nhello\r\n0;b=c;d=\"e\"\r\n\r\n",
                "5; a\r\nhello\r\n0\r\n\r\n",
                "5 \r\nhello\r\n0\t;x\r\n\r\n",
                "5 ;\u00e4\t~\r\nhello\r\n0\r\n\r\n",
            })
    void wordsBehindASizeAreAMatterOfWhoSendsThem(String text) {
        endsBehind(text, Extensions.PASSED);
        assertThat(outcome(Extensions.REFUSED, text)).startsWith("The size of a chunk");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n",
                " 5\r\n",
                "\t5\r\n",
                ";a\r\n",
                "-5\r\n",
                "+5\r\n",
                "0x5\r\n",
                "g\r\n",
                "5h\r\n",
                "5\n",
                "5\rx",
                "5\r\r\n",
                "5;a\n",
                "5;a\u0000\r\n",
                "5;a\u007f\rx",
                "5;\u0008\r\n",
                "0000000000000005\r\n",
                "fffffffffffffffff\r\n",
                "\u0660\r\n",
                "5\r\nhello\r\nx",
            })
    void aSizeIsANumber(String text) {
        assertThat(outcome(Extensions.PASSED, text)).startsWith("The size of a chunk");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5\r\nhello\n",
                "5\r\nhellox",
                "5\r\nhello\rx",
                "5\r\nhello\r\r",
                "5\r\nhell\r\n0\r\n",
                "0\r\n\rx",
                "0\r\n\r\r",
            })
    void aChunkEndsAsItSays(String text) {
        assertThat(outcome(Extensions.REFUSED, text)).startsWith("A chunk must end");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\n",
                "transfer-encoding: chunked\r\n",
                "Host: a\r\n",
                "Connection: close\r\n",
                "X: 1\r\nX-Forwarded-For: 1.1.1.1\r\n",
                "RateLimit: x\r\n",
            })
    void whatHasAMeaningForTheConnectionDoesNotTrail(String trailers) {
        assertThat(outcome(Extensions.REFUSED, "0\r\n" + trailers + "\r\n"))
                .isEqualTo("This header field must not come behind a body.");
    }

    @Test
    void trailersAreHeaderLines() {
        assertThat(outcome(Extensions.REFUSED, "0\r\nX\r\n")).startsWith("A header line needs a name");
        assertThat(outcome(Extensions.REFUSED, "0\r\nX: 1\r\n y\r\n")).startsWith("A header line must not start");
        assertThat(outcome(Extensions.REFUSED, "0\r\nX: 1\n")).startsWith("A line must end with CR and LF");
        assertThat(outcome(Extensions.REFUSED, "0\r\nX: \u0001\r\n")).startsWith("The head has a control character");
    }

    @Test
    void trailersHaveTheirLimits() {
        endsBehind(MOST_TRAILERS + "\r\n", Extensions.REFUSED);
        assertThat(outcome(Extensions.REFUSED, MOST_TRAILERS + "a:\r\n"))
                .isEqualTo("There are too many header fields.");
        assertThat(outcome(Extensions.REFUSED, "0\r\nx: " + "y".repeat(4_096)))
                .isEqualTo("The request line is too long.");
        assertThat(outcome(Extensions.REFUSED, "0\r\n" + ("x: " + "y".repeat(1_000) + "\r\n").repeat(9)))
                .isEqualTo("The header fields are too large.");
    }

    /** Or else whoever sends them one by one could send more. */
    @Test
    void trailersThatTrickleHaveTheSameLimits() {
        String many = MOST_TRAILERS + "a:\r\n";
        int[] cuts =
                LongStream.range(0, many.length()).mapToInt(Math::toIntExact).toArray();
        assertThat(outcome(Extensions.REFUSED, many, cuts)).isEqualTo("There are too many header fields.");
    }

    @Test
    void oneObjectFollowsOneBodyAfterTheOther() {
        ChunkedBody body = new ChunkedBody(Extensions.REFUSED);
        for (String text :
                new String[] {"5\r\nhel", "5x", "0\r\nX: 1\r\nY: 2", "0\r\nHost: a\r\n", "0\r\n\r\n", "00\r"}) {
            body.follow(bytes(text), 0, text.length());
            body.reset();
            assertThat(body.isDone()).isFalse();
            assertThat(body.bad()).isNull();
            String next = "3\r\nabc\r\n0\r\nZ: 1\r\n\r\nrest";
            assertThat(body.follow(bytes(next), 0, next.length())).isEqualTo(next.length() - 4);
            assertThat(body.isDone()).isTrue();
            body.reset();
        }
    }

    @Test
    void takesItsPartOfABufferOnly() {
        ChunkedBody body = new ChunkedBody(Extensions.REFUSED);
        ByteBuf all = bytes("0\r\n\r\n0\r\nX: 1\r\n\r\n0");
        assertThat(body.follow(all, 5, 15)).isEqualTo(15);
        assertThat(body.isDone()).isFalse();
        assertThat(body.follow(all, 15, 17)).isEqualTo(16);
        assertThat(body.isDone()).isTrue();
    }
}
