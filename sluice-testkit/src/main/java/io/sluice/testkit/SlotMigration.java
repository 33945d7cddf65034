package io.sluice.testkit;

import java.util.ArrayList;
import java.util.List;

/** A slot on its way from one master to another. */
public final class SlotMigration {
    private static final String KEYS_AT_ONCE = "100";

    private final String slot;
    private final RedisServer from;
    private final RedisServer to;
    private final List<RedisServer> masters;

    SlotMigration(int slot, RedisServer from, RedisServer to, List<RedisServer> masters) {
        this.slot = Integer.toString(slot);
        this.from = from;
        this.to = to;
        this.masters = masters;
        to.command("CLUSTER", "SETSLOT", this.slot, "IMPORTING", RedisCluster.id(from));
        from.command("CLUSTER", "SETSLOT", this.slot, "MIGRATING", RedisCluster.id(to));
    }

    /** Moves all keys that are there now. */
    public void moveKeys() {
        List<String> keys = keysLeft();
        while (!keys.isEmpty()) {
            moveKeys(keys);
            keys = keysLeft();
        }
    }

    /** Moves these keys only. */
    public void moveKeys(List<String> keys) {
        List<String> words = new ArrayList<>(
                List.of("MIGRATE", "127.0.0.1", Integer.toString(to.port()), "", "0", "5000", "REPLACE", "KEYS"));
        words.addAll(keys);
        from.command(words.toArray(String[]::new));
    }

    private List<String> keysLeft() {
        return from.command("CLUSTER", "GETKEYSINSLOT", slot, KEYS_AT_ONCE);
    }

    /** Gives the slot to its new master, and tells every master; first the new one, so that the slot is never nobody's. */
    public void finish() {
        String owner = RedisCluster.id(to);
        to.command("CLUSTER", "SETSLOT", slot, "NODE", owner);
        from.command("CLUSTER", "SETSLOT", slot, "NODE", owner);
        masters.forEach(master -> master.command("CLUSTER", "SETSLOT", slot, "NODE", owner));
    }
}
