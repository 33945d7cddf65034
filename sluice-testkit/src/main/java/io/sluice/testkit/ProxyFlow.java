package io.sluice.testkit;

import java.time.Duration;

/** What a proxy passes on, and when. */
final class ProxyFlow {
    private boolean stalled;
    private volatile long delayNanos;

    void delay(Duration by) {
        delayNanos = by.toNanos();
    }

    synchronized void stall() {
        stalled = true;
    }

    synchronized void heal() {
        stalled = false;
        delayNanos = 0;
        notifyAll();
    }

    /** When an answer that came now may be passed on, by {@link System#nanoTime}. */
    long due() {
        return System.nanoTime() + delayNanos;
    }

    /** Waits for that time, and until nothing is stalled; being healed ends both. */
    synchronized void awaitPassage(long due) throws InterruptedException {
        long left = due - System.nanoTime();
        while (stalled || (left > 0 && delayNanos > 0)) {
            wait(left > 0 ? left / 1_000_000 + 1 : 0);
            left = due - System.nanoTime();
        }
    }
}
