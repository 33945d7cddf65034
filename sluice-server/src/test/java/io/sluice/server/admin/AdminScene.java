package io.sluice.server.admin;

import io.sluice.core.ManualClock;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.limits.Limits;
import io.sluice.server.net.Loops;
import io.sluice.testkit.http.RawAnswer;
import io.sluice.testkit.http.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An admin door on loopback, and whoever asks it. */
final class AdminScene implements AutoCloseable {
    static final String TOKEN = "a-token-for-tests";
    static final String RULES = """
            version: 1
            rules:
              login: { match: POST /login, per: ip, limit: 2/min }
              trial: { per: ip, limit: 1/min, mode: shadow }
            """;

    final ManualClock clock = new ManualClock(1_700_000_000_000_000_000L);
    final AtomicBoolean draining = new AtomicBoolean();
    final AtomicReference<List<String>> stuck = new AtomicReference<>(List.of());
    final Limits limits;
    private final Loops loops = Loops.start(Loops.Transport.NIO, 1);
    private final AdminServer server;
    final RawHttp client;

    AdminScene() throws IOException {
        this(RULES);
    }

    AdminScene(String rules) throws IOException {
        limits = Limits.fixed(parse(rules), null, clock);
        server = start(limits);
        client = RawHttp.to(server.address().getPort());
    }

    AdminScene(Limits limits) throws IOException {
        this.limits = limits;
        server = start(limits);
        client = RawHttp.to(server.address().getPort());
    }

    private AdminServer start(Limits all) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return AdminServer.start(
                AdminSettings.of(anyPort, "127.0.0.1", TOKEN),
                new Administered(all, draining::get, stuck::get, () -> List.of(Map.of("upstream", "app"))),
                DoorBounds.none(),
                loops);
    }

    static RuleSet parse(String rules) {
        RuleFile read = RuleFile.parse(rules, Path.of("test.yaml"));
        return Objects.requireNonNull(read.rules(), () -> read.problems().toString());
    }

    /** With the token. */
    RawAnswer post(String path, String body) {
        return post(path, body, "Authorization: Bearer " + TOKEN);
    }

    RawAnswer post(String path, String body, String... headerLines) {
        StringBuilder text =
                new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        for (String line : headerLines) {
            text.append(line).append("\r\n");
        }
        int length = body.getBytes(StandardCharsets.ISO_8859_1).length;
        return client.exchange(text + "Content-Length: " + length + "\r\n\r\n" + body);
    }

    /** A request by the rules from this address. */
    void visit(String method, String path, String ip) {
        limits.engine()
                .decide(io.sluice.rules.Attributes.of(Map.of("method", method, "path", path, "ip", ip)))
                .toCompletableFuture()
                .join();
    }

    static JsonNode json(RawAnswer answer) {
        return JsonMapper.builder().build().readTree(answer.body());
    }

    @Override
    public void close() {
        server.close();
        limits.close();
        loops.close();
    }
}
