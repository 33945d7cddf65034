package io.sluice.server.grpc;

import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.FastThreadLocal;
import io.sluice.server.bounds.Account;
import io.sluice.server.bounds.DoorBounds;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one connection whose message is not whole, in the order in which they began: what they hold is accounted for after each read. Calls that come whole in one read are added and removed
 * before that. Stands next to the socket; used on the event loop of the connection.
 */
@SuppressWarnings("NullAway.Init") // the account comes when the handler is added
final class UnfinishedCalls extends ChannelInboundHandlerAdapter {
    /** Follows each call from its head on. gRPC makes tracers while it reads from a connection. */
    static final ServerStreamTracer.Factory TRACING = new ServerStreamTracer.Factory() {
        @Override
        public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
            UnfinishedCalls connection = BEING_READ.get();
            return connection == null ? new ServerStreamTracer() {} : connection.new Call();
        }
    };

    private static final FastThreadLocal<@Nullable UnfinishedCalls> BEING_READ = new FastThreadLocal<>();
    /** Bytes that a call takes up without its message. */
    private static final int BYTES_OF_A_CALL = 4_096;

    private Account account;
    private @Nullable Call first;
    private @Nullable Call last;
    private int calls;
    private long messageBytes;

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        account = DoorBounds.of(ctx.channel()).account(ctx.executor(), cause -> {
            var unused = ctx.close();
        });
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        account.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        BEING_READ.set(this);
        try {
            ctx.fireChannelRead(message);
        } finally {
            BEING_READ.set(null);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.fireChannelReadComplete();
        Call oldest = first;
        if (oldest == null) {
            account.hold(0);
            account.settled();
        } else {
            markTimes();
            account.due(oldest.since);
            account.hold((int) Math.min(Integer.MAX_VALUE / 2, messageBytes + (long) calls * BYTES_OF_A_CALL));
        }
    }

    /** New ones are at the end. */
    private void markTimes() {
        long now = account.now();
        for (Call call = last; call != null && !call.timed; call = call.before) {
            call.timed = true;
            call.since = now;
        }
    }

    /** Takes part while its message is not whole. */
    private final class Call extends ServerStreamTracer {
        private @Nullable Call before;
        private @Nullable Call after;
        private boolean unfinished;
        private boolean timed;
        private long since;
        private long bytes;

        Call() {
            begin();
        }

        private void begin() {
            unfinished = true;
            timed = false;
            before = last;
            if (last == null) {
                first = this;
            } else {
                last.after = this;
            }
            last = this;
            calls++;
        }

        @Override
        public void inboundWireSize(long more) {
            if (!unfinished) {
                begin();
            }
            bytes += more;
            messageBytes += more;
        }

        @Override
        public void inboundMessageRead(int number, long wireSize, long uncompressedSize) {
            end();
        }

        @Override
        public void streamClosed(io.grpc.Status status) {
            end();
        }

        private void end() {
            if (!unfinished) {
                return;
            }
            unfinished = false;
            messageBytes -= bytes;
            bytes = 0;
            calls--;
            if (before == null) {
                first = after;
            } else {
                before.after = after;
            }
            if (after == null) {
                last = before;
            } else {
                after.before = before;
            }
            before = null;
            after = null;
        }
    }
}
