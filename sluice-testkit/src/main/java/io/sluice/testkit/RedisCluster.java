package io.sluice.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A real Redis Cluster for a test: three masters that share the slots evenly, with a replica each if wanted. Takes about two
 * seconds to start: Redis makes its masters wait that long.
 */
public final class RedisCluster implements AutoCloseable {
    private static final int SLOTS = 16_384;
    private static final int MASTERS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String[] NODE = {
        "--cluster-enabled",
        "yes",
        "--cluster-announce-ip",
        "127.0.0.1",
        "--cluster-node-timeout",
        "2000",
        "--repl-diskless-sync-delay",
        "0"
    };

    private final List<RedisServer> masters;
    private final List<RedisServer> replicas;

    private RedisCluster(List<RedisServer> masters, List<RedisServer> replicas) {
        this.masters = masters;
        this.replicas = replicas;
    }

    /** Masters only. */
    public static RedisCluster start() {
        return start(0);
    }

    /** The replica of each master has the same place in its list, and takes over within seconds of its death. */
    public static RedisCluster startWithReplicas() {
        return start(MASTERS);
    }

    private static RedisCluster start(int replicas) {
        RedisCluster cluster = new RedisCluster(new ArrayList<>(), new ArrayList<>());
        try {
            cluster.launch(replicas);
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void launch(int replicaCount) {
        for (int i = 0; i < MASTERS; i++) {
            masters.add(RedisServer.builder().arguments(NODE).start());
        }
        for (int i = 0; i < replicaCount; i++) {
            replicas.add(RedisServer.builder().arguments(NODE).start());
        }
        shareSlots();
        introduce();
        for (int i = 0; i < replicaCount; i++) {
            replicas.get(i).command("CLUSTER", "REPLICATE", id(masters.get(i)));
        }
        nodes().forEach(node -> await(node, "CLUSTER INFO", "cluster_state:ok"));
        replicas.forEach(replica -> await(replica, "INFO replication", "master_link_status:up"));
    }

    private void shareSlots() {
        for (int i = 0; i < MASTERS; i++) {
            String first = Integer.toString(SLOTS * i / MASTERS);
            String last = Integer.toString(SLOTS * (i + 1) / MASTERS - 1);
            masters.get(i).command("CLUSTER", "ADDSLOTSRANGE", first, last);
            masters.get(i).command("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
        }
    }

    /** Everybody to everybody, which is faster than rumours. */
    private void introduce() {
        for (RedisServer one : nodes()) {
            for (RedisServer other : nodes()) {
                one.command("CLUSTER", "MEET", "127.0.0.1", Integer.toString(other.port()));
            }
        }
        int count = nodes().size();
        nodes().forEach(node -> await(node, "CLUSTER INFO", "cluster_known_nodes:" + count + "\r"));
        nodes().forEach(node -> Deadline.await(
                PATIENCE, () -> !ask(node, "CLUSTER NODES").contains("handshake"), () -> "no handshake"));
    }

    private static void await(RedisServer node, String question, String part) {
        Deadline.await(
                PATIENCE,
                () -> ask(node, question).contains(part),
                () -> "no " + part + " in " + ask(node, question) + "\n" + node.output());
    }

    private static String ask(RedisServer node, String question) {
        return node.command(question.split(" ")).get(0);
    }

    /** As they were started. */
    public List<RedisServer> masters() {
        return List.copyOf(masters);
    }

    public List<RedisServer> replicas() {
        return List.copyOf(replicas);
    }

    private List<RedisServer> nodes() {
        return Stream.concat(masters.stream(), replicas.stream()).toList();
    }

    /** {@code redis://127.0.0.1:port} of the first master, from which a client finds the others. */
    public String url() {
        return masters.get(0).url();
    }

    /** Of all masters. */
    public List<String> urls() {
        return masters.stream().map(RedisServer::url).toList();
    }

    /** The slot that a key belongs to. */
    public int slotOf(String key) {
        return Integer.parseInt(
                masters.get(0).command("CLUSTER", "KEYSLOT", key).get(0));
    }

    /** The master that was given the slot at the start. */
    public RedisServer homeOf(int slot) {
        return masters.get((slot * MASTERS + MASTERS - 1) / SLOTS);
    }

    /** Moves a slot with its keys. */
    public void migrateSlot(int slot, RedisServer from, RedisServer to) {
        SlotMigration migration = beginMigration(slot, from, to);
        migration.moveKeys();
        migration.finish();
    }

    /** Leaves the slot on its way, where clients are told to ASK and to TRYAGAIN. */
    public SlotMigration beginMigration(int slot, RedisServer from, RedisServer to) {
        return new SlotMigration(slot, from, to, masters());
    }

    static String id(RedisServer node) {
        return node.command("CLUSTER", "MYID").get(0);
    }

    @Override
    public void close() {
        nodes().forEach(RedisServer::close);
    }
}
