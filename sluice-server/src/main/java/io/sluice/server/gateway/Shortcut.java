package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.Socket;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The socket under a channel, for what can be sent in one go while nothing else waits to be sent: that is most of what a gateway sends, and needs no queue. */
final class Shortcut {
    private final EpollSocketChannel channel;
    private final Socket socket;

    private Shortcut(EpollSocketChannel channel, Socket socket) {
        this.channel = channel;
        this.socket = socket;
    }

    /** Null where bytes have to go through the channel. */
    static @Nullable Shortcut of(Channel channel) {
        return channel instanceof EpollSocketChannel epoll
                        && epoll.fd() instanceof Socket socket
                        && channel.pipeline().get(SslHandler.class) == null
                ? new Shortcut(epoll, socket)
                : null;
    }

    /** Whether nothing is before it. */
    boolean isFree() {
        ChannelOutboundBuffer queue = channel.unsafe().outboundBuffer();
        return channel.isActive() && queue != null && queue.isEmpty() && queue.totalPendingWriteBytes() == 0;
    }

    /** Sends what the socket takes. What is left in the buffer has to go through the channel, which also finds out what is wrong. */
    void send(ByteBuf bytes) {
        if (!channel.isActive()) {
            return;
        }
        try {
            bytes.skipBytes(socket.sendAddress(bytes.memoryAddress(), bytes.readerIndex(), bytes.writerIndex()));
        } catch (IOException broken) {
            // the channel will meet the same, and knows what to do about it
        }
    }
}
