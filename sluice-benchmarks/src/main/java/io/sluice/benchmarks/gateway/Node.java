package io.sluice.benchmarks.gateway;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Express with a limiter from npm, forwarding over connections that are kept. */
final class Node {
    /** What is installed once. */
    private static final String[] PACKAGES = {"express", "express-rate-limit", "rate-limiter-flexible"};

    private static final long INSTALL_MINUTES = 3;

    private Node() {}

    static Daemon expressRateLimit(Contender.Site site, Load load) throws IOException, InterruptedException {
        return start(site, load, "express-rate-limit.js");
    }

    static Daemon rateLimiterFlexible(Contender.Site site, Load load) throws IOException, InterruptedException {
        return start(site, load, "rate-limiter-flexible.js");
    }

    private static Daemon start(Contender.Site site, Load load, String limiter)
            throws IOException, InterruptedException {
        int port = Daemon.freePort();
        // Modules are looked for beside the file.
        Path file = site.nodeModules().orElseThrow().resolve("application-" + port + ".js");
        String limits = Template.fill(limiter, Map.of("perSecond", load.perSecond()));
        Template.write(file, "express.js", Map.of("limiter", limits, "upstream", site.upstreamPort(), "port", port));
        file.toFile().deleteOnExit();
        return Daemon.start(site.folder(), port, "env", "NODE_ENV=production", Programs.path("node"), file.toString());
    }

    /** Where the modules are; empty, and said loudly, if they cannot be had. */
    static Optional<Path> modules(PrintStream progress) throws IOException, InterruptedException {
        if (Programs.find("node").isEmpty() || Programs.find("npm").isEmpty()) {
            progress.println("LEFT OUT: Express, because node or npm is missing; apt-get install nodejs npm");
            return Optional.empty();
        }
        Path folder = Path.of("target", "bench-node").toAbsolutePath();
        for (String name : PACKAGES) {
            if (!Files.isDirectory(folder.resolve("node_modules").resolve(name))) {
                return install(folder, progress);
            }
        }
        return Optional.of(folder);
    }

    private static Optional<Path> install(Path folder, PrintStream progress) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        progress.println("installing " + String.join(", ", PACKAGES) + " in " + folder);
        Process npm = new ProcessBuilder(command(folder))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("npm.log").toFile())
                .start();
        if (npm.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES) && npm.exitValue() == 0) {
            return Optional.of(folder);
        }
        npm.destroyForcibly();
        progress.println("LEFT OUT: Express, because npm failed; see " + folder.resolve("npm.log"));
        return Optional.empty();
    }

    private static String[] command(Path folder) {
        String[] command = {
            Programs.path("npm"), "install", "--no-fund", "--no-audit", "--prefix", folder.toString(), "", "", ""
        };
        System.arraycopy(PACKAGES, 0, command, command.length - PACKAGES.length, PACKAGES.length);
        return command;
    }
}
