package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/** Buffers for what the connections of one event loop send: small ones are used again, round and round, because they have usually been sent by then. */
final class SmallBuffers {
    private static final int SMALL = 1_024;
    private static final int KEPT = 16;

    private final @Nullable ByteBuf[] kept = new ByteBuf[KEPT];
    private int next;
    /** What was asked for last as it is, and the buffer that holds it. */
    private byte[] same = {};

    private @Nullable ByteBuf holdingSame;

    /** An empty one, with room for so many bytes at least. */
    ByteBuf take(ByteBufAllocator from, int bytes) {
        if (bytes > SMALL) {
            return from.directBuffer(bytes);
        }
        next = (next + 1) % KEPT;
        ByteBuf last = kept[next];
        if (last != null && last.refCnt() == 1 && last.capacity() == SMALL) {
            return last.clear().retain();
        }
        if (last != null) {
            last.release();
        }
        ByteBuf fresh = from.directBuffer(SMALL);
        kept[next] = fresh;
        return fresh.retain();
    }

    /** One that holds just these bytes, which never change: without copying them where it was asked for the same array last, and that has been sent. */
    ByteBuf holding(ByteBufAllocator from, byte[] bytes) {
        ByteBuf last = holdingSame;
        if (last != null && last.refCnt() == 1 && bytes == same) {
            return last.setIndex(0, bytes.length).retain();
        }
        if (bytes.length > SMALL || (last != null && last.refCnt() > 1)) {
            return take(from, bytes.length).writeBytes(bytes);
        }
        ByteBuf held = last == null ? from.directBuffer(SMALL, SMALL) : last.clear();
        held.writeBytes(bytes);
        same = bytes;
        holdingSame = held;
        return held.retain();
    }

    void close() {
        if (holdingSame != null) {
            holdingSame.release();
            holdingSame = null;
        }
        for (int i = 0; i < KEPT; i++) {
            ByteBuf last = kept[i];
            if (last != null) {
                last.release();
            }
            kept[i] = null;
        }
    }
}
