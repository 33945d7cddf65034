package io.sluice.server.gateway.http2;

import io.netty.channel.EventLoop;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs a task when nothing has happened for too long. For one event loop. */
final class Patience {
    private final EventLoop loop;
    private final Runnable task;
    private long limitNanos;
    private long lastNanos;
    private @Nullable Future<?> check;

    Patience(EventLoop loop, Runnable task) {
        this.loop = loop;
        this.task = task;
    }

    /** From now on something must happen at least this often. */
    void begin(long millis) {
        stop();
        limitNanos = TimeUnit.MILLISECONDS.toNanos(millis);
        lastNanos = System.nanoTime();
        check = loop.schedule(this::check, limitNanos, TimeUnit.NANOSECONDS);
    }

    /** Something has happened. */
    void renew() {
        lastNanos = System.nanoTime();
    }

    void stop() {
        if (check != null) {
            check.cancel(false);
            check = null;
        }
    }

    private void check() {
        long left = limitNanos - (System.nanoTime() - lastNanos);
        if (left <= 0) {
            check = null;
            task.run();
        } else {
            check = loop.schedule(this::check, left, TimeUnit.NANOSECONDS);
        }
    }
}
