package io.sluice.server.gateway;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.sluice.rules.list.Address;
import io.sluice.rules.list.Cidr;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** What happens to a new connection, up to its first byte of HTTP. */
@SuppressWarnings("FutureReturnValueIgnored") // nothing depends on when a connection has been closed
record Arrival(GatewayScope scope, ConnectionGate gate, LoopState loop, ChannelGroup connections) {
    void welcome(Channel channel) {
        if (!gate.enter()) {
            scope.counts.turnedAway.increment();
            channel.close();
            return;
        }
        scope.counts.opened.increment();
        connections.add(channel);
        channel.closeFuture().addListener(closed -> {
            scope.counts.closed.increment();
            gate.leave();
        });
        if (scope.closing) { // asked only now, since who is among the connections by then is told of what begins later
            channel.close();
            return;
        }
        Address peer = address(channel);
        if (peer != null && speaksProxyProtocol(peer)) {
            channel.pipeline()
                    .addLast(new ProxyHeaderHandler(
                            scope.settings.times().head(), client -> admit(channel, client == null ? peer : client)));
        } else {
            admit(channel, peer);
        }
    }

    private static @Nullable Address address(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress remote
                ? Address.of(remote.getAddress().getAddress())
                : null;
    }

    private boolean speaksProxyProtocol(Address peer) {
        for (Cidr network : scope.settings.proxyProtocol()) {
            if (network.contains(peer)) {
                return true;
            }
        }
        return false;
    }

    private void admit(Channel channel, @Nullable Address client) {
        if (!gate.enter(client)) {
            scope.counts.turnedAway.increment();
            channel.close();
            return;
        }
        channel.closeFuture().addListener(closed -> gate.leave(client));
        ClientPeer.of(client).mark(channel);
        scope.settings.bounds().mark(channel);
        FrontDoor frontDoor = scope.settings.frontDoor();
        if (frontDoor == null) {
            installHttp1(channel);
        } else {
            frontDoor.install(channel, () -> installHttp1(channel));
        }
    }

    private void installHttp1(Channel channel) {
        channel.pipeline().addLast(new GatewayHandler(scope, loop));
    }
}
