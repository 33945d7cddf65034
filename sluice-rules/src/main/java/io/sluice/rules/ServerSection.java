package io.sluice.rules;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rule file says about the server that reads it; null wherever it says nothing, since flags and the environment go before it and defaults come after.
 *
 * @param host of the gateway, the decision API and RESP
 * @param port of the gateway; 0 for any, as the others
 * @param http2 whether clients may speak it
 * @param proxyProtocol networks of those that speak the PROXY protocol
 * @param accessLog a file, or {@link #STDOUT}
 * @param log {@code text} or {@code json}
 * @param transport {@code epoll}, {@code io-uring} or {@code nio}
 * @param threads event loops
 * @param drain at the end, for what is under way
 * @param snapshot null: counters in memory are not saved
 */
public record ServerSection(
        @Nullable String host,
        @Nullable Integer port,
        @Nullable Integer apiPort,
        @Nullable Integer respPort,
        @Nullable Integer adminPort,
        Admin admin,
        Resp resp,
        @Nullable Tls tls,
        @Nullable Boolean http2,
        @Nullable List<String> proxyProtocol,
        @Nullable String accessLog,
        @Nullable String log,
        @Nullable String transport,
        @Nullable Integer threads,
        @Nullable Duration drain,
        @Nullable Snapshot snapshot,
        Times times,
        Limits limits) {
    /** Of {@link #accessLog}: not to a file. */
    public static final String STDOUT = "stdout";

    /** A file that does not speak of the server. */
    public static final ServerSection EMPTY = new ServerSection(
            null,
            null,
            null,
            null,
            null,
            new Admin(null, null),
            new Resp(null),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            new Times(null, null, null, null, null),
            new Limits(null, null, null, null, null, null, null, null, null, null, null, null));

    /** The admin door. */
    public record Admin(@Nullable String host, @Nullable String token) {
        /** Without the token. */
        @Override
        public String toString() {
            return "Admin[host=" + host + "]";
        }
    }

    /** The door for Redis clients. */
    public record Resp(@Nullable String password) {
        /** Without the password. */
        @Override
        public String toString() {
            return "Resp[]";
        }
    }

    /**
     * The gateway's certificate.
     *
     * @param clientCa null: clients need none
     */
    public record Tls(Path certificate, Path key, @Nullable Path clientCa) {}

    /** Where counters in memory are saved, and how often. */
    public record Snapshot(Path file, @Nullable Duration every) {}

    /**
     * How long clients may take.
     *
     * @param head of a request
     * @param body between two pieces of it
     * @param keepAlive without requests
     * @param delay that a request is held back
     * @param request to the API, RESP or admin port, once it has begun
     */
    public record Times(
            @Nullable Duration head,
            @Nullable Duration body,
            @Nullable Duration keepAlive,
            @Nullable Duration delay,
            @Nullable Duration request) {}

    /**
     * How much is taken from clients, and how many connections to upstreams there are.
     *
     * @param connectionsPerAddress 0: as many as it likes
     * @param memory bytes for unfinished requests to all ports
     * @param head bytes
     * @param streams of one HTTP/2 connection at a time
     * @param requestsPerConnection 0: as many as it likes
     * @param upstreamConnections to all targets together
     * @param counters bytes for the counters of all rules
     */
    public record Limits(
            @Nullable Integer connections,
            @Nullable Integer connectionsPerAddress,
            @Nullable Integer apiConnections,
            @Nullable Integer respConnections,
            @Nullable Integer adminConnections,
            @Nullable Long memory,
            @Nullable Integer head,
            @Nullable Integer headers,
            @Nullable Integer streams,
            @Nullable Integer requestsPerConnection,
            @Nullable Integer upstreamConnections,
            @Nullable Long counters) {}

    public ServerSection {
        proxyProtocol = proxyProtocol == null ? null : List.copyOf(proxyProtocol);
    }
}
