package io.sluice.server.api;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sluice.server.http1.BadHead;
import io.sluice.server.http1.Body;
import io.sluice.server.http1.ChunkedBody;
import io.sluice.server.http1.Framing;
import org.jspecify.annotations.Nullable;

/** Gathers the body of a request, up to a size. One object serves all requests of a connection. */
final class RequestBody {
    /** Bytes at most, those between chunks included. */
    static final int MOST = 1_048_576;

    private final Body body = new Body(ChunkedBody.Extensions.REFUSED);
    private @Nullable ByteBuf gathered;
    private boolean chunked;
    private boolean tooLarge;

    void start(Framing framing) {
        body.start(framing);
        chunked = framing.kind() == Framing.Kind.CHUNKED;
        tooLarge = framing.length() > MOST;
    }

    /** Takes what belongs to the body. */
    void read(ByteBuf in) {
        int from = in.readerIndex();
        int taken = body.follow(in);
        ByteBuf all = gathered == null ? in.alloc().buffer(taken) : gathered;
        gathered = all;
        if (all.readableBytes() + taken > MOST) {
            tooLarge = true;
        } else {
            all.writeBytes(in, from, taken);
        }
        in.readerIndex(from + taken);
    }

    boolean isDone() {
        return body.isDone();
    }

    boolean tooLarge() {
        return tooLarge;
    }

    @Nullable
    BadHead bad() {
        return body.bad();
    }

    /** All of it, and ready for the next. */
    byte[] take() {
        byte[] all = gathered == null ? new byte[0] : ByteBufUtil.getBytes(gathered);
        release();
        return chunked ? Chunks.joined(all) : all;
    }

    /** Bytes of memory that it takes up. */
    int held() {
        return gathered == null ? 0 : gathered.capacity();
    }

    void release() {
        if (gathered != null) {
            gathered.release();
            gathered = null;
        }
    }
}
