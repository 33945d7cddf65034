package io.sluice.benchmarks.soak;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;

/** Waits for the end of an answer and tells its status, or what became of it instead. */
final class Http2Answer extends SimpleChannelInboundHandler<Http2StreamFrame> {
    /** Told once. */
    @FunctionalInterface
    interface Heard {
        void outcome(String outcome);
    }

    private final Heard heard;
    private String status = "no answer";
    private boolean told;

    Http2Answer(Heard heard) {
        this.heard = heard;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, Http2StreamFrame frame) {
        if (frame instanceof Http2HeadersFrame head) {
            CharSequence said = head.headers().status();
            status = said == null ? status : said.toString();
            end(head.isEndStream());
        } else if (frame instanceof Http2DataFrame data) {
            end(data.isEndStream());
        } else if (frame instanceof Http2ResetFrame reset) {
            status = "reset " + reset.errorCode();
            end(true);
        }
    }

    private void end(boolean isEnd) {
        if (isEnd && !told) {
            told = true;
            heard.outcome(status);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (!told) {
            status = "cut off";
            end(true);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        var unused = context.close();
    }
}
