package io.sluice.server.gateway.http2;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The HTTP/1.1 connections of one event loop; those without a request are kept for the next, the latest used first. */
final class Http1Connections {
    private static final int MOST_HEAD_BYTES = 65_536;

    private final Connecting connecting;
    private final Map<Target, Deque<Http1Back>> idle = new HashMap<>();

    Http1Connections(Connecting connecting) {
        this.connecting = connecting;
    }

    void open(Target target, UpstreamTimes times, Backs.Choice choice, Answering answering) {
        Http1Back kept = choice == Backs.Choice.FRESH ? null : take(target);
        if (kept != null) {
            kept.begin(answering);
            answering.ready(kept);
            return;
        }
        connecting.connect(
                target,
                times,
                channel -> {
                    Http1Back made = new Http1Back(channel, this, target, times);
                    channel.pipeline().addLast(codec(), made);
                    made.begin(answering);
                    answering.ready(made);
                },
                answering::broken);
    }

    private static HttpClientCodec codec() {
        HttpDecoderConfig config =
                new HttpDecoderConfig().setMaxInitialLineLength(MOST_HEAD_BYTES).setMaxHeaderSize(MOST_HEAD_BYTES);
        return new HttpClientCodec(config, false, false);
    }

    private @Nullable Http1Back take(Target target) {
        Deque<Http1Back> kept = idle.get(target);
        while (kept != null && !kept.isEmpty()) {
            Http1Back back = kept.pop();
            Channel channel = back.channel();
            if (channel.isActive() && target.address().equals(channel.remoteAddress())) {
                return back;
            }
            back.close();
        }
        return null;
    }

    void keep(Target target, Http1Back back) {
        idle.computeIfAbsent(target, none -> new ArrayDeque<>()).push(back);
    }

    void forget(Target target, Http1Back back) {
        Deque<Http1Back> kept = idle.get(target);
        if (kept != null && kept.remove(back) && kept.isEmpty()) {
            idle.remove(target);
        }
    }
}
