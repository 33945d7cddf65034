package io.sluice.server.gateway.upstream;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.Future;
import io.sluice.rules.UpstreamSettings.Health;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Asks a target for a page, on a connection of its own. */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be done shows when the channel closes
final class Probe {
    /**
     * What came back.
     *
     * @param status 0 if nothing did
     * @param why nothing did
     */
    record Answer(int status, String why) {
        static Answer of(int status) {
            return new Answer(status, "");
        }

        static Answer none(Throwable cause) {
            return none(Objects.requireNonNullElse(cause.getMessage(), cause.toString()));
        }

        static Answer none(String why) {
            return new Answer(0, why);
        }

        @Override
        public String toString() {
            return status == 0 ? why : "it answered " + status;
        }
    }

    private final Target target;
    private final Health settings;
    private final Bootstrap connecting;
    private final EventLoop loop;

    Probe(Target target, Health settings, EventLoop loop, Class<? extends SocketChannel> sockets) {
        this.target = target;
        this.settings = settings;
        this.loop = loop;
        this.connecting = new Bootstrap()
                .group(loop)
                .channel(sockets)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) Math.min(
                        Integer.MAX_VALUE, settings.timeout().plusNanos(999_999).toMillis()));
    }

    /** Exactly one answer follows, on the event loop. */
    void send(Consumer<Answer> then) {
        if (!(target instanceof LiveTarget live) || !live.hasAddress()) {
            then.accept(Answer.none("its name leads nowhere"));
            return;
        }
        Reply reply = new Reply(then);
        ChannelFuture connected = connecting
                .clone()
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        install(channel, reply);
                    }
                })
                .connect(target.address());
        Future<?> timeout = loop.schedule(
                () -> {
                    reply.accept(
                            Answer.none("no answer within " + settings.timeout().toMillis() + " ms"));
                    connected.channel().close();
                },
                settings.timeout().toNanos(),
                TimeUnit.NANOSECONDS);
        connected.channel().closeFuture().addListener(closed -> timeout.cancel(false));
        connected.addListener(done -> {
            if (!done.isSuccess()) {
                reply.accept(Answer.none(done.cause()));
            }
        });
    }

    private void install(Channel channel, Reply reply) {
        SslContext tls = target.tls();
        if (tls != null) {
            channel.pipeline()
                    .addLast(tls.newHandler(
                            channel.alloc(),
                            target.serverName(),
                            target.address().getPort()));
        }
        String host = Objects.requireNonNullElse(target.host(), target.authority());
        if (target.http2()) {
            Http2Probe.install(channel, tls != null, host, settings.path(), reply);
        } else {
            Http1Probe.install(channel, host, settings.path(), reply);
        }
    }

    /** Takes the first answer only. */
    static final class Reply implements Consumer<Answer> {
        private final Consumer<Answer> then;
        private boolean told;

        Reply(Consumer<Answer> then) {
            this.then = then;
        }

        @Override
        public void accept(Answer answer) {
            if (!told) {
                told = true;
                then.accept(answer);
            }
        }
    }
}
