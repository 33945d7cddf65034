package io.sluice.server.settings;

import io.sluice.core.CounterMemory;
import io.sluice.redis.RedisStore;
import io.sluice.rules.RuleSet;
import io.sluice.rules.TargetSettings;
import io.sluice.rules.list.Cidr;
import io.sluice.server.bounds.ByteBudget;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.limits.SnapshotSettings;
import io.sluice.server.log.LogForm;
import io.sluice.server.net.Loops;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a server is told to do, read and found to be right.
 *
 * @param file the rule file; null: {@code rules} are all there is
 * @param redis null: as the rules say
 * @param upstream in place of those in the rules; empty: those
 * @param tls null: the gateway speaks plain text
 * @param accessLog null: none
 * @param snapshot null: counters in memory are not saved
 * @param given what was said, for messages
 */
public record ServerSettings(
        @Nullable Path file,
        RuleSet rules,
        @Nullable String redis,
        List<TargetSettings> upstream,
        Ports ports,
        @Nullable String adminToken,
        @Nullable String respPassword,
        @Nullable Tls tls,
        boolean http2,
        List<Cidr> proxyProtocol,
        @Nullable String accessLog,
        LogForm log,
        Loops.Transport transport,
        int threads,
        Duration drain,
        @Nullable SnapshotSettings snapshot,
        Times times,
        Limits limits,
        Given given) {
    // As in rule files.
    private static final int MOST_THREADS = 1_024;
    private static final int MOST_CONNECTIONS = 10_000_000;
    private static final long LEAST_HEAD = 1 << 10;
    private static final long MOST_HEAD = 1 << 20;
    private static final int MOST_HEADERS = 10_000;
    private static final int MOST_STREAMS = 100_000;
    private static final long LEAST_MEMORY = 64L << 10;
    private static final long LEAST_COUNTERS = 1L << 20;
    private static final long MOST_MEMORY = 1L << 40;
    private static final int MOST_REQUESTS = 1_000_000_000;

    /** Where doors are; null for those that stay shut. */
    public record Ports(
            String host,
            @Nullable Integer gateway,
            @Nullable Integer api,
            @Nullable Integer resp,
            String adminHost,
            @Nullable Integer admin) {}

    /** The gateway's certificate. */
    public record Tls(Path certificate, Path key, @Nullable Path clientCa) {}

    /** How long clients may take. */
    public record Times(Duration head, Duration body, Duration keepAlive, Duration delay, Duration request) {}

    /** How much is taken from clients; 0 connections per address or requests per connection: as many as they like. */
    public record Limits(
            int connections,
            int connectionsPerAddress,
            int apiConnections,
            int respConnections,
            int adminConnections,
            long memoryBytes,
            int headBytes,
            int headers,
            int streams,
            int requestsPerConnection,
            int upstreamConnections,
            long counterBytes) {}

    /**
     * Reads all settings.
     *
     * @throws IllegalArgumentException with where it was said, and what would be right
     */
    public static ServerSettings of(@Nullable Path file, RuleSet rules, Given given) {
        return new ServerSettings(
                file,
                rules,
                redis(given),
                upstream(given),
                ports(given),
                given.text(Setting.ADMIN_TOKEN),
                given.text(Setting.RESP_PASSWORD),
                tls(given),
                given.yes(Setting.HTTP2),
                each(given, Setting.PROXY_PROTOCOL, Cidr::parse),
                given.filled(Setting.ACCESS_LOG),
                LogForm.of(given.choice(Setting.LOG, LogForm.NAMES)),
                transport(given),
                given.text(Setting.THREADS) == null
                        ? Runtime.getRuntime().availableProcessors()
                        : given.count(Setting.THREADS, 1, MOST_THREADS),
                given.durationOrNone(Setting.DRAIN),
                snapshot(given),
                times(given),
                limits(given),
                given);
    }

    private static Ports ports(Given given) {
        return new Ports(
                given.needed(Setting.HOST),
                given.port(Setting.PORT),
                given.port(Setting.API_PORT),
                given.port(Setting.RESP_PORT),
                given.needed(Setting.ADMIN_HOST),
                given.port(Setting.ADMIN_PORT));
    }

    private static @Nullable Tls tls(Given given) {
        String certificate = given.filled(Setting.TLS_CERTIFICATE);
        String key = given.filled(Setting.TLS_KEY);
        String clientCa = given.filled(Setting.TLS_CLIENT_CA);
        if (certificate == null && key == null && clientCa == null) {
            return null;
        }
        if (certificate == null || key == null) {
            throw new IllegalArgumentException("TLS takes both " + Setting.TLS_CERTIFICATE.flag() + " and "
                    + Setting.TLS_KEY.flag() + "; give the other one too");
        }
        return new Tls(Path.of(certificate), Path.of(key), clientCa == null ? null : Path.of(clientCa));
    }

    private static @Nullable SnapshotSettings snapshot(Given given) {
        String file = given.filled(Setting.SNAPSHOT_FILE);
        Duration every = given.duration(Setting.SNAPSHOT_EVERY);
        return file == null
                ? null
                : read(given, Setting.SNAPSHOT_FILE, () -> SnapshotSettings.of(Path.of(file), every));
    }

    private static Loops.Transport transport(Given given) {
        String name = given.filled(Setting.TRANSPORT);
        return name == null ? Loops.Transport.best() : read(given, Setting.TRANSPORT, () -> Loops.Transport.of(name));
    }

    private static Times times(Given given) {
        return new Times(
                given.duration(Setting.TIMEOUTS_HEAD),
                given.duration(Setting.TIMEOUTS_BODY),
                given.duration(Setting.TIMEOUTS_KEEP_ALIVE),
                given.durationOrNone(Setting.TIMEOUTS_DELAY),
                given.duration(Setting.TIMEOUTS_REQUEST));
    }

    private static Limits limits(Given given) {
        return new Limits(
                connections(given, Setting.LIMITS_CONNECTIONS, DoorBounds.defaultGatewayConnections()),
                given.count(Setting.LIMITS_CONNECTIONS_PER_ADDRESS, 0, MOST_CONNECTIONS),
                connections(given, Setting.LIMITS_API_CONNECTIONS, DoorBounds.defaultConnections()),
                connections(given, Setting.LIMITS_RESP_CONNECTIONS, DoorBounds.defaultConnections()),
                given.count(Setting.LIMITS_ADMIN_CONNECTIONS, 1, MOST_CONNECTIONS),
                given.text(Setting.LIMITS_MEMORY) == null
                        ? ByteBudget.defaultBytes()
                        : given.bytes(Setting.LIMITS_MEMORY, LEAST_MEMORY, MOST_MEMORY),
                (int) given.bytes(Setting.LIMITS_HEAD, LEAST_HEAD, MOST_HEAD),
                given.count(Setting.LIMITS_HEADERS, 1, MOST_HEADERS),
                given.count(Setting.LIMITS_STREAMS, 1, MOST_STREAMS),
                given.count(Setting.LIMITS_REQUESTS_PER_CONNECTION, 0, MOST_REQUESTS),
                given.count(Setting.LIMITS_UPSTREAM_CONNECTIONS, 1, MOST_CONNECTIONS),
                given.text(Setting.LIMITS_COUNTERS) == null
                        ? CounterMemory.defaultLimit()
                        : given.bytes(Setting.LIMITS_COUNTERS, LEAST_COUNTERS, MOST_MEMORY));
    }

    private static int connections(Given given, Setting setting, int standard) {
        return given.text(setting) == null ? standard : given.count(setting, 1, MOST_CONNECTIONS);
    }

    /** Who names an upstream and leaves it empty does not want the demo application. */
    private static List<TargetSettings> upstream(Given given) {
        if (given.text(Setting.UPSTREAM) == null) {
            return List.of();
        }
        var unused = given.needed(Setting.UPSTREAM);
        return each(given, Setting.UPSTREAM, TargetSettings::parse);
    }

    private static @Nullable String redis(Given given) {
        String url = given.filled(Setting.REDIS);
        if (url != null) {
            var unused = read(given, Setting.REDIS, () -> RedisStore.builder(url));
        }
        return url;
    }

    private static <T> List<T> each(Given given, Setting setting, Function<String, T> reader) {
        return read(
                given, setting, () -> given.list(setting).stream().map(reader).toList());
    }

    /** With the name of the setting in front of what is wrong with it. */
    private static <T> T read(Given given, Setting setting, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(given.where(setting) + ": " + e.getMessage(), e);
        }
    }
}
