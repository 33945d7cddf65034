package io.sluice.benchmarks.gateway;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** HAProxy with a stick table. Requests that it refused count too, so that a client far beyond the limit stays out. */
final class Haproxy {
    private Haproxy() {}

    static Daemon limiting(Contender.Site site, int threads, Load load) throws IOException, InterruptedException {
        int port = Daemon.freePort();
        Path file = site.folder().resolve("haproxy-" + port + ".cfg");
        Map<String, Object> values = Map.of(
                "threads", threads, "port", port, "upstream", site.upstreamPort(), "perSecond", load.perSecond());
        Template.write(file, "haproxy.cfg", values);
        return Daemon.start(site.folder(), port, Programs.path("haproxy"), "-f", file.toString(), "-db");
    }
}
