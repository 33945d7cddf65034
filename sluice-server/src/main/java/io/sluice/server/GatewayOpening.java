package io.sluice.server;

import io.sluice.rules.RuleSet;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.demo.DemoApplication;
import io.sluice.server.gateway.FrontDoor;
import io.sluice.server.gateway.Gateway;
import io.sluice.server.gateway.GatewayCounts;
import io.sluice.server.gateway.GatewayLimits;
import io.sluice.server.gateway.GatewaySettings;
import io.sluice.server.gateway.GatewayTimes;
import io.sluice.server.gateway.access.AccessLog;
import io.sluice.server.gateway.access.JsonAccessLog;
import io.sluice.server.gateway.http2.Http2Door;
import io.sluice.server.gateway.http2.ObjectPath;
import io.sluice.server.gateway.http2.ObjectSettings;
import io.sluice.server.gateway.upstream.TargetState;
import io.sluice.server.gateway.upstream.UpstreamSets;
import io.sluice.server.http1.HeadLimits;
import io.sluice.server.limits.Limits;
import io.sluice.server.net.Loops;
import io.sluice.server.net.Reasons;
import io.sluice.server.settings.ServerSettings;
import io.sluice.server.settings.Setting;
import io.sluice.server.tls.ServerTls;
import io.sluice.server.tls.TlsFiles;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The gateway and what it needs: upstreams that follow the rule file, or a demo application where there are none. */
final class GatewayOpening implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(GatewayOpening.class.getName());

    private final ServerSettings settings;
    private final Limits limits;
    private final DoorBounds bounds;
    private final Loops loops;
    private final ChosenUpstreams chosen;
    private final @Nullable DemoApplication demo;
    private final UpstreamSets upstreams;
    private final AccessLog log;
    private @Nullable ServerTls tls;

    GatewayOpening(ServerSettings settings, Limits limits, DoorBounds bounds, Loops loops) throws IOException {
        this.settings = settings;
        this.limits = limits;
        this.bounds = bounds;
        this.loops = loops;
        RuleSet first = limits.rules();
        boolean toDemo = settings.upstream().isEmpty() && first.upstreams().isEmpty();
        this.demo = toDemo ? DemoApplication.start(loops) : null;
        this.chosen = demo == null ? ChosenUpstreams.of(settings.upstream()) : ChosenUpstreams.demo(demo.url());
        this.upstreams = UpstreamSets.start(
                chosen.in(first), loops, limits.clock(), settings.limits().upstreamConnections());
        this.log = accessLog();
        limits.whenTaken(taken -> follow());
        if (!limits.rules().equals(first)) {
            follow();
        }
    }

    private AccessLog accessLog() throws IOException {
        String where = settings.accessLog();
        if (where == null) {
            return AccessLog.NONE;
        }
        try {
            return JsonAccessLog.open(where, limits::rules, limits.clock());
        } catch (IOException e) {
            throw new IOException(
                    settings.given().where(Setting.ACCESS_LOG) + " cannot be written (" + Reasons.of(e)
                            + "); give a file in a folder that there is, or stdout",
                    e);
        }
    }

    /** Goes by the rules in force now, whoever is the last to tell of them. */
    private synchronized void follow() {
        try {
            upstreams.replace(chosen.in(limits.rules()));
        } catch (IllegalArgumentException e) {
            LOG.log(Level.WARNING, "the upstreams before stay: {0}", e.getMessage());
        }
    }

    Gateway at(InetSocketAddress address) throws IOException {
        ServerSettings.Times times = settings.times();
        ServerSettings.Limits most = settings.limits();
        GatewayCounts counts = new GatewayCounts();
        ObjectPath objects = new ObjectPath(
                limits.http(), limits.engine(), limits.clock(), upstreams, log, counts, loops, objectSettings());
        GatewaySettings gateway = GatewaySettings.on(address)
                .head(HeadLimits.of(most.headBytes(), most.headers()))
                .times(new GatewayTimes(
                        millis(times.head()),
                        millis(times.body()),
                        millis(times.keepAlive()),
                        millis(times.delay()),
                        GatewayTimes.USUAL.linger()))
                .limits(new GatewayLimits(
                        most.connections(),
                        most.connectionsPerAddress(),
                        most.requestsPerConnection(),
                        GatewayLimits.USUAL.delayed()))
                .proxyProtocol(settings.proxyProtocol())
                .handOver(objects)
                .counts(counts)
                .bounds(bounds);
        FrontDoor front = frontDoor(objects);
        Gateway opened = Gateway.start(
                front == null ? gateway : gateway.frontDoor(front),
                limits.http(),
                limits.engine(),
                limits.clock(),
                upstreams,
                log,
                loops);
        new GatewayMeters(counts, upstreams, log).bindTo(limits.meters());
        return opened;
    }

    private ObjectSettings objectSettings() {
        ServerSettings.Times times = settings.times();
        ServerSettings.Limits most = settings.limits();
        return new ObjectSettings(
                most.streams(),
                most.requestsPerConnection(),
                HeadLimits.of(most.headBytes(), most.headers()),
                times.head(),
                times.body(),
                times.keepAlive(),
                times.delay(),
                ObjectSettings.DEFAULT.mostWaiting());
    }

    /** Null where clients speak HTTP/1.1 in plain text and nothing else. */
    private @Nullable FrontDoor frontDoor(ObjectPath objects) throws IOException {
        ServerSettings.Tls files = settings.tls();
        if (files == null) {
            return settings.http2() ? Http2Door.plain(objects) : null;
        }
        ServerTls.Offer offer = settings.http2() ? ServerTls.Offer.HTTP2_AND_HTTP1 : ServerTls.Offer.HTTP1;
        try {
            tls = ServerTls.start(
                    new TlsFiles(files.certificate(), files.key(), files.clientCa()),
                    offer,
                    settings.times().head(),
                    loops);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the gateway's certificate cannot be used (" + Reasons.of(e) + "); see "
                            + settings.given().where(Setting.TLS_CERTIFICATE) + " and "
                            + settings.given().where(Setting.TLS_KEY),
                    e);
        }
        return Http2Door.over(tls, objects);
    }

    /** Of the URL by which clients call the gateway. */
    String scheme() {
        return settings.tls() == null ? "http" : "https";
    }

    private static int millis(Duration duration) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(1, duration.toMillis()));
    }

    List<TargetState> states() {
        return upstreams.states();
    }

    /** What is wrong with targets, a line for each. */
    List<String> faults() {
        return upstreams.faults();
    }

    /** Where requests go, for people. */
    String where() {
        return demo != null ? "a demo application" : chosen.shown(limits.rules());
    }

    @Override
    public void close() {
        if (tls != null) {
            tls.close();
        }
        upstreams.close();
        log.close();
        if (demo != null) {
            demo.close();
        }
    }
}
