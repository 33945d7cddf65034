package io.sluice.server.net;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Watches whether event loops turn: each notes the time once a second, and one that has not done so for {@link #DEADLINE} is stuck. Safe for many threads. */
public final class LoopWatch implements AutoCloseable {
    public static final Duration DEADLINE = Duration.ofSeconds(5);

    private static final Duration EVERY = Duration.ofSeconds(1);

    private final Duration deadline;
    private final List<Turns> all = new ArrayList<>();

    /** When one loop turned last. */
    private static final class Turns implements Runnable {
        private volatile long last = System.nanoTime();
        private volatile String name = "that has not begun";
        private volatile Future<?> ticking;

        Turns(EventExecutor loop, Duration every) {
            ticking = loop.scheduleAtFixedRate(this, 0, every.toNanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public void run() {
            name = Thread.currentThread().getName();
            last = System.nanoTime();
        }
    }

    private LoopWatch(Loops loops, Duration every, Duration deadline) {
        this.deadline = deadline;
        loops.group().forEach(loop -> all.add(new Turns(loop, every)));
    }

    public static LoopWatch start(Loops loops) {
        return start(loops, EVERY, DEADLINE);
    }

    /** With times of its own. */
    public static LoopWatch start(Loops loops, Duration every, Duration deadline) {
        return new LoopWatch(loops, every, deadline);
    }

    /** A sentence for each loop that is stuck; empty if all turn. */
    public List<String> stuck() {
        long now = System.nanoTime();
        List<String> stuck = new ArrayList<>();
        for (Turns loop : all) {
            long nanos = now - loop.last;
            if (nanos > deadline.toNanos()) {
                stuck.add("event loop " + loop.name + " has not turned for "
                        + Duration.ofNanos(nanos).toMillis() + " ms");
            }
        }
        return stuck;
    }

    @Override
    public void close() {
        all.forEach(loop -> loop.ticking.cancel(false));
    }
}
