package io.sluice.server.limits;

import io.sluice.core.MemoryStore;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Saves counters in memory every so often, on a thread of its own, and once more when it is closed. */
final class SnapshotSaver implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(SnapshotSaver.class.getName());

    private final MemoryStore store;
    private final SnapshotSettings settings;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private boolean failing;

    private SnapshotSaver(MemoryStore store, SnapshotSettings settings) {
        this.store = store;
        this.settings = settings;
        this.thread = new Thread(this::saveEvery, "sluice-snapshot");
        thread.setDaemon(true);
    }

    static SnapshotSaver start(MemoryStore store, SnapshotSettings settings) {
        SnapshotSaver saver = new SnapshotSaver(store, settings);
        saver.thread.start();
        return saver;
    }

    private void saveEvery() {
        try {
            while (!closed.await(settings.every().toNanos(), TimeUnit.NANOSECONDS)) {
                save();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says once that it fails, and once that it is well again. */
    private synchronized void save() {
        try {
            store.saveTo(settings.file());
            if (failing) {
                LOG.log(Level.INFO, "counters are saved to {0} again", settings.file());
            }
            failing = false;
        } catch (IOException | RuntimeException e) {
            if (!failing) {
                LOG.log(Level.WARNING, "counters cannot be saved to " + settings.file() + ": " + e);
            }
            failing = true;
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        save();
    }
}
