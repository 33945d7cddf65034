package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2FrameReader;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * Ends a connection whose client sends the head of a stream that is closed, or that it has passed over (RFC 9113, 5.1
 * and 5.1.1). What was on its way when the server reset its stream is no error, even if the head was refused so that the
 * stream was never open.
 */
final class StreamOrder implements Http2FrameReader {
    private final Http2FrameReader reader;
    private final Http2Connection connection;
    private final ResetLimit resets;
    private @Nullable Order order;
    /** The latest numbers that were passed over; none while the first is higher. */
    private int firstSkipped = 1;

    private int lastSkipped;

    StreamOrder(Http2FrameReader reader, Http2Connection connection, ResetLimit resets) {
        this.reader = reader;
        this.connection = connection;
        this.resets = resets;
    }

    /** The codec has one listener for its preface and another one behind it. */
    @Override
    public void readFrame(ChannelHandlerContext ctx, ByteBuf in, Http2FrameListener listener) throws Http2Exception {
        Order now = order;
        if (now == null || !now.leadsTo(listener)) {
            now = new Order(listener);
            order = now;
        }
        reader.readFrame(ctx, in, now);
    }

    @Override
    public Configuration configuration() {
        return reader.configuration();
    }

    @Override
    public void close() {
        reader.close();
    }

    private boolean wasRefused(int stream) {
        return !connection.streamMayHaveExisted(stream) && resets.isRecent(stream);
    }

    private void check(int stream) throws Http2Exception {
        int last = connection.remote().lastStreamCreated();
        Http2Stream open = connection.stream(stream);
        if (stream > last) {
            if (stream > last + 2) {
                firstSkipped = last + 1;
                lastSkipped = stream - 2;
            }
        } else if (open != null) {
            checkOpen(open);
        } else if (!resets.isRecent(stream)) {
            boolean skipped = stream % 2 == 0 || (firstSkipped <= stream && stream <= lastSkipped);
            throw Http2Exception.connectionError(
                    skipped ? Http2Error.PROTOCOL_ERROR : Http2Error.STREAM_CLOSED,
                    "HEADERS of stream %d behind stream %d",
                    stream,
                    last);
        }
    }

    /** Netty would take these for trailers, and find other errors first. */
    private static void checkOpen(Http2Stream stream) throws Http2Exception {
        if (stream.state() == Http2Stream.State.HALF_CLOSED_REMOTE && !stream.isResetSent()) {
            throw Http2Exception.streamError(
                    stream.id(), Http2Error.STREAM_CLOSED, "HEADERS behind the end of stream %d", stream.id());
        }
    }

    private final class Order extends Http2FrameListenerDecorator {
        Order(Http2FrameListener listener) {
            super(listener);
        }

        @SuppressWarnings("ReferenceEquality") // the same one, however equal another may be
        boolean leadsTo(Http2FrameListener other) {
            return listener == other;
        }

        /** The window of the connection is given back. */
        @Override
        public int onDataRead(ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean endOfStream)
                throws Http2Exception {
            if (!wasRefused(streamId)) {
                return super.onDataRead(ctx, streamId, data, padding, endOfStream);
            }
            connection.local().flowController().receiveFlowControlledFrame(null, data, padding, endOfStream);
            return data.readableBytes() + padding;
        }

        @Override
        public void onWindowUpdateRead(ChannelHandlerContext ctx, int streamId, int windowSizeIncrement)
                throws Http2Exception {
            if (!wasRefused(streamId)) {
                super.onWindowUpdateRead(ctx, streamId, windowSizeIncrement);
            }
        }

        @Override
        public void onRstStreamRead(ChannelHandlerContext ctx, int streamId, long errorCode) throws Http2Exception {
            if (!wasRefused(streamId)) {
                super.onRstStreamRead(ctx, streamId, errorCode);
            }
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean endOfStream)
                throws Http2Exception {
            if (wasRefused(streamId)) {
                return;
            }
            check(streamId);
            super.onHeadersRead(ctx, streamId, headers, padding, endOfStream);
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx,
                int streamId,
                Http2Headers headers,
                int streamDependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean endOfStream)
                throws Http2Exception {
            if (wasRefused(streamId)) {
                return;
            }
            check(streamId);
            super.onHeadersRead(ctx, streamId, headers, streamDependency, weight, exclusive, padding, endOfStream);
        }
    }
}
