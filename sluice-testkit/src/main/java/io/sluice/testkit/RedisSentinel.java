package io.sluice.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real Redis with a replica, and three sentinels that make it master within about two seconds when the master dies. */
public final class RedisSentinel implements AutoCloseable {
    /** The name that clients ask for. */
    public static final String MASTER = "mymaster";

    private static final int SENTINELS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<RedisServer> servers = new ArrayList<>();
    private final List<RedisServer> sentinels = new ArrayList<>();

    private RedisSentinel() {}

    public static RedisSentinel start() {
        RedisSentinel all = new RedisSentinel();
        try {
            all.launch();
            return all;
        } catch (RuntimeException e) {
            all.close();
            throw e;
        }
    }

    private void launch() {
        RedisServer master = server();
        String port = Integer.toString(master.port());
        RedisServer replica = server("--replicaof", "127.0.0.1 " + port);
        await("a replica", () -> replica.command("INFO", "replication").get(0).contains("master_link_status:up"));
        for (int i = 0; i < SENTINELS; i++) {
            RedisServer sentinel = RedisServer.sentinel();
            sentinels.add(sentinel);
            sentinel.command("SENTINEL", "DEBUG", "info-period", "100", "publish-period", "100", "ask-period", "100");
            sentinel.command("SENTINEL", "MONITOR", MASTER, "127.0.0.1", port, Integer.toString(SENTINELS / 2 + 1));
            sentinel.command("SENTINEL", "SET", MASTER, "down-after-milliseconds", "1000", "failover-timeout", "3000");
        }
        sentinels.forEach(this::awaitReady);
    }

    private RedisServer server(String... more) {
        RedisServer server = RedisServer.builder()
                .arguments("--repl-diskless-sync-delay", "0")
                .arguments(more)
                .start();
        servers.add(server);
        return server;
    }

    /** It knows the replica and the other sentinels. */
    private void awaitReady(RedisServer sentinel) {
        String others = Integer.toString(SENTINELS - 1);
        await("sentinels", () -> {
            List<String> known = sentinel.command("SENTINEL", "MASTER", MASTER);
            return known.get(known.indexOf("num-slaves") + 1).equals("1")
                    && known.get(known.indexOf("num-other-sentinels") + 1).equals(others);
        });
    }

    private void await(String what, BooleanSupplier condition) {
        Deadline.await(PATIENCE, condition, () -> "no " + what + "\n" + output());
    }

    private String output() {
        return Stream.concat(servers.stream(), sentinels.stream())
                .map(RedisServer::output)
                .collect(Collectors.joining("\n"));
    }

    /** {@code redis-sentinel://127.0.0.1:port,127.0.0.1:port,127.0.0.1:port#mymaster}. */
    public String url() {
        return sentinels.stream()
                .map(sentinel -> "127.0.0.1:" + sentinel.port())
                .collect(Collectors.joining(",", "redis-sentinel://", "#" + MASTER));
    }

    /** Who is master by the first sentinel's word. */
    public RedisServer master() {
        return servers.get(serving());
    }

    /** The other one, alive or not. */
    public RedisServer replica() {
        return servers.get(1 - serving());
    }

    private int serving() {
        return servers.get(0).port() == masterPort(sentinels.get(0)) ? 0 : 1;
    }

    private static int masterPort(RedisServer sentinel) {
        return Integer.parseInt(
                sentinel.command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER).get(1));
    }

    /** Kills the master, and answers the one on which all sentinels agreed. The killed one may be restarted: it becomes a replica. */
    public RedisServer failover() {
        RedisServer dying = master();
        int old = dying.port();
        dying.kill();
        await("new master", () -> sentinels.stream().allMatch(sentinel -> masterPort(sentinel) != old));
        RedisServer promoted = master();
        await("promotion", () -> promoted.command("ROLE").get(0).equals("master"));
        return promoted;
    }

    @Override
    public void close() {
        sentinels.forEach(RedisServer::close);
        servers.forEach(RedisServer::close);
    }
}
