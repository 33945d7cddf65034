package io.sluice.server.gateway.access;

import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.http.Verdict;
import io.sluice.http.client.ClientAddress;
import io.sluice.rules.Ruling;
import io.sluice.rules.Ruling.Outcome;
import io.sluice.rules.list.Address;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes what is told of an exchange as one line of JSON. For one thread. */
final class LineWriter {
    private static final byte[] TIME = JsonLine.ascii("{\"time\":");
    private static final byte[] IP = JsonLine.ascii(",\"ip\":");
    private static final byte[] PROTOCOL = JsonLine.ascii(",\"protocol\":");
    private static final byte[] METHOD = JsonLine.ascii(",\"method\":");
    private static final byte[] HOST = JsonLine.ascii(",\"host\":");
    private static final byte[] PATH = JsonLine.ascii(",\"path\":");
    private static final byte[] STATUS = JsonLine.ascii(",\"status\":");
    private static final byte[] BYTES_IN = JsonLine.ascii(",\"bytesIn\":");
    private static final byte[] BYTES_OUT = JsonLine.ascii(",\"bytesOut\":");
    private static final byte[] MILLIS = JsonLine.ascii(",\"durationMillis\":");
    private static final byte[] OUTCOME = JsonLine.ascii(",\"outcome\":");
    private static final byte[] RULE = JsonLine.ascii(",\"rule\":");
    private static final byte[] REMAINING = JsonLine.ascii(",\"remaining\":");
    private static final byte[] RETRY_AFTER = JsonLine.ascii(",\"retryAfterSeconds\":");
    private static final byte[] TARGET = JsonLine.ascii(",\"target\":");
    private static final byte[] ERROR = JsonLine.ascii(",\"error\":");
    private static final byte[] END = JsonLine.ascii("}\n");
    private static final byte[] NULL = JsonLine.ascii("null");
    private static final Map<Outcome, byte[]> OUTCOMES = outcomes();

    private final Clock clock;
    private final JsonLine line = new JsonLine();
    private final Moment moment = new Moment();

    LineWriter(Clock clock) {
        this.clock = clock;
    }

    private static Map<Outcome, byte[]> outcomes() {
        Map<Outcome, byte[]> all = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            all.put(outcome, JsonLine.ascii("\"" + outcome.name().toLowerCase(Locale.ROOT) + "\""));
        }
        return all;
    }

    /** Good until the next. */
    JsonLine write(Exchange exchange, ClientAddress clients) {
        line.clear();
        moment.write(clock.wallNanos(), line.raw(TIME));
        line.raw(IP).text(ip(exchange, clients));
        line.raw(PROTOCOL).text(exchange.protocol());
        line.raw(METHOD).text(exchange.request().method());
        line.raw(HOST).text(exchange.request().host());
        line.raw(PATH).text(exchange.request().path());
        line.raw(STATUS).number(exchange.status());
        line.raw(BYTES_IN).number(exchange.bytesIn());
        line.raw(BYTES_OUT).number(exchange.bytesOut());
        long micros = Math.max(0, exchange.nanos()) / 1_000;
        line.raw(MILLIS).number(micros / 1_000).raw('.').digits(micros % 1_000, 3);
        Verdict verdict = exchange.verdict();
        ruling(verdict == null ? null : verdict.ruling());
        line.raw(TARGET)
                .text(exchange.target() == null ? null : exchange.target().authority());
        line.raw(ERROR).text(exchange.error());
        return line.raw(END);
    }

    private void ruling(@Nullable Ruling ruling) {
        line.raw(OUTCOME).raw(ruling == null ? NULL : Objects.requireNonNull(OUTCOMES.get(ruling.outcome())));
        line.raw(RULE)
                .text(
                        ruling == null || ruling.rule() == null
                                ? null
                                : ruling.rule().name());
        Decision decision = ruling == null ? null : ruling.decision();
        number(REMAINING, decision != null, decision == null ? 0 : decision.remaining());
        boolean helps = decision != null && !decision.never();
        number(RETRY_AFTER, helps, decision == null ? 0 : decision.retryAfterSeconds());
    }

    private void number(byte[] name, boolean known, long value) {
        line.raw(name);
        if (known) {
            line.number(value);
        } else {
            line.raw(NULL);
        }
    }

    /** As rules count it; the connection's where that is no address. */
    private static String ip(Exchange exchange, ClientAddress clients) {
        String peer = exchange.request().peer();
        Address connection = ClientAddress.peer(peer);
        Address client = clients.of(exchange.request(), connection);
        return client == null ? peer : client.toString();
    }
}
