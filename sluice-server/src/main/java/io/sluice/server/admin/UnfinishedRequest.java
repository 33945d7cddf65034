package io.sluice.server.admin;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.sluice.server.bounds.Account;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.bounds.Refusal;

/** Accounts for what has come of a request that is not whole. Stands next to the socket. */
@SuppressWarnings("NullAway.Init") // the account comes when the handler is added
final class UnfinishedRequest extends ChannelInboundHandlerAdapter {
    private Account account;
    private int bytes;

    /** All that has come belongs to requests that are whole. */
    void isWhole() {
        bytes = 0;
        account.settled();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        account = DoorBounds.of(ctx.channel()).account(ctx.executor(), cause -> refuse(ctx, cause));
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        account.close();
    }

    private static void refuse(ChannelHandlerContext ctx, Refusal.Cause cause) {
        int status = cause == Refusal.Cause.TOO_LATE ? 408 : 503;
        var unused = AdminHandler.write(
                        ctx.pipeline().context(AdminHandler.class), Reply.problem(status, cause.sentence()), false)
                .addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        bytes += ((ByteBuf) message).readableBytes();
        ctx.fireChannelRead(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.fireChannelReadComplete();
        account.hold(bytes);
        if (bytes > 0 && !account.isDue()) {
            account.due();
        }
    }
}
