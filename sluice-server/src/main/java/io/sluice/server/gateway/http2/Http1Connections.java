package io.sluice.server.gateway.http2;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.sluice.server.gateway.upstream.ConnectionLimitException;
import io.sluice.server.gateway.upstream.ConnectionSlot;
import io.sluice.server.gateway.upstream.ConnectionSlots;
import io.sluice.server.gateway.upstream.IdleConnections;
import io.sluice.server.gateway.upstream.SlotRequest;
import io.sluice.server.gateway.upstream.Target;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP/1.1 connections of one event loop; those without a request are kept for the next, the latest used first. A connection whose request left while it was opened is for the next request too.
 */
final class Http1Connections implements IdleConnections {
    private final Connecting connecting;
    private final Map<Target, Deque<Http1Back>> idle = new HashMap<>();
    private final Map<Target, Deque<Opening>> spare = new HashMap<>();

    /** A connection that is being opened. */
    private static final class Opening {
        private @Nullable BackRequest request;
    }

    Http1Connections(Connecting connecting) {
        this.connecting = connecting;
    }

    void open(BackRequest request, Backs.Choice choice) {
        Target target = request.target;
        Http1Back kept = choice == Backs.Choice.FRESH ? null : take(target);
        if (kept != null) {
            kept.begin(request);
            return;
        }
        Deque<Opening> openings = spare.get(target);
        Opening opening = openings == null ? null : openings.peekLast();
        if (opening == null || choice == Backs.Choice.FRESH) {
            ask(request);
        } else {
            noLongerSpare(target, opening);
            isFor(opening, request);
        }
    }

    private void ask(BackRequest request) {
        SlotRequest asking = new SlotRequest(request.target.slots(), this, false) {
            @Override
            protected void connect(ConnectionSlot slot) {
                Http1Connections.this.connect(request, slot);
            }

            @Override
            protected void useFree() {
                open(request, Backs.Choice.ANY);
            }

            @Override
            protected void refused(ConnectionLimitException why) {
                request.broken(why);
            }
        };
        request.whenLeft(asking::leave);
        asking.ask();
    }

    private void connect(BackRequest first, ConnectionSlot slot) {
        Target target = first.target;
        Opening opening = new Opening();
        isFor(opening, first);
        connecting.connect(
                target,
                first.times,
                slot,
                channel -> {
                    Http1Back made = new Http1Back(channel, this, target, first.times);
                    channel.pipeline().addLast(made.decoder(), new HttpRequestEncoder(), made);
                    BackRequest request = opening.request;
                    if (request == null) {
                        noLongerSpare(target, opening);
                        made.isFree();
                    } else {
                        made.begin(request);
                    }
                },
                cause -> {
                    BackRequest request = opening.request;
                    if (request == null) {
                        noLongerSpare(target, opening);
                    } else if (request == first) {
                        request.broken(cause);
                    } else {
                        open(request, Backs.Choice.FRESH); // it came late to this connection, and another may do better
                    }
                });
    }

    private void isFor(Opening opening, BackRequest request) {
        opening.request = request;
        request.whenLeft(() -> {
            opening.request = null;
            spare.computeIfAbsent(request.target, none -> new ArrayDeque<>()).add(opening);
        });
    }

    private void noLongerSpare(Target target, Opening opening) {
        Deque<Opening> openings = spare.get(target);
        if (openings != null && openings.remove(opening) && openings.isEmpty()) {
            spare.remove(target);
        }
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

    /** It has no request. */
    void keep(Target target, Http1Back back) {
        if (target.slots().isWanted()) {
            loop().execute(() -> offer(target, back)); // what has come behind its last answer shows before
        } else {
            idle.computeIfAbsent(target, none -> new ArrayDeque<>()).push(back);
        }
    }

    private void offer(Target target, Http1Back back) {
        if (!back.channel().isActive()) {
            return;
        }
        idle.computeIfAbsent(target, none -> new ArrayDeque<>()).push(back);
        ConnectionSlots.Free now = target.slots().free(this);
        if (now == ConnectionSlots.Free.CLOSE || now == ConnectionSlots.Free.CLOSE_SOON) {
            back.close();
        }
    }

    void forget(Target target, Http1Back back) {
        Deque<Http1Back> kept = idle.get(target);
        if (kept != null && kept.remove(back) && kept.isEmpty()) {
            idle.remove(target);
        }
    }

    @Override
    public EventLoop loop() {
        return connecting.loop();
    }

    @Override
    public void close(@Nullable ConnectionSlots target, int most) {
        List<Http1Back> all = idle.values().stream().flatMap(Collection::stream).toList();
        int left = most;
        for (Http1Back back : all) {
            if (left > 0 && back.isTo(target)) {
                back.close();
                left--;
            }
        }
    }
}
