package io.sluice.server.admin;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;

/** Requests with their bodies, up to a size. */
final class WholeRequests extends HttpObjectAggregator {
    WholeRequests(int largestBody) {
        super(largestBody);
    }

    /** What comes of such a body is thrown away. */
    @Override
    protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage message) {
        var unused = AdminHandler.write(
                context, Reply.problem(413, "a body has at most " + maxContentLength() / 1024 + " KB"), false);
    }
}
