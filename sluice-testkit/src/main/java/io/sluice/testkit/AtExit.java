package io.sluice.testkit;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/** What has to go when the virtual machine ends, the newest first. */
final class AtExit {
    private static final Deque<AutoCloseable> OPEN = new ConcurrentLinkedDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(AtExit::closeAll, "sluice-testkit-exit"));
    }

    private AtExit() {}

    static void close(AutoCloseable what) {
        OPEN.push(what);
    }

    static void forget(AutoCloseable what) {
        OPEN.remove(what);
    }

    private static void closeAll() {
        for (AutoCloseable each : OPEN) {
            try {
                each.close();
            } catch (Exception e) {
                System.err.println("not closed: " + e);
            }
        }
    }
}
