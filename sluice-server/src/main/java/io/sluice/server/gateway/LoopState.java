package io.sluice.server.gateway;

import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.sluice.server.net.GivingWay;

/** What the connections of one event loop share. Made by its thread. */
final class LoopState {
    final EventLoop loop;
    final Ticks ticks;
    final SmallBuffers buffers = new SmallBuffers();
    final UpstreamPool pool;
    final GivingWay givingWay = GivingWay.here();

    LoopState(EventLoop loop, Class<? extends SocketChannel> sockets) {
        this.loop = loop;
        this.ticks = new Ticks(loop);
        this.pool = new UpstreamPool(this, sockets);
    }

    /** On the loop. */
    void close() {
        ticks.stop();
        pool.close();
        buffers.close();
    }
}
