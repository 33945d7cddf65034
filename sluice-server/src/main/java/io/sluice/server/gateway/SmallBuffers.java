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

    void close() {
        for (int i = 0; i < KEPT; i++) {
            ByteBuf last = kept[i];
            if (last != null) {
                last.release();
            }
            kept[i] = null;
        }
    }
}
