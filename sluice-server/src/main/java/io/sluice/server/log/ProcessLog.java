package io.sluice.server.log;

import java.io.PrintStream;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** Takes over what the process logs: one line each on stderr, as text or JSON. */
public final class ProcessLog {
    /** These warn, with a trace each, of clients that leave before they are answered: clients could fill a disk with that. Held here, since the log manager forgets what nobody holds. */
    private static final List<Logger> ABOUT_CLIENTS = Stream.of(
                    "io.grpc.netty.NettyServerHandler", "io.netty.bootstrap.ServerBootstrap")
            .map(Logger::getLogger)
            .toList();

    private ProcessLog() {}

    /** From now on, for all loggers. */
    public static void start(LogForm form, PrintStream out) {
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        root.setLevel(Level.INFO);
        ABOUT_CLIENTS.forEach(logger -> logger.setLevel(Level.SEVERE));
        root.addHandler(new Lines(form, out));
    }

    private static final class Lines extends Handler {
        private final PrintStream out;

        Lines(LogForm form, PrintStream out) {
            this.out = out;
            setFormatter(form.formatter());
        }

        /** In one piece, so that lines of several threads do not mix. */
        @Override
        public void publish(LogRecord record) {
            if (isLoggable(record)) {
                out.print(getFormatter().format(record));
                out.flush();
            }
        }

        @Override
        public void flush() {
            out.flush();
        }

        @Override
        public void close() {
            flush();
        }
    }
}
