package io.sluice.cli.serve;

import io.sluice.core.Clock;
import io.sluice.core.Limit;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts the demo, says what to open, and runs until it is stopped. */
@Command(
        name = "serve",
        header = "A demo application behind one limit.",
        description = {
            "",
            "Every client address has its own permits, in memory. What is beyond them is",
            "answered 429 Too Many Requests, with the time to wait."
        },
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  sluice serve", "  sluice serve --limit '100/min burst 20' --port 9000"})
public final class ServeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--limit",
            paramLabel = "LIMIT",
            defaultValue = "5/s burst 10",
            description = "For each client address: '${DEFAULT-VALUE}' unless given.")
    private Limit limit = Limit.perSecond(5).burst(10);

    @Option(
            names = "--host",
            paramLabel = "ADDR",
            defaultValue = "127.0.0.1",
            description = "The address to listen on: ${DEFAULT-VALUE} unless given.")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8080",
            description = "The port to listen on: ${DEFAULT-VALUE} unless given; 0 for any that is free.")
    private int port;

    private final PrintStream out;

    public ServeCommand(OutputStream out) {
        this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
    }

    @Override
    public Integer call() {
        try (DemoServer server = start()) {
            greet(server.url());
            untilStopped(server);
        }
        return 0;
    }

    /** A signal ends the process, not this method: the server is closed on the way out. An interrupt ends this method. */
    private static void untilStopped(DemoServer server) {
        Thread atExit = new Thread(server::close, "stop-serving");
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Runtime.getRuntime().removeShutdownHook(atExit);
        }
    }

    private DemoServer start() {
        try {
            return DemoServer.start(address(), limit, Clock.system());
        } catch (IOException e) {
            throw badUsage("cannot listen on " + host + " port " + port + " (" + e.getMessage()
                    + "); stop what uses it, or choose another with --port or --host");
        }
    }

    private InetSocketAddress address() {
        if (port < 0 || port > 65_535) {
            throw badUsage("--port is " + port + "; give 0 to 65535");
        }
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw badUsage("--host " + host + " is not known; give an address such as 127.0.0.1");
        }
        return address;
    }

    private ParameterException badUsage(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }

    /** The loop is curl's own: a process for each request would be slow enough for permits to come back meanwhile. */
    private void greet(String url) {
        out.println("A demo application behind " + limit + " for each client address.");
        out.println("Open " + url + " or paste this, for fifteen requests at once:");
        out.println();
        out.println("  curl -s -o /dev/null -w '%{http_code}\\n' '" + url + "?[1-15]'");
        out.println();
        out.println("Ctrl-C stops it.");
    }
}
