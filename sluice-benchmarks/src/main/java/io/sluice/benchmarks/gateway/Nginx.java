package io.sluice.benchmarks.gateway;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** nginx as the upstream of all, as a limiter in front of it, and as what answers by itself. */
final class Nginx {
    private static final String BODY =
            "{\"items\":[{\"id\":1,\"name\":\"one\"},{\"id\":2,\"name\":\"two\"}],\"next\":null}";

    private Nginx() {}

    /** Answers every request with a small body. */
    static Daemon upstream(Path folder) throws IOException, InterruptedException {
        return answering(folder, 1, " '" + BODY + "'");
    }

    /** Answers every request with nothing but that it is fine. */
    static Daemon fine(Path folder, int workers) throws IOException, InterruptedException {
        return answering(folder, workers, "");
    }

    private static Daemon answering(Path folder, int workers, String body) throws IOException, InterruptedException {
        int port = Daemon.freePort();
        String server = Template.fill("nginx-answering.conf", Map.of("port", port, "body", body));
        return start(folder, port, workers, server);
    }

    /** Limits by client address, and forwards. */
    static Daemon limiting(Contender.Site site, int workers, Load load) throws IOException, InterruptedException {
        return limiting(site, workers, load, "");
    }

    /** The same, and sends the fields that Sluice sends, with values that never change. */
    static Daemon limitingWithFields(Contender.Site site, int workers, Load load)
            throws IOException, InterruptedException {
        return limiting(site, workers, load, Template.fill("nginx-fields.conf", Map.of("burst", load.burst())));
    }

    private static Daemon limiting(Contender.Site site, int workers, Load load, String fields)
            throws IOException, InterruptedException {
        int port = Daemon.freePort();
        Map<String, Object> values = Map.of(
                "port",
                port,
                "upstream",
                site.upstreamPort(),
                "perSecond",
                load.perSecond(),
                "burst",
                load.burst(),
                "fields",
                fields);
        return start(site.folder(), port, workers, Template.fill("nginx-limiting.conf", values));
    }

    private static Daemon start(Path folder, int port, int workers, String servers)
            throws IOException, InterruptedException {
        Path file = folder.resolve("nginx-" + port + ".conf");
        Map<String, Object> values = Map.of("workers", workers, "folder", folder, "port", port, "servers", servers);
        Template.write(file, "nginx.conf", values);
        return Daemon.start(
                folder,
                port,
                Programs.path("nginx"),
                "-c",
                file.toString(),
                "-p",
                folder.toString(),
                "-g",
                "daemon off;");
    }
}
