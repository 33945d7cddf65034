package io.sluice.server.settings;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a server can be told. Each has one name: {@code admin.token} in the {@code server} section of a rule file is {@code --admin-token} as a flag and {@code SLUICE_ADMIN_TOKEN} in the
 * environment.
 */
public enum Setting {
    RULES("FILE", null, "The rule file; without one, --limit for every client address."),
    LIMIT("LIMIT", "5/s burst 10", "Without a rule file: what every client address may do."),
    UPSTREAM(
            "URL",
            null,
            "Where requests go that pass; several are separated by commas. Without one, a demo application."),
    REDIS("URL", null, "The Redis to count in, whatever the rule file says."),
    HOST("ADDR", "127.0.0.1", "The address to listen on."),
    PORT("N", "8080", "The port of the gateway; 0 for any that is free, 'off' for none."),
    API_PORT("N", "8081", "The port of the decision API and of gRPC."),
    RESP_PORT("N", "6380", "The port for Redis clients."),
    ADMIN_PORT("N", "9090", "The port for metrics, health and the admin API."),
    ADMIN_HOST("ADDR", "127.0.0.1", "The address of the admin door. Beyond loopback it takes a token."),
    ADMIN_TOKEN("TOKEN", null, "What changes through the admin door need; random unless given."),
    RESP_PASSWORD("TEXT", null, "What Redis clients have to log in with."),
    TLS_CERTIFICATE("FILE", null, "The gateway's certificate, in PEM form; with it the gateway speaks TLS."),
    TLS_KEY("FILE", null, "Its private key."),
    TLS_CLIENT_CA("FILE", null, "Whose certificates clients must have."),
    HTTP2("BOOLEAN", "true", "Whether clients may speak HTTP/2."),
    PROXY_PROTOCOL("NETWORKS", null, "Who sends PROXY protocol headers, such as 10.0.0.0/8,::1."),
    ACCESS_LOG("FILE", null, "Where every request is written down, one JSON object a line; or 'stdout'."),
    LOG("FORM", "text", "What the process says on stderr: text or json."),
    TRANSPORT("NAME", null, "epoll, io-uring or nio; the best there is unless given."),
    THREADS("N", null, "Event loops; as many as processors unless given."),
    DRAIN("TIME", "10s", "How long requests under way may take at the end."),
    SNAPSHOT_FILE("FILE", null, "Where counters in memory are saved for the next start. Default: nowhere."),
    SNAPSHOT_EVERY("TIME", "5s", "How often they are saved; also at the end."),
    TIMEOUTS_HEAD("TIME", "10s", "For the head of a request."),
    TIMEOUTS_BODY("TIME", "30s", "Between two pieces of a request's body."),
    TIMEOUTS_KEEP_ALIVE("TIME", "60s", "For a connection without requests."),
    TIMEOUTS_DELAY("TIME", "30s", "The longest that a rule may hold a request back."),
    TIMEOUTS_REQUEST("TIME", "30s", "For the rest of a request to the API, RESP or admin port that has begun."),
    LIMITS_CONNECTIONS(
            "N", null, "Connections to the gateway at a time; 20000, or one for each 8 KB of heap if that is fewer."),
    LIMITS_CONNECTIONS_PER_ADDRESS("N", "0", "The same from one address; 0: as many as it likes."),
    LIMITS_API_CONNECTIONS(
            "N", null, "Connections to the API port; 10000, or one for each 32 KB of heap if that is fewer."),
    LIMITS_RESP_CONNECTIONS("N", null, "Connections to the RESP port; as many as to the API port."),
    LIMITS_ADMIN_CONNECTIONS("N", "100", "Connections to the admin port."),
    LIMITS_MEMORY("SIZE", null, "Memory for unfinished requests to all ports; an eighth of the heap."),
    LIMITS_HEAD("SIZE", "16KB", "Bytes in the head of a request."),
    LIMITS_HEADERS("N", "100", "Header lines of a request."),
    LIMITS_STREAMS("N", "100", "Requests at a time on one HTTP/2 connection."),
    LIMITS_REQUESTS_PER_CONNECTION("N", "0", "Until it is closed; 0: as many as it likes."),
    LIMITS_UPSTREAM_CONNECTIONS("N", "4096", "Connections to all upstreams together at a time."),
    LIMITS_COUNTERS("SIZE", null, "Memory for the counters of all rules; half of the heap.");

    private final String label;
    private final @Nullable String standard;
    private final String description;

    Setting(String label, @Nullable String standard, String description) {
        this.label = label;
        this.standard = standard;
        this.description = description;
    }

    /** {@code --admin-token} */
    public String flag() {
        return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@code SLUICE_ADMIN_TOKEN} */
    public String variable() {
        return "SLUICE_" + name();
    }

    /** What stands for its value in help. */
    public String label() {
        return label;
    }

    /** What holds if nothing is said; null if that is nothing, or depends on the machine. */
    public @Nullable String standard() {
        return standard;
    }

    public String description() {
        return description;
    }
}
