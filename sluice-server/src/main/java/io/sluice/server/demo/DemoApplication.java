package io.sluice.server.demo;

import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.sluice.server.net.Door;
import io.sluice.server.net.Listening;
import io.sluice.server.net.Loops;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** A small application in this process, for a gateway that was not told about any other. It knows nothing of limits. */
public final class DemoApplication implements Door {
    private static final int LARGEST_BODY = 1024 * 1024;

    private final Listening listening;

    private DemoApplication(Listening listening) {
        this.listening = listening;
    }

    /** On loopback, on a port that is free. */
    public static DemoApplication start(Loops loops) throws IOException {
        InetSocketAddress anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new DemoApplication(Listening.open(loops, anywhere, DemoApplication::prepare));
    }

    private static void prepare(SocketChannel channel) {
        channel.pipeline()
                .addLast(new HttpServerCodec())
                .addLast(new HttpServerKeepAliveHandler())
                .addLast(new HttpObjectAggregator(LARGEST_BODY))
                .addLast(new WebSocketServerProtocolHandler("/ws"))
                .addLast(new DemoEcho())
                .addLast(new DemoHandler());
    }

    /** What an upstream is given as. */
    public String url() {
        return "http://127.0.0.1:" + address().getPort();
    }

    @Override
    public InetSocketAddress address() {
        return listening.address();
    }

    /** The gateway before it has drained already. */
    @Override
    public void drain(Duration within) {
        close();
    }

    @Override
    public void close() {
        listening.close();
    }
}
