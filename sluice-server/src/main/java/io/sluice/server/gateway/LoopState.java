package io.sluice.server.gateway;

import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;

/** What the connections of one event loop share. */
final class LoopState {
    final EventLoop loop;
    final Ticks ticks;
    final SmallBuffers buffers = new SmallBuffers();
    final UpstreamPool pool;

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
