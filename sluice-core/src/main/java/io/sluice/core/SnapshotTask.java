package io.sluice.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/** Saves a limiter's counters every so often, and once more at the end. */
final class SnapshotTask implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(SnapshotTask.class.getName());

    private final RateLimiter limiter;
    private final Path file;
    private final long everyNanos;
    private final Clock clock;
    private Clock.Alarm next;
    private boolean closed;

    SnapshotTask(RateLimiter limiter, Path file, Duration every, Clock clock) {
        this.limiter = limiter;
        this.file = file;
        this.everyNanos = every.toNanos();
        this.clock = clock;
        this.next = clock.schedule(everyNanos, this::saveAndGoOn);
    }

    private synchronized void saveAndGoOn() {
        if (!closed) {
            save();
            next = clock.schedule(everyNanos, this::saveAndGoOn);
        }
    }

    private void save() {
        try {
            limiter.saveTo(file);
        } catch (IOException | UncheckedIOException e) {
            LOG.log(System.Logger.Level.WARNING, "could not save the counters to " + file, e);
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            next.cancel();
            save();
        }
    }
}
