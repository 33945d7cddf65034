package io.sluice.server.gateway.http2;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DecoratingHttp2FrameWriter;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameWriter;
import io.sluice.server.gateway.Draining;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Counts the resets that the server writes on one connection. A client that causes one reset after the other gets its
 * requests begun, and frees their streams for more, faster than the limit of concurrent streams is meant to allow.
 *
 * <ul>
 *   <li>A reset of an open stream for an error is the fault of the client. Too many of them close the connection.
 *   <li>A reset without an error follows an answer that came before the end of the upload, and a reset of a stream that
 *       is not open has begun nothing. Honest clients cause some of both. Too many of them drain the connection, and
 *       as many again close it.
 *   <li>{@code INTERNAL_ERROR} says that the target or the gateway failed. It is not counted.
 * </ul>
 *
 * <p>Frames that were on their way when their stream was reset are not answered by a second reset, and not counted.
 *
 * <p>This is a writer because Netty's own limit misses the codes CANCEL and NO_ERROR.
 */
@SuppressWarnings("FutureReturnValueIgnored") // there is nothing to do when it has closed
final class ResetLimit extends DecoratingHttp2FrameWriter {
    private static final long WINDOW_NANOS = Duration.ofSeconds(30).toNanos();
    private static final int MOST_FAULTS = 200;
    private static final int MOST_OTHERS = 1_000;
    /** Streams for which frames may still be on their way. */
    private static final int MOST_RECENT = 256;

    private final Http2Connection connection;
    private final Queue<Integer> recent = new ArrayDeque<>();
    private long windowBegan = System.nanoTime();
    private int faults;
    private int others;

    ResetLimit(Http2FrameWriter writer, Http2Connection connection) {
        super(writer);
        this.connection = connection;
    }

    @Override
    public ChannelFuture writeRstStream(ChannelHandlerContext ctx, int stream, long error, ChannelPromise promise) {
        boolean open = connection.stream(stream) != null;
        if (!open && error == Http2Error.STREAM_CLOSED.code() && isRecent(stream)) {
            return promise.setSuccess();
        }
        if (open || !connection.streamMayHaveExisted(stream)) {
            remember(stream);
        }
        ChannelFuture written = super.writeRstStream(ctx, stream, error, promise);
        if (error != Http2Error.INTERNAL_ERROR.code()) {
            count(ctx, open && error != Http2Error.NO_ERROR.code());
        }
        return written;
    }

    /** Whether the server has reset this stream a short while ago. */
    boolean isRecent(int stream) {
        return recent.contains(stream);
    }

    private void remember(int stream) {
        if (recent.size() == MOST_RECENT) {
            recent.remove();
        }
        recent.add(stream);
    }

    private void count(ChannelHandlerContext ctx, boolean fault) {
        long now = System.nanoTime();
        if (now - windowBegan > WINDOW_NANOS) {
            windowBegan = now;
            faults = 0;
            others = 0;
        }
        if (fault && ++faults > MOST_FAULTS) {
            end(ctx);
            ctx.close();
        } else if (!fault && ++others == MOST_OTHERS + 1) {
            end(ctx);
            ctx.pipeline().fireUserEventTriggered(Draining.NOW);
        } else if (others > 2 * MOST_OTHERS) {
            ctx.close();
        }
    }

    /** Written here, since the codec closes at once behind a GOAWAY that says an error. */
    private void end(ChannelHandlerContext ctx) {
        int last = connection.remote().lastStreamCreated();
        long error = Http2Error.ENHANCE_YOUR_CALM.code();
        try {
            connection.goAwaySent(last, error, Unpooled.EMPTY_BUFFER);
        } catch (Http2Exception alreadyLower) {
            return;
        }
        writeGoAway(ctx, last, error, Unpooled.EMPTY_BUFFER, ctx.newPromise());
        ctx.flush();
    }
}
