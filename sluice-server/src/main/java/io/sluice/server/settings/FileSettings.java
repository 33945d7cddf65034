package io.sluice.server.settings;

import io.sluice.rules.ServerSection;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the {@code server} section of a rule file says, as if it had been said in flags. */
public final class FileSettings {
    private static final List<String> GROUPS = List.of("ADMIN_", "RESP_", "TLS_", "SNAPSHOT_", "TIMEOUTS_", "LIMITS_");

    private final Map<Setting, String> said = new EnumMap<>(Setting.class);

    private FileSettings() {}

    public static Map<Setting, String> of(ServerSection section) {
        FileSettings all = new FileSettings();
        all.doors(section);
        all.process(section);
        all.clients(section.times(), section.limits());
        return all.said;
    }

    private void doors(ServerSection section) {
        put(Setting.HOST, section.host());
        put(Setting.PORT, section.port());
        put(Setting.API_PORT, section.apiPort());
        put(Setting.RESP_PORT, section.respPort());
        put(Setting.ADMIN_PORT, section.adminPort());
        put(Setting.ADMIN_HOST, section.admin().host());
        put(Setting.ADMIN_TOKEN, section.admin().token());
        put(Setting.RESP_PASSWORD, section.resp().password());
        put(Setting.HTTP2, section.http2());
        ServerSection.Tls tls = section.tls();
        if (tls != null) {
            put(Setting.TLS_CERTIFICATE, tls.certificate());
            put(Setting.TLS_KEY, tls.key());
            put(Setting.TLS_CLIENT_CA, tls.clientCa());
        }
        List<String> networks = section.proxyProtocol();
        put(Setting.PROXY_PROTOCOL, networks == null ? null : String.join(",", networks));
    }

    private void process(ServerSection section) {
        put(Setting.ACCESS_LOG, section.accessLog());
        put(Setting.LOG, section.log());
        put(Setting.TRANSPORT, section.transport());
        put(Setting.THREADS, section.threads());
        put(Setting.DRAIN, section.drain());
        ServerSection.Snapshot snapshot = section.snapshot();
        if (snapshot != null) {
            put(Setting.SNAPSHOT_FILE, snapshot.file());
            put(Setting.SNAPSHOT_EVERY, snapshot.every());
        }
    }

    private void clients(ServerSection.Times times, ServerSection.Limits limits) {
        put(Setting.TIMEOUTS_HEAD, times.head());
        put(Setting.TIMEOUTS_BODY, times.body());
        put(Setting.TIMEOUTS_KEEP_ALIVE, times.keepAlive());
        put(Setting.TIMEOUTS_DELAY, times.delay());
        put(Setting.TIMEOUTS_REQUEST, times.request());
        put(Setting.LIMITS_CONNECTIONS, limits.connections());
        put(Setting.LIMITS_CONNECTIONS_PER_ADDRESS, limits.connectionsPerAddress());
        put(Setting.LIMITS_API_CONNECTIONS, limits.apiConnections());
        put(Setting.LIMITS_RESP_CONNECTIONS, limits.respConnections());
        put(Setting.LIMITS_ADMIN_CONNECTIONS, limits.adminConnections());
        put(Setting.LIMITS_MEMORY, limits.memory());
        put(Setting.LIMITS_HEAD, limits.head());
        put(Setting.LIMITS_HEADERS, limits.headers());
        put(Setting.LIMITS_STREAMS, limits.streams());
        put(Setting.LIMITS_REQUESTS_PER_CONNECTION, limits.requestsPerConnection());
        put(Setting.LIMITS_UPSTREAM_CONNECTIONS, limits.upstreamConnections());
        put(Setting.LIMITS_COUNTERS, limits.counters());
    }

    private void put(Setting setting, @Nullable Object value) {
        if (value != null) {
            said.put(setting, value instanceof Duration time ? time.toNanos() / 1_000 + "us" : value.toString());
        }
    }

    /** Where it stands: {@code server.admin.token}. */
    public static String name(Setting setting) {
        String key = setting.name();
        for (String group : GROUPS) {
            if (key.startsWith(group) && !key.endsWith("_PORT")) {
                key = group.replace('_', '.') + key.substring(group.length());
            }
        }
        return "server." + key.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
