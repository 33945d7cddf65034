package io.sluice.server.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.sluice.http.client.ClientAddress;
import io.sluice.server.net.Loops;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A listener that has nothing but a {@link FrontDoor}: who speaks HTTP/1.1 is shown out. */
@SuppressWarnings("FutureReturnValueIgnored") // there is nothing to do when it has closed
public record BareDoor(Channel listener) implements AutoCloseable {
    public static BareDoor open(Loops loops, FrontDoor door) {
        Channel listener = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.listening())
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel connection) {
                        InetSocketAddress remote = (InetSocketAddress) connection.remoteAddress();
                        ClientPeer.of(ClientAddress.peer(remote.getAddress().getHostAddress()))
                                .mark(connection);
                        door.install(connection, connection::close);
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
        return new BareDoor(listener);
    }

    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    @Override
    public void close() {
        listener.close().syncUninterruptibly();
    }
}
