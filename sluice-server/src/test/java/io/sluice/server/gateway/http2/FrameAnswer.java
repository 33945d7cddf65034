package io.sluice.server.gateway.http2;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** What has come on a stream so far. */
final class FrameAnswer {
    final int stream;
    /** Heads and trailers, in order. */
    final List<Http2Headers> heads = new CopyOnWriteArrayList<>();
    /** How much may be sent on the stream. */
    final AtomicLong window = new AtomicLong(65_535);

    volatile boolean ended;
    volatile long reset = -1;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    FrameAnswer(int stream) {
        this.stream = stream;
    }

    synchronized void add(byte[] bytes) {
        body.writeBytes(bytes);
    }

    synchronized byte[] bytes() {
        return body.toByteArray();
    }

    synchronized int size() {
        return body.size();
    }

    String text() {
        return new String(bytes(), UTF_8);
    }

    /** Waits for the end; a reset is one. */
    FrameAnswer whole() {
        FrameClient.await("the end of stream " + stream, () -> ended || reset >= 0);
        return this;
    }

    FrameAnswer awaitReset() {
        FrameClient.await("a reset of stream " + stream, () -> reset >= 0);
        return this;
    }

    int status() {
        return Integer.parseInt(heads.get(0).status().toString());
    }

    List<String> headers(String name) {
        return heads.get(0).getAll(name).stream().map(CharSequence::toString).toList();
    }

    String header(String name) {
        List<String> lines = headers(name);
        return lines.isEmpty() ? null : lines.get(0);
    }

    Http2Headers last() {
        return heads.get(heads.size() - 1);
    }
}
