package io.sluice.server.resp;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** {@code INFO}: what clients look at before they trust a server, and what this door has counted. */
final class InfoText {
    /** The Redis whose commands and words these are: clients choose what they send by it. */
    static final String REDIS_VERSION = "7.0.0";

    private final long startedNanos = System.nanoTime();
    private final Cells cells;
    private volatile int port;

    InfoText(Cells cells) {
        this.cells = cells;
    }

    void listeningOn(int newPort) {
        this.port = newPort;
    }

    /** The sections that the arguments name, or all. */
    void run(Request request, Session session, Replies out, int connections) {
        StringBuilder text = new StringBuilder();
        sections(connections).forEach((name, lines) -> {
            if (isWanted(request, name)) {
                text.append(text.isEmpty() ? "" : "\r\n")
                        .append("# ")
                        .append(name)
                        .append("\r\n");
                lines.forEach((key, value) ->
                        text.append(key).append(':').append(value).append("\r\n"));
            }
        });
        out.verbatim(text.toString(), session);
    }

    private static boolean isWanted(Request request, String section) {
        if (request.count() == 1) {
            return true;
        }
        for (int i = 1; i < request.count(); i++) {
            String asked = request.text(i).toLowerCase(Locale.ROOT);
            if (asked.equals("all") || asked.equals("everything") || asked.equals("default")) {
                return true;
            }
            if (asked.equals(section.toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }

    private Map<String, Map<String, Object>> sections(int connections) {
        Map<String, Map<String, Object>> sections = new LinkedHashMap<>();
        sections.put("Server", server());
        sections.put("Clients", Map.of("connected_clients", connections));
        sections.put("Persistence", Map.of("loading", 0));
        sections.put("Stats", stats());
        sections.put("Replication", lines("role", "master", "connected_slaves", 0));
        sections.put("Cluster", Map.of("cluster_enabled", 0));
        return sections;
    }

    private Map<String, Object> server() {
        Map<String, Object> server = lines("redis_version", REDIS_VERSION, "redis_mode", "standalone");
        server.put("process_id", ProcessHandle.current().pid());
        server.put("tcp_port", port);
        server.put(
                "uptime_in_seconds",
                Duration.ofNanos(System.nanoTime() - startedNanos).toSeconds());
        return server;
    }

    private Map<String, Object> stats() {
        return lines("cell_allowed", cells.allowed(), "cell_refused", cells.refused());
    }

    private static Map<String, Object> lines(String key, Object value, String secondKey, Object secondValue) {
        Map<String, Object> lines = new LinkedHashMap<>();
        lines.put(key, value);
        lines.put(secondKey, secondValue);
        return lines;
    }
}
