package io.sluice.core;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a store in a file: the seed that keys were hashed with, and a {@link Snapshot} for each name.
 *
 * @param byName may be changed
 */
record StoreSnapshot(long seed, Map<String, Snapshot> byName) {
    /** Ends with the version. */
    private static final long MAGIC = 0x534C_5549_4345_5301L;

    /** How the counters of one name are written. */
    @FunctionalInterface
    interface Part {
        void to(DataOutputStream out) throws IOException;
    }

    static void write(Path file, long seed, Map<String, Part> byName) throws IOException {
        SnapshotFile.write(file, MAGIC, out -> {
            out.writeLong(seed);
            for (Map.Entry<String, Part> each : byName.entrySet()) {
                out.writeBoolean(true);
                out.writeUTF(each.getKey());
                each.getValue().to(out);
            }
            out.writeBoolean(false);
        });
    }

    /** Null if there is none, and, with a warning, if it cannot be used. */
    static @Nullable StoreSnapshot readIfThere(Path file) {
        return SnapshotFile.readIfThere(file, MAGIC, StoreSnapshot::read);
    }

    private static StoreSnapshot read(DataInputStream in, long mostWords) throws IOException {
        long seed = in.readLong();
        Map<String, Snapshot> byName = new HashMap<>();
        while (in.readBoolean()) {
            byName.put(in.readUTF(), Snapshot.read(in, seed, mostWords));
        }
        return new StoreSnapshot(seed, byName);
    }
}
