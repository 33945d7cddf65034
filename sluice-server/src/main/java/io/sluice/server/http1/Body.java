package io.sluice.server.http1;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** A body on its way, whichever way it ends. One object serves all bodies of a connection in one direction. */
public final class Body {
    private final ChunkedBody chunks;
    private Framing.Kind kind = Framing.Kind.NONE;
    private long left;

    /** Of requests, or of answers: these may have words behind the size of a chunk. */
    public Body(ChunkedBody.Extensions extensions) {
        this.chunks = new ChunkedBody(extensions);
    }

    public void start(Framing framing) {
        kind = framing.kind();
        left = framing.length();
        if (kind == Framing.Kind.CHUNKED) {
            chunks.reset();
        }
    }

    /** How many of the readable bytes belong to it; it may be {@link #bad} from there on. */
    public int follow(ByteBuf in) {
        int from = in.readerIndex();
        return switch (kind) {
            case NONE -> 0;
            case CLOSE -> in.readableBytes();
            case CHUNKED -> chunks.follow(in, from, in.writerIndex()) - from;
            case LENGTH -> {
                int taken = (int) Math.min(left, in.readableBytes());
                left -= taken;
                yield taken;
            }
        };
    }

    /** Whether all of it has been seen; of one that ends with the connection that is never known here. */
    public boolean isDone() {
        return switch (kind) {
            case NONE -> true;
            case CLOSE -> false;
            case CHUNKED -> chunks.isDone();
            case LENGTH -> left == 0;
        };
    }

    public boolean endsWithConnection() {
        return kind == Framing.Kind.CLOSE;
    }

    public @Nullable BadHead bad() {
        return kind == Framing.Kind.CHUNKED ? chunks.bad() : null;
    }
}
