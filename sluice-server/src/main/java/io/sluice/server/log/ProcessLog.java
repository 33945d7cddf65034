package io.sluice.server.log;

import java.io.PrintStream;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Takes over what the process logs: one line each on stderr, as text or JSON. */
public final class ProcessLog {
    private ProcessLog() {}

    /** From now on, for all loggers. */
    public static void start(LogForm form, PrintStream out) {
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        root.setLevel(Level.INFO);
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
