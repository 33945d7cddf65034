package io.sluice.benchmarks.soak;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Clients at work, each on a thread of its own, who can be asked to pause. */
final class SoakLoad implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 90;

    private final ReadWriteLock pausing = new ReentrantReadWriteLock(true);
    private final Outcomes outcomes;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile boolean over;

    SoakLoad(Outcomes outcomes) {
        this.outcomes = outcomes;
    }

    void start(List<SoakClient> clients) {
        clients.forEach(client -> threads.execute(() -> work(client)));
    }

    private void work(SoakClient client) {
        try (client) {
            while (!over) {
                pausing.readLock().lock();
                try {
                    round(client);
                } finally {
                    pausing.readLock().unlock();
                }
            }
        } catch (Exception e) {
            outcomes.count(client.name(), "error: " + e);
        }
    }

    private void round(SoakClient client) throws InterruptedException {
        try {
            client.round(outcomes);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            outcomes.count(client.name(), "error: " + e);
        }
    }

    /** Something to be done while no client asks. */
    @FunctionalInterface
    interface Quietly<T> {
        T call() throws Exception;
    }

    <T> T quietly(Quietly<T> task) throws Exception {
        pausing.writeLock().lock();
        try {
            return task.call();
        } finally {
            pausing.writeLock().unlock();
        }
    }

    @Override
    public void close() {
        over = true;
        threads.shutdown();
        try {
            if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                outcomes.count("load", "error: a client does not come to an end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.shutdownNow();
    }
}
