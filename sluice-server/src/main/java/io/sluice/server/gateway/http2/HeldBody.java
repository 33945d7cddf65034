package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** What a client has sent of its body while there was no connection to send it on: the portion that was asked for before the last one broke. */
final class HeldBody {
    private final Queue<ByteBuf> portions = new ArrayDeque<>();
    private @Nullable HttpHeaders trailers;

    void add(ByteBuf content) {
        portions.add(content);
    }

    /** Nothing more follows. */
    void end(HttpHeaders said) {
        trailers = said;
    }

    boolean isEmpty() {
        return portions.isEmpty() && trailers == null;
    }

    void moveTo(Back back) {
        for (ByteBuf next = portions.poll(); next != null; next = portions.poll()) {
            back.body(next);
        }
        HttpHeaders last = trailers;
        trailers = null;
        if (last != null) {
            back.end(last);
        }
    }

    void drop() {
        portions.forEach(ByteBuf::release);
        portions.clear();
        trailers = null;
    }
}
