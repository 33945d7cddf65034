package io.sluice.server.gateway.http2;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.sluice.server.gateway.Draining;
import io.sluice.server.gateway.FrontDoor;
import io.sluice.server.tls.ServerTls;
import org.jspecify.annotations.Nullable;

/** Finds out what a client speaks: by ALPN where there is TLS, else by its first bytes. */
public final class Http2Door implements FrontDoor {
    private final ObjectPath path;
    private final @Nullable ServerTls tls;

    private Http2Door(ObjectPath path, @Nullable ServerTls tls) {
        this.path = path;
        this.tls = tls;
    }

    /** HTTP/1.1, and HTTP/2 by prior knowledge, in plain text. */
    public static Http2Door plain(ObjectPath path) {
        return new Http2Door(path, null);
    }

    /** HTTP/1.1 and, if that is what TLS offers, HTTP/2. */
    public static Http2Door over(ServerTls tls, ObjectPath path) {
        return new Http2Door(path, tls);
    }

    @Override
    public void install(Channel connection, Runnable installHttp1) {
        if (tls == null) {
            connection
                    .pipeline()
                    .addLast(
                            new PrefaceSplit(path.settings().headTime(), () -> installHttp2(connection), installHttp1));
        } else {
            connection.pipeline().addLast(tls.newHandler(connection.alloc()), new ByAlpn(this, installHttp1));
        }
    }

    private void installHttp2(Channel connection) {
        connection.config().setAutoRead(true);
        FrontConnection.install(connection, path);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // there is nothing to do when it has closed
    private static final class ByAlpn extends ApplicationProtocolNegotiationHandler {
        private final Http2Door door;
        private final Runnable installHttp1;

        ByAlpn(Http2Door door, Runnable installHttp1) {
            super(ApplicationProtocolNames.HTTP_1_1);
            this.door = door;
            this.installHttp1 = installHttp1;
        }

        @Override
        protected void configurePipeline(ChannelHandlerContext ctx, String protocol) {
            if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                door.installHttp2(ctx.channel());
            } else {
                installHttp1.run();
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
            if (event == Draining.NOW) {
                ctx.close();
            }
            super.userEventTriggered(ctx, event);
        }

        @Override
        protected void handshakeFailure(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
