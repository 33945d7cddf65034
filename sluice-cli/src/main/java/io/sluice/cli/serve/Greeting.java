package io.sluice.cli.serve;

import io.sluice.server.OpenDoor;
import io.sluice.server.Server;
import io.sluice.server.settings.ServerSettings;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is said at the start: what listens where, and what to try. */
final class Greeting {
    private static final Map<String, String> WHAT = Map.of(
            "gateway", "requests that pass go to ",
            "api", "decisions: /v1/check, /v1/authorize, gRPC for Envoy",
            "resp", "CL.THROTTLE for Redis clients",
            "admin", "/metrics, /healthz, /readyz, /api/...");

    private final StringBuilder text = new StringBuilder();

    private Greeting() {}

    static String of(Server server, ServerSettings settings) {
        Greeting greeting = new Greeting();
        greeting.line("Limits: " + limits(settings));
        greeting.line("");
        for (OpenDoor door : server.doors()) {
            String what = WHAT.getOrDefault(door.name(), "") + (door.name().equals("gateway") ? server.upstream() : "");
            greeting.line(String.format(Locale.ROOT, "  %-8s %-28s %s", door.name(), door.url(), what));
        }
        greeting.tries(server);
        greeting.line("");
        greeting.line("Ctrl-C stops it.");
        return greeting.text.toString();
    }

    private static String limits(ServerSettings settings) {
        return settings.file() == null
                ? settings.rules()
                                .rules()
                                .get(0)
                                .limits()
                                .values()
                                .iterator()
                                .next()
                                .get(0) + " for each client address"
                : settings.file() + ", " + counted(settings.rules().rules().size());
    }

    private static String counted(int rules) {
        return rules == 1 ? "1 rule" : rules + " rules";
    }

    /** The loop is curl's own: a process for each request would be slow enough for permits to come back meanwhile. */
    private void tries(Server server) {
        line("");
        for (OpenDoor door : server.doors()) {
            switch (door.name()) {
                case "gateway" -> {
                    line("Open " + door.url() + "/ or paste these; the first is fifteen requests at once:");
                    line("");
                    line("  curl -s -o /dev/null -w '%{http_code}\\n' '" + door.url() + "/?[1-15]'");
                }
                case "api" ->
                    line("  curl -s " + door.url() + "/v1/check -H 'Content-Type: application/json' "
                            + "-d '{\"limit\": \"10/min\", \"key\": \"ann\"}'");
                case "admin" -> line("  curl -s " + door.url() + "/api/refusals");
                default -> {}
            }
        }
        String token = server.adminToken();
        if (token != null && server.tokenIsRandom()) {
            line("");
            line("Token for changes through the admin door: " + token);
        }
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    /** For tests: all names that something is said about. */
    static List<String> known() {
        return List.copyOf(WHAT.keySet());
    }
}
