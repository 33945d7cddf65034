package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes down what frames say. */
final class FrameNotes extends Http2FrameAdapter {
    private final Map<Integer, FrameAnswer> answers;
    private final FrameAnswer connection;
    private final AtomicInteger goAway;
    private final AtomicInteger acknowledged;
    private final AtomicInteger resets;

    FrameNotes(
            Map<Integer, FrameAnswer> answers,
            FrameAnswer connection,
            AtomicInteger goAway,
            AtomicInteger acknowledged,
            AtomicInteger resets) {
        this.answers = answers;
        this.connection = connection;
        this.goAway = goAway;
        this.acknowledged = acknowledged;
        this.resets = resets;
    }

    @Override
    public int onDataRead(ChannelHandlerContext ctx, int stream, ByteBuf data, int padding, boolean end) {
        FrameAnswer answer = answers.get(stream);
        int length = data.readableBytes();
        answer.add(ByteBufUtil.getBytes(data));
        answer.ended |= end;
        return length + padding;
    }

    @Override
    public void onHeadersRead(ChannelHandlerContext ctx, int stream, Http2Headers headers, int padding, boolean end) {
        FrameAnswer answer = answers.get(stream);
        answer.heads.add(headers);
        answer.ended |= end;
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext ctx,
            int stream,
            Http2Headers headers,
            int dependency,
            short weight,
            boolean exclusive,
            int padding,
            boolean end) {
        onHeadersRead(ctx, stream, headers, padding, end);
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext ctx, int stream, long error) {
        resets.incrementAndGet();
        FrameAnswer answer = answers.get(stream);
        if (answer != null && answer.reset < 0) {
            answer.reset = error;
        }
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) {}

    @Override
    public void onSettingsAckRead(ChannelHandlerContext ctx) {
        acknowledged.incrementAndGet();
    }

    @Override
    public void onPingAckRead(ChannelHandlerContext ctx, long data) {
        acknowledged.incrementAndGet();
    }

    @Override
    public void onWindowUpdateRead(ChannelHandlerContext ctx, int stream, int increment) {
        FrameAnswer answer = stream == 0 ? connection : answers.get(stream);
        if (answer != null) {
            answer.window.addAndGet(increment);
        }
    }

    @Override
    public void onGoAwayRead(ChannelHandlerContext ctx, int last, long error, ByteBuf debug) {
        goAway.set((int) error);
    }
}
