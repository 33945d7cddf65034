package io.sluice.benchmarks.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.sluice.server.grpc.GrpcConnections;
import io.sluice.server.net.Listening;
import io.sluice.server.net.Loops;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The empty call behind Sluice's own door, in a process of its own: {@code port threads}. What Sluice does to connections itself helps this one as well. */
final class EmptyDoor {
    private EmptyDoor() {}

    public static void main(String[] args) throws Exception {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        Loops.lookForNoLeaks();
        try (Loops loops = Loops.start(Loops.Transport.best(), Integer.parseInt(args[1]));
                GrpcConnections grpc = GrpcConnections.start(loops.group(), () -> EmptyGrpc.answering(new byte[0]));
                Listening listening = Listening.open(
                        loops, address, channel -> channel.pipeline().addLast(new HandOver(grpc)))) {
            System.out.println(listening.address());
            Thread.currentThread().join();
        }
    }

    /** Takes what comes for HTTP/2. */
    private static final class HandOver extends ChannelInboundHandlerAdapter {
        private final GrpcConnections grpc;

        HandOver(GrpcConnections grpc) {
            this.grpc = grpc;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ctx.pipeline().remove(this);
            grpc.take(ctx.channel(), (ByteBuf) message);
        }
    }
}
