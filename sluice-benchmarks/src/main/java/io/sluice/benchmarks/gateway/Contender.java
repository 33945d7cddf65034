package io.sluice.benchmarks.gateway;

import io.sluice.server.net.Loops.Transport;
import io.sluice.testkit.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who is measured.
 *
 * @param kind those of one kind differ by their configuration only
 * @param workers threads, or processes, that serve: those of one number are compared
 */
record Contender(String title, Kind kind, int workers, Set<Load> loads, Starting starting) {
    enum Kind {
        SLUICE,
        /** Decides without saying how the client stands. */
        SLUICE_NO_FIELDS,
        /** Refuses with a short page, as nginx does. */
        SLUICE_SAME_ANSWER,
        NGINX,
        /** Says how the client stands, as Sluice does. */
        NGINX_SAME_FIELDS,
        HAPROXY,
        NODE,
        NGINX_ALONE,
        REDIS,
        GRPC_ALONE,
        /** Behind Sluice's own door. */
        GRPC_SAME_DOOR,
        GRPC_SAME_BYTES;

        boolean isSluice() {
            return this == SLUICE || this == SLUICE_NO_FIELDS || this == SLUICE_SAME_ANSWER;
        }

        /** Whether it becomes quick only while it runs. */
        boolean compiles() {
            return switch (this) {
                case SLUICE, SLUICE_NO_FIELDS, SLUICE_SAME_ANSWER, NODE, GRPC_ALONE, GRPC_SAME_DOOR, GRPC_SAME_BYTES ->
                    true;
                case NGINX, NGINX_SAME_FIELDS, HAPROXY, NGINX_ALONE, REDIS -> false;
            };
        }
    }

    /** Starts it. */
    @FunctionalInterface
    interface Starting {
        Measured start(Site site, Load load) throws IOException, InterruptedException;
    }

    /** What they all stand before. */
    record Site(Path folder, Measured upstream, Optional<Path> nodeModules) {
        int upstreamPort() {
            return upstream.port();
        }
    }

    private static final Set<Load> PROXIES = EnumSet.of(Load.ALLOWED, Load.REFUSED);
    private static final Set<Load> ALL_LOADS = EnumSet.allOf(Load.class);

    private static final Set<Load> WITH_WRK = EnumSet.of(Load.ALLOWED, Load.REFUSED, Load.AUTHORIZE);

    static final List<Contender> ALL = List.of(
            sluice("Sluice, 2 threads", ALL_LOADS, 2, Transport.best()),
            sluice("Sluice, 1 thread", ALL_LOADS, 1, Transport.best()),
            sluice("Sluice, 1 thread, io-uring", WITH_WRK, 1, Transport.IO_URING),
            sluiceAnsweringLikeNginx("Sluice, nginx's answer, 1 thread", Transport.best()),
            sluiceAnsweringLikeNginx("Sluice, nginx's answer, 1 thread, io-uring", Transport.IO_URING),
            new Contender(
                    "Sluice, no fields, 1 thread",
                    Kind.SLUICE_NO_FIELDS,
                    1,
                    EnumSet.of(Load.CALLS),
                    (at, load) -> SluiceDaemon.start(
                            at,
                            load,
                            Rules.withoutFields(load),
                            1,
                            Transport.best().text())),
            nginx("nginx limit_req, 1 worker", 1),
            nginx("nginx limit_req, 2 workers", 2),
            new Contender(
                    "nginx limit_req, same fields, 1 worker",
                    Kind.NGINX_SAME_FIELDS,
                    1,
                    EnumSet.of(Load.REFUSED),
                    (at, load) -> Nginx.limitingWithFields(at, 1, load)),
            haproxy("HAProxy stick table, 1 thread", 1),
            haproxy("HAProxy stick table, 2 threads", 2),
            new Contender("Express, express-rate-limit", Kind.NODE, 1, PROXIES, Node::expressRateLimit),
            new Contender("Express, rate-limiter-flexible", Kind.NODE, 1, PROXIES, Node::rateLimiterFlexible),
            answering("nginx return 200, 1 worker", 1),
            answering("nginx return 200, 2 workers", 2),
            new Contender(
                    "Redis INCR",
                    Kind.REDIS,
                    1,
                    EnumSet.of(Load.COMMANDS),
                    (at, load) -> new RedisDaemon(RedisServer.start())),
            calls("empty call, 1 thread", Kind.GRPC_ALONE, 1, EmptyGrpc.class, EmptyGrpc.NOTHING),
            calls("empty call, 2 threads", Kind.GRPC_ALONE, 2, EmptyGrpc.class, EmptyGrpc.NOTHING),
            calls("empty call, Sluice's door, 1 thread", Kind.GRPC_SAME_DOOR, 1, EmptyDoor.class),
            calls("empty call, Sluice's door, 2 threads", Kind.GRPC_SAME_DOOR, 2, EmptyDoor.class),
            calls(
                    "the same bytes, not decided, 1 thread",
                    Kind.GRPC_SAME_BYTES,
                    1,
                    EmptyGrpc.class,
                    EmptyGrpc.SAME_BYTES));

    private static Contender sluice(String title, Set<Load> loads, int threads, Transport transport) {
        return new Contender(
                title,
                Kind.SLUICE,
                threads,
                loads,
                (at, load) -> SluiceDaemon.start(at, load, Rules.of(load), threads, transport.text()));
    }

    private static Contender sluiceAnsweringLikeNginx(String title, Transport transport) {
        return new Contender(
                title,
                Kind.SLUICE_SAME_ANSWER,
                1,
                EnumSet.of(Load.REFUSED),
                (at, load) ->
                        SluiceDaemon.start(at, load, Rules.answeringLikeNginx(load, at.folder()), 1, transport.text()));
    }

    private static Contender nginx(String title, int workers) {
        return new Contender(title, Kind.NGINX, workers, PROXIES, (at, load) -> Nginx.limiting(at, workers, load));
    }

    private static Contender haproxy(String title, int threads) {
        return new Contender(title, Kind.HAPROXY, threads, PROXIES, (at, load) -> Haproxy.limiting(at, threads, load));
    }

    private static Contender answering(String title, int workers) {
        return new Contender(
                title,
                Kind.NGINX_ALONE,
                workers,
                EnumSet.of(Load.AUTHORIZE),
                (at, load) -> Nginx.fine(at.folder(), workers));
    }

    private static Contender calls(String title, Kind kind, int threads, Class<?> server, String... answer) {
        return new Contender(title, kind, threads, EnumSet.of(Load.CALLS), (at, load) -> {
            int port = Daemon.freePort();
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx512m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    server.getName(),
                    Integer.toString(port),
                    Integer.toString(threads)));
            command.addAll(List.of(answer));
            return Daemon.start(at.folder(), port, command.toArray(String[]::new));
        });
    }
}
