package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.server.http1.ChunkedBody.Extensions;
import org.junit.jupiter.api.Test;

class BodyTest {
    private final Body body = new Body(Extensions.REFUSED);

    private void start(String lines) {
        AnswerHead head = new AnswerHead(HeadLimits.USUAL);
        head.read(Unpooled.copiedBuffer("HTTP/1.1 200 OK\r\n" + lines + "\r\n", ISO_8859_1), lines.isEmpty());
        body.start(head.framing());
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, ISO_8859_1);
    }

    @Test
    void hasItsLength() {
        start("Content-Length: 5\r\n");
        assertThat(body.isDone()).isFalse();
        assertThat(body.follow(bytes("abc"))).isEqualTo(3);
        assertThat(body.isDone()).isFalse();
        assertThat(body.follow(bytes("defg"))).isEqualTo(2);
        assertThat(body.isDone()).isTrue();
        assertThat(body.follow(bytes("h"))).isZero();
        assertThat(body.bad()).isNull();
        assertThat(body.endsWithConnection()).isFalse();
    }

    @Test
    void mayBeLongerThanABuffer() {
        start("Content-Length: 5000000000\r\n");
        assertThat(body.follow(bytes("abc"))).isEqualTo(3);
        assertThat(body.isDone()).isFalse();
    }

    @Test
    void mayBeNone() {
        start("");
        assertThat(body.isDone()).isTrue();
        assertThat(body.follow(bytes("abc"))).isZero();
        assertThat(body.endsWithConnection()).isFalse();
    }

    @Test
    void mayEndWithItsConnection() {
        start("X: y\r\n");
        assertThat(body.endsWithConnection()).isTrue();
        assertThat(body.follow(bytes("abc"))).isEqualTo(3);
        assertThat(body.isDone()).isFalse();
    }

    @Test
    void mayComeInChunksOneAfterTheOther() {
        for (int i = 0; i < 2; i++) {
            start("Transfer-Encoding: chunked\r\n");
            assertThat(body.isDone()).isFalse();
            ByteBuf in = bytes("..3\r\nabc\r\n0\r\n\r\nrest").skipBytes(2);
            assertThat(body.follow(in)).isEqualTo(13);
            assertThat(body.isDone()).isTrue();
        }
        start("Transfer-Encoding: chunked\r\n");
        body.follow(bytes("3\r\nabcd"));
        assertThat(body.bad()).isNotNull();
        start("Content-Length: 1\r\n");
        assertThat(body.bad()).isNull();
    }
}
