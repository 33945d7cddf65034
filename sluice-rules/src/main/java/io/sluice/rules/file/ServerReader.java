package io.sluice.rules.file;

import io.sluice.rules.ServerSection;
import io.sluice.rules.ServerSection.Admin;
import io.sluice.rules.ServerSection.Limits;
import io.sluice.rules.ServerSection.Resp;
import io.sluice.rules.ServerSection.Snapshot;
import io.sluice.rules.ServerSection.Times;
import io.sluice.rules.ServerSection.Tls;
import io.sluice.rules.file.Node.Scalar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code server}. */
final class ServerReader {
    private static final int LEAST_TOKEN = 16;
    private static final long LEAST_HEAD = 1 << 10;
    private static final long MOST_HEAD = 1 << 20;
    private static final long LEAST_MEMORY = 64 << 10;
    private static final long LEAST_COUNTERS = 1 << 20;
    private static final long MOST_MEMORY = 1L << 40;

    private final NamedFiles files;
    private final Problems problems;
    private final DurationText durations;

    ServerReader(NamedFiles files, Problems problems) {
        this.files = files;
        this.problems = problems;
        this.durations = new DurationText(problems);
    }

    ServerSection read(Settings said) {
        ports(said);
        return new ServerSection(
                word(said, "host"),
                number(said, "port"),
                number(said, "api-port"),
                number(said, "resp-port"),
                number(said, "admin-port"),
                admin(said.under("admin")),
                new Resp(SecretText.read(said.under("resp").text("password"), "password", 1, problems)),
                said.has("tls") ? tls(said.under("tls")) : null,
                said.has("http2") ? (Boolean) said.flag("http2", true) : null,
                said.has("proxy-protocol") ? Networks.read(said.get("proxy-protocol"), problems) : null,
                accessLog(said.text("access-log")),
                word(said, "log"),
                word(said, "transport"),
                number(said, "threads"),
                duration(said, "drain"),
                said.has("snapshot") ? snapshot(said.under("snapshot")) : null,
                times(said.under("timeouts")),
                limits(said.under("limits")));
    }

    /** Doors on the same address have a port each. */
    private void ports(Settings said) {
        String host = said.text("host", "127.0.0.1");
        boolean together = said.under("admin").text("host", "127.0.0.1").equals(host);
        List<String> keys = List.of("port", "api-port", "resp-port", "admin-port");
        Map<Long, String> taken = new HashMap<>();
        for (String key : together ? keys : keys.subList(0, 3)) {
            long port = said.number(key, 0);
            String other = port == 0 ? null : taken.putIfAbsent(port, key);
            if (other != null) {
                problems.error(said.place(key), port + " is already the " + other, "give each door a port of its own");
            }
        }
    }

    private Admin admin(Settings said) {
        return new Admin(word(said, "host"), SecretText.read(said.text("token"), "token", LEAST_TOKEN, problems));
    }

    private @Nullable Tls tls(Settings said) {
        Path certificate = files.certificate(said.text("certificate"));
        Path key = files.privateKey(said.text("key"));
        Path clientCa = files.certificate(said.text("client-ca"));
        return certificate == null || key == null ? null : new Tls(certificate, key, clientCa);
    }

    private @Nullable String accessLog(@Nullable Scalar text) {
        if (text == null || text.value().equals(ServerSection.STDOUT)) {
            return text == null ? null : ServerSection.STDOUT;
        }
        Path file = files.toWrite(text);
        return file == null ? null : file.toString();
    }

    private @Nullable Snapshot snapshot(Settings said) {
        Scalar name = said.text("file");
        Path file = name == null ? null : files.toWrite(name);
        Duration every = duration(said, "every");
        return file == null ? null : new Snapshot(file, every);
    }

    private Times times(Settings said) {
        return new Times(
                duration(said, "head"),
                duration(said, "body"),
                duration(said, "keep-alive"),
                duration(said, "delay"),
                duration(said, "request"));
    }

    private Limits limits(Settings said) {
        return new Limits(
                number(said, "connections"),
                number(said, "connections-per-address"),
                number(said, "api-connections"),
                number(said, "resp-connections"),
                number(said, "admin-connections"),
                SizeText.read(said.text("memory"), LEAST_MEMORY, MOST_MEMORY, problems),
                head(SizeText.read(said.text("head"), LEAST_HEAD, MOST_HEAD, problems)),
                number(said, "headers"),
                number(said, "streams"),
                number(said, "requests-per-connection"),
                number(said, "upstream-connections"),
                SizeText.read(said.text("counters"), LEAST_COUNTERS, MOST_MEMORY, problems));
    }

    private static @Nullable Integer head(@Nullable Long bytes) {
        return bytes == null ? null : (Integer) bytes.intValue();
    }

    private static @Nullable String word(Settings said, String key) {
        Scalar text = said.text(key);
        return text == null ? null : text.value();
    }

    private static @Nullable Integer number(Settings said, String key) {
        return said.has(key) ? (Integer) (int) said.number(key, 0) : null;
    }

    private @Nullable Duration duration(Settings said, String key) {
        Scalar text = said.text(key);
        return text == null ? null : durations.read(text, Duration.ZERO);
    }
}
