package io.sluice.server.gateway.access;

import io.netty.util.concurrent.FastThreadLocal;
import io.sluice.core.Clock;
import io.sluice.http.client.ClientAddress;
import io.sluice.rules.ClientSettings;
import io.sluice.rules.RuleSet;
import io.sluice.rules.ServerSection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One JSON object a line, into a file or to the standard output. Event loops write a line into memory; one thread puts them away, and looks every second whether
 * the file was renamed. What the disk cannot take is dropped and counted.
 */
public final class JsonAccessLog implements AccessLog {
    private static final System.Logger LOG = System.getLogger(JsonAccessLog.class.getName());
    private static final int PAGE = 1 << 22;
    private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_WAIT_MILLIS = 250;

    /** Clients as one rule file finds them. */
    private record Clients(ClientSettings settings, ClientAddress addresses) {}

    private final Supplier<RuleSet> rules;
    private final LogFile file;
    private final LinePages pages;
    private final FastThreadLocal<LineWriter> writers;
    private final Thread thread;
    private volatile Clients clients;
    private volatile boolean reopen;
    private boolean broken;
    private boolean behind;
    private long droppedBefore;

    JsonAccessLog(LogFile file, int page, Supplier<RuleSet> rules, Clock clock) {
        this.file = file;
        this.pages = new LinePages(page);
        this.rules = rules;
        this.clients = clients(rules.get());
        this.writers = new FastThreadLocal<>() {
            @Override
            protected LineWriter initialValue() {
                return new LineWriter(clock);
            }
        };
        this.thread = new Thread(this::run, "sluice-access-log");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Begins to write.
     *
     * @param where a file, or {@link ServerSection#STDOUT}
     * @param rules those in force: they say how the client's address is found
     * @throws IOException if the file cannot be opened
     */
    public static JsonAccessLog open(String where, Supplier<RuleSet> rules, Clock clock) throws IOException {
        LogFile file = where.equals(ServerSection.STDOUT) ? LogFile.stdout() : LogFile.at(Path.of(where));
        file.open();
        return new JsonAccessLog(file, PAGE, rules, clock);
    }

    @Override
    public boolean isOn() {
        return true;
    }

    @Override
    public void log(Exchange exchange) {
        JsonLine line = writers.get().write(exchange, addresses());
        pages.add(line.bytes(), line.length());
    }

    @SuppressWarnings("ReferenceEquality") // other rules have other settings, and comparing them would take long
    private ClientAddress addresses() {
        Clients known = clients;
        RuleSet now = rules.get();
        if (known.settings != now.clients()) {
            known = clients(now);
            clients = known;
        }
        return known.addresses;
    }

    private static Clients clients(RuleSet rules) {
        return new Clients(rules.clients(), new ClientAddress(rules.clients()));
    }

    @Override
    public long dropped() {
        return pages.dropped();
    }

    /** The file is opened anew with the next line, whether it was renamed or not. */
    public void reopen() {
        reopen = true;
    }

    private void run() {
        long looked = System.nanoTime();
        try {
            while (!pages.isDone()) {
                LinePages.Page page = pages.next(MOST_WAIT_MILLIS);
                boolean look = reopen || System.nanoTime() - looked > LOOK_EVERY_NANOS;
                looked = look ? System.nanoTime() : looked;
                put(page, look);
                if (look) {
                    tellWhetherItKeepsUp();
                }
            }
            file.close();
        } catch (InterruptedException | IOException e) {
            LOG.log(System.Logger.Level.WARNING, "the access log has ended", e);
        }
    }

    private void put(LinePages.Page page, boolean look) {
        try {
            if (look) {
                follow();
            }
            if (page.lines() > 0) {
                file.write(page.bytes());
                broken = false;
            }
        } catch (IOException e) {
            pages.lose(page.lines());
            if (!broken) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the access log cannot be written, its lines are lost: {0}",
                        String.valueOf(e));
            }
            broken = true;
        }
    }

    private void tellWhetherItKeepsUp() {
        long dropped = pages.dropped();
        boolean more = dropped > droppedBefore;
        if (more && !behind && !broken) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the access log is not written as fast as requests come, {0} of its lines are lost so far",
                    Long.toString(dropped));
        }
        behind = more;
        droppedBefore = dropped;
    }

    private void follow() throws IOException {
        if (reopen) {
            reopen = false;
            file.close();
        } else {
            file.followName();
        }
    }

    @Override
    public void close() {
        pages.close();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
