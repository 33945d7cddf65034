package io.sluice.cli.serve;

import io.sluice.server.Server;
import io.sluice.server.Signals;
import io.sluice.server.settings.ServerSettings;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;

/** A server from its start to its end. */
final class Served {
    private static final int INTERRUPTED = 130;

    private Served() {}

    /**
     * Says what to open, and returns when the server has drained. The first TERM or INT drains, a second one ends the process; HUP reads the rule file again. An interrupt of this
     * thread ends the server at once.
     */
    static int until(Server server, ServerSettings settings, PrintStream out, PrintStream err) {
        CountDownLatch stop = new CountDownLatch(1);
        try (Signals signals = new Signals()) {
            Runnable stopped = () -> stop(stop);
            signals.on("TERM", stopped);
            signals.on("INT", stopped);
            signals.on("HUP", server::reload);
            Greeting.say(server, settings, out, err);
            stop.await();
            server.drain();
        } catch (InterruptedException e) {
            server.close();
        }
        return 0;
    }

    /** Not {@code exit}: what would run then waits for this very signal to be done with. */
    private static void stop(CountDownLatch stop) {
        if (stop.getCount() == 0) {
            Runtime.getRuntime().halt(INTERRUPTED);
        }
        stop.countDown();
    }
}
