package io.sluice.server.keys;

import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import io.sluice.server.CannotStartException;
import io.sluice.server.OpenDoor;
import io.sluice.server.Server;
import io.sluice.server.gateway.RawClient;
import io.sluice.server.gateway.RawUpstream;
import io.sluice.server.settings.FileSettings;
import io.sluice.server.settings.Given;
import io.sluice.server.settings.ServerSettings;
import io.sluice.server.settings.Setting;
import io.sluice.testkit.http.RawHttp;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A server as a rule file describes it, and nothing else does; doors that the file gives no port get one that is free. */
public final class ServerScene implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOOK_NANOS = Duration.ofMillis(2).toNanos();
    private static final String NO_LIMIT = "rules: { idle: { match: /never, per: ip, limit: 1/day } }\n";

    final Server server;

    private ServerScene(ServerSettings settings) throws CannotStartException {
        server = Server.start(settings);
    }

    /** In front of this upstream, with such a {@code server} section: a line for each of its keys. */
    static ServerScene with(RawUpstream upstream, Path folder, String... keys) throws CannotStartException {
        return of(NO_LIMIT + to(upstream) + "server:\n  " + String.join("\n  ", keys), folder);
    }

    /** The lines that send everything there. */
    static String to(RawUpstream upstream) {
        return "upstreams: { app: " + url("http", upstream) + " }\n";
    }

    static String url(String scheme, RawUpstream upstream) {
        return "'" + scheme + "://127.0.0.1:" + upstream.address().getPort() + "'";
    }

    /** Whose rule file has these lines and lies in this folder. */
    public static ServerScene of(String lines, Path folder) throws CannotStartException {
        return new ServerScene(settings(lines, folder));
    }

    static ServerSettings settings(String lines, Path folder) {
        RuleFile file = RuleFile.parse("version: 1\n" + lines, folder.resolve("sluice.yaml"));
        RuleSet rules = file.rules();
        if (rules == null) {
            throw new AssertionError(file.problems());
        }
        Map<Setting, String> said = FileSettings.of(rules.server());
        for (Setting port : List.of(Setting.PORT, Setting.API_PORT, Setting.RESP_PORT, Setting.ADMIN_PORT)) {
            said.putIfAbsent(port, "0");
        }
        return ServerSettings.of(null, rules, new Given(Map.of(), Map.<String, String>of()::get, said));
    }

    OpenDoor door(String name) {
        return server.doors().stream()
                .filter(door -> door.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    public int port(String name) {
        return door(name).door().address().getPort();
    }

    /** To the gateway. */
    public RawClient connect() {
        return RawClient.to(port("gateway"));
    }

    /** Wherever that door listens. */
    RawClient connect(String name) throws IOException {
        InetSocketAddress address = door(name).door().address();
        return RawClient.on(new Socket(address.getAddress(), address.getPort()));
    }

    /** One connection to the gateway for each request. */
    RawHttp client() {
        return RawHttp.to(port("gateway"));
    }

    /** What the admin door says of this meter. */
    public String meter(String name) {
        String all = RawHttp.to(port("admin")).get("/metrics").body();
        return all.lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElse("none");
    }

    /** Waits for something that comes sooner or later. */
    public static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not in time: " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
