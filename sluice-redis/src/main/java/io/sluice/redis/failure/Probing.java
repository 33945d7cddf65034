package io.sluice.redis.failure;

import io.sluice.core.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Tries the shared store from time to time where nothing else does, so that whether it answers is known without traffic, and the breaker closes
 * again.
 */
public final class Probing implements AutoCloseable {
    public static final Duration DEFAULT_EVERY = Duration.ofSeconds(1);

    private final GuardedStore store;
    private final Clock clock;
    private final Duration every;
    private Clock.@Nullable Alarm next;
    private boolean closed;

    private Probing(GuardedStore store, Clock clock, Duration every) {
        this.store = store;
        this.clock = clock;
        this.every = every;
    }

    /** Looks every so often, until closed; for the first time after that time. */
    public static Probing start(GuardedStore store, Clock clock, Duration every) {
        Probing probing = new Probing(store, clock, every);
        probing.schedule();
        return probing;
    }

    private synchronized void schedule() {
        if (!closed) {
            next = clock.schedule(every.toNanos(), this::look);
        }
    }

    private void look() {
        schedule();
        if (!store.answeredSinceLastLook()) {
            var unused = store.tryNow();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (next != null) {
            next.cancel();
        }
    }
}
