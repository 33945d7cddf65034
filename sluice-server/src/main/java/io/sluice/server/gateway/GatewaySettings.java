package io.sluice.server.gateway;

import io.sluice.rules.list.Cidr;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.http1.HeadLimits;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway is told at start.
 *
 * @param address to listen on; port 0 for any that is free
 * @param proxyProtocol the networks whose connections start with a PROXY header; connections from elsewhere have none
 * @param frontDoor null if all connections speak HTTP/1.1 in plain text
 * @param handOver null if all targets speak HTTP/1.1
 * @param counts of this gateway alone, and of whatever takes requests over from it
 * @param bounds for the memory of unfinished requests; connections are counted by {@code limits}
 */
public record GatewaySettings(
        InetSocketAddress address,
        HeadLimits head,
        GatewayTimes times,
        GatewayLimits limits,
        List<Cidr> proxyProtocol,
        @Nullable FrontDoor frontDoor,
        @Nullable HandOver handOver,
        GatewayCounts counts,
        DoorBounds bounds) {
    public GatewaySettings {
        proxyProtocol = List.copyOf(proxyProtocol);
    }

    /** With the usual limits, for plain HTTP/1.1 on both sides. */
    public static GatewaySettings on(InetSocketAddress address) {
        return new GatewaySettings(
                address,
                HeadLimits.USUAL,
                GatewayTimes.USUAL,
                GatewayLimits.USUAL,
                List.of(),
                null,
                null,
                new GatewayCounts(),
                DoorBounds.none());
    }

    public GatewaySettings head(HeadLimits other) {
        return new GatewaySettings(address, other, times, limits, proxyProtocol, frontDoor, handOver, counts, bounds);
    }

    public GatewaySettings times(GatewayTimes other) {
        return new GatewaySettings(address, head, other, limits, proxyProtocol, frontDoor, handOver, counts, bounds);
    }

    public GatewaySettings limits(GatewayLimits other) {
        return new GatewaySettings(address, head, times, other, proxyProtocol, frontDoor, handOver, counts, bounds);
    }

    public GatewaySettings proxyProtocol(List<Cidr> networks) {
        return new GatewaySettings(address, head, times, limits, networks, frontDoor, handOver, counts, bounds);
    }

    public GatewaySettings frontDoor(FrontDoor other) {
        return new GatewaySettings(address, head, times, limits, proxyProtocol, other, handOver, counts, bounds);
    }

    public GatewaySettings handOver(HandOver other) {
        return new GatewaySettings(address, head, times, limits, proxyProtocol, frontDoor, other, counts, bounds);
    }

    public GatewaySettings counts(GatewayCounts other) {
        return new GatewaySettings(address, head, times, limits, proxyProtocol, frontDoor, handOver, other, bounds);
    }

    public GatewaySettings bounds(DoorBounds other) {
        return new GatewaySettings(address, head, times, limits, proxyProtocol, frontDoor, handOver, counts, other);
    }
}
