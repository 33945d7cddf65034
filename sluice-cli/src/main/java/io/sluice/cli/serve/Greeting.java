package io.sluice.cli.serve;

import io.sluice.rules.ServerSection;
import io.sluice.server.OpenDoor;
import io.sluice.server.Server;
import io.sluice.server.log.LogForm;
import io.sluice.server.settings.ServerSettings;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is said at the start: what listens where, and what to try. It never mixes with lines that programs read. */
final class Greeting {
    private static final System.Logger LOG = System.getLogger(Greeting.class.getName());
    private static final String TOKEN = "Token for changes through the admin door: ";
    private static final Map<String, String> WHAT = Map.of(
            "gateway", "requests that pass go to ",
            "api", "decisions: /v1/check, /v1/authorize, gRPC for Envoy",
            "resp", "CL.THROTTLE for Redis clients",
            "admin", "/metrics, /healthz, /readyz, /api/...");

    private final StringBuilder text = new StringBuilder();

    private Greeting() {}

    /** On {@code out}; on {@code err} where the access log goes to {@code out}; as lines of the log where that is JSON. */
    static void say(Server server, ServerSettings settings, PrintStream out, PrintStream err) {
        if (settings.log() == LogForm.JSON) {
            log(server, settings);
        } else {
            PrintStream to = ServerSection.STDOUT.equals(settings.accessLog()) ? err : out;
            to.print(of(server, settings));
            to.flush();
        }
    }

    private static void log(Server server, ServerSettings settings) {
        LOG.log(Level.INFO, "limits: " + limits(settings));
        for (OpenDoor door : server.doors()) {
            LOG.log(Level.INFO, door.name() + " listens on " + door.url() + " : " + what(door, server));
        }
        String token = randomToken(server);
        if (token != null) {
            LOG.log(Level.INFO, TOKEN + token);
        }
        LOG.log(Level.INFO, "started");
    }

    private static String what(OpenDoor door, Server server) {
        return WHAT.getOrDefault(door.name(), "") + (door.name().equals("gateway") ? server.upstream() : "");
    }

    private static @Nullable String randomToken(Server server) {
        return server.tokenIsRandom() ? server.adminToken() : null;
    }

    private static String of(Server server, ServerSettings settings) {
        Greeting greeting = new Greeting();
        greeting.line("Limits: " + limits(settings));
        greeting.line("");
        for (OpenDoor door : server.doors()) {
            greeting.line(String.format(Locale.ROOT, "  %-8s %-28s %s", door.name(), door.url(), what(door, server)));
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
        String token = randomToken(server);
        if (token != null) {
            line("");
            line(TOKEN + token);
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
