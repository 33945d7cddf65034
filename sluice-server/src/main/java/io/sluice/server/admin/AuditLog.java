package io.sluice.server.admin;

import io.sluice.core.Clock;
import io.sluice.core.Gate;
import io.sluice.core.Limit;
import io.sluice.server.json.BadJsonException;
import io.sluice.server.json.StrictJson;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/**
 * Writes a line for each request that would change something, also for those that were not let: what was asked, from where, by which right, and what came of it. Refused requests in excess are
 * counted instead, so that nobody without a token can fill the disk.
 */
final class AuditLog {
    private static final System.Logger LOG = System.getLogger(AuditLog.class.getName());
    private static final String API = "/api/";
    /** What may be shown of a request: no secret is among it. */
    private static final List<String> SHOWN = List.of("key", "permits", "duration");

    private static final int LONGEST = 200;

    private final Gate refused;
    private final AtomicLong skipped = new AtomicLong();

    /** Whose limit goes by this clock. */
    AuditLog(Clock clock) {
        this.refused = Gate.of(Limit.parse("20/s"), clock);
    }

    void write(AdminRequest request, Access.Token token, Reply reply) {
        boolean done = reply.status() < 300;
        if (!done && !refused.tryAcquire().allowed()) {
            skipped.incrementAndGet();
            return;
        }
        long before = skipped.getAndSet(0);
        StringBuilder line = new StringBuilder("audit action=").append(action(request));
        parameters(request, line);
        line.append(" from=")
                .append(request.from())
                .append(" token=")
                .append(token.name().toLowerCase(Locale.ROOT))
                .append(" outcome=")
                .append(outcome(reply.status()))
                .append(" status=")
                .append(reply.status());
        if (before > 0) {
            line.append(" skipped=").append(before);
        }
        LOG.log(done ? Level.INFO : Level.WARNING, line.toString());
    }

    private static String action(AdminRequest request) {
        return request.path().substring(API.length());
    }

    private static String outcome(int status) {
        if (status < 300) {
            return "done";
        }
        return switch (status) {
            case 401, 403, 421 -> "refused";
            default -> status < 500 ? "rejected" : "failed";
        };
    }

    private static void parameters(AdminRequest request, StringBuilder line) {
        JsonNode body;
        try {
            body = StrictJson.read(request.body());
        } catch (BadJsonException e) {
            return;
        }
        for (String name : SHOWN) {
            JsonNode value = body.isObject() ? body.get(name) : null;
            if (value != null && value.isValueNode()) {
                quote(value.asString(""), line.append(' ').append(name).append('='));
            }
        }
    }

    /** In printable ASCII, so that nothing in it ends the line, the quotes, or looks like something else. */
    private static void quote(String text, StringBuilder line) {
        line.append('"');
        for (int i = 0; i < Math.min(LONGEST, text.length()); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c >= ' ' && c < 0x7f) {
                line.append(c);
            } else {
                line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        line.append(text.length() > LONGEST ? "...\"" : "\"");
    }
}
