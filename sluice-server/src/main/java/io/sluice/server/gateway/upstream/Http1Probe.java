package io.sluice.server.gateway.upstream;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.sluice.server.gateway.upstream.Probe.Answer;
import io.sluice.server.gateway.upstream.Probe.Reply;

/** A probe in HTTP/1.1. */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be done shows when the channel closes
final class Http1Probe extends SimpleChannelInboundHandler<HttpObject> {
    static final String AGENT = "sluice-health";

    private final String host;
    private final String path;
    private final Reply reply;

    private Http1Probe(String host, String path, Reply reply) {
        this.host = host;
        this.path = path;
        this.reply = reply;
    }

    static void install(Channel channel, String host, String path, Reply reply) {
        channel.pipeline().addLast(new HttpClientCodec(), new Http1Probe(host, path, reply));
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        FullHttpRequest request =
                new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, path, Unpooled.EMPTY_BUFFER);
        request.headers()
                .set(HttpHeaderNames.HOST, host)
                .set(HttpHeaderNames.USER_AGENT, AGENT)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        context.writeAndFlush(request);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        if (part instanceof HttpResponse response && response.status().code() >= 200) {
            reply.accept(
                    part.decoderResult().isSuccess()
                            ? Answer.of(response.status().code())
                            : Answer.none("what it answered is no HTTP"));
            context.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        reply.accept(Answer.none("it closed the connection"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        reply.accept(Answer.none(cause));
        context.close();
    }
}
