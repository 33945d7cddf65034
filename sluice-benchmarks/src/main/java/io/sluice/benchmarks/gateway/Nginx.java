package io.sluice.benchmarks.gateway;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** nginx as the upstream of all, as a limiter in front of it, and as what answers by itself. */
final class Nginx {
    private Nginx() {}

    /** Answers every request with a small body. */
    static Daemon answering(Path folder, int workers) throws IOException, InterruptedException {
        int port = Daemon.freePort();
        return start(folder, port, workers, Template.fill("nginx-answering.conf", Map.of("port", port)));
    }

    /** Limits by client address, and forwards. */
    static Daemon limiting(Contender.Site site, int workers, Load load) throws IOException, InterruptedException {
        int port = Daemon.freePort();
        Map<String, Object> values = Map.of(
                "port", port, "upstream", site.upstreamPort(), "perSecond", load.perSecond(), "burst", load.burst());
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
