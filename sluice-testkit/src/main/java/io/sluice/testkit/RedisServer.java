package io.sluice.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A real Redis 7 for a test: on loopback, on a port of its own, empty, gone when closed. Needs neither an installation nor
 * Docker.
 *
 * <pre>{@code
 * try (RedisServer redis = RedisServer.start()) {
 *     connect(redis.url());
 *     redis.pause();      // answers nothing, connections stay open
 *     redis.resume();
 *     redis.kill();       // connections break
 *     redis.restart();    // same port, everything forgotten
 * }
 * }</pre>
 */
public final class RedisServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int TRIES = 20;

    private final RedisSettings settings;
    private final TemporaryFolder folder;
    private int port;
    private RedisProcess process;

    private RedisServer(RedisSettings settings, TemporaryFolder folder) {
        this.settings = settings;
        this.folder = folder;
        this.process = launch(settings.port());
    }

    /** Without a password, on a free port. */
    public static RedisServer start() {
        return builder().start();
    }

    public static Builder builder() {
        return new Builder(RedisSettings.plain());
    }

    /** One that watches others. */
    static RedisServer sentinel() {
        return new Builder(RedisSettings.plain().asSentinel()).start();
    }

    /** Where it listens, on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** {@code redis://127.0.0.1:port}, with the password if there is one, {@code rediss} with TLS. */
    public String url() {
        return settings.url("", port);
    }

    /** The same as another user. */
    public String url(String user) {
        return settings.url(user, port);
    }

    /** With TLS: the file, in PEM form, of the certificate to trust. */
    public Path certificate() {
        return settings.certificate(folder.path()).certificate();
    }

    /** Asks the server; answers the strings and numbers of its reply as text, those of nested lists in a row. */
    public List<String> command(String... words) {
        try (RespConnection connection = settings.connect(port, folder.path())) {
            return connection.ask(words);
        } catch (IOException e) {
            throw new UncheckedIOException("no answer to " + words[0] + " from port " + port, e);
        }
    }

    /** Everything it has written since it was started last. */
    public String output() {
        return process.output();
    }

    /** Ends the server at once, as a crash would. */
    public void kill() {
        process.close();
    }

    /** Lets it hang: connections are accepted by the system, and nothing is answered. */
    public void pause() {
        process.signal("STOP");
    }

    public void resume() {
        process.signal("CONT");
    }

    /** Ends it if it runs, and starts it again on the same port with nothing in it. */
    public void restart() {
        process.close();
        process = launch(port);
    }

    @Override
    public void close() {
        process.close();
        folder.close();
    }

    /** Port 0 is any: another one is tried if somebody takes it between choosing and binding. */
    private RedisProcess launch(int wanted) {
        String said = "";
        for (int i = 0; i < TRIES; i++) {
            port = wanted == 0 ? FreePort.next() : wanted;
            RedisProcess started = RedisProcess.start(folder.path(), settings.arguments(port, folder.path()));
            Deadline.await(PATIENCE, () -> isReady(started) || !started.isAlive(), started::output);
            if (started.isAlive()) {
                Deadline.await(PATIENCE, this::answers, started::output);
                return started;
            }
            said = started.output();
            started.close();
            if (!said.contains("Failed listening on port")) {
                break;
            }
        }
        throw new IllegalStateException("Redis does not start:\n" + said);
    }

    /** By its own words: another server may have taken the port. */
    private static boolean isReady(RedisProcess started) {
        String output = started.output();
        return output.contains("eady to accept connections") || output.contains("Sentinel ID is");
    }

    private boolean answers() {
        try (RespConnection connection = settings.connect(port, folder.path())) {
            return connection.ask("PING").contains("PONG");
        } catch (RespConnection.Refused notLoggedIn) {
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** What a server is started with. */
    public static final class Builder {
        private RedisSettings settings;

        private Builder(RedisSettings settings) {
            this.settings = settings;
        }

        /** This port and no other. */
        public Builder port(int port) {
            settings = settings.withPort(port);
            return this;
        }

        /** What everybody has to log in with. */
        public Builder password(String password) {
            settings = settings.withPassword(password);
            return this;
        }

        /** Another user, and what it may do, such as {@code "~sluice:*", "+@all"}. */
        public Builder user(String name, String password, String... rules) {
            settings = settings.withUser(name, password, List.of(rules));
            return this;
        }

        /** Encrypted connections only, by a certificate made for this server: {@link RedisServer#certificate}. */
        public Builder tls() {
            settings = settings.withTls();
            return this;
        }

        /** More of what redis-server understands, such as {@code "--maxmemory", "10mb"}. */
        public Builder arguments(String... arguments) {
            settings = settings.withArguments(List.of(arguments));
            return this;
        }

        public RedisServer start() {
            TemporaryFolder folder = TemporaryFolder.create();
            try {
                return new RedisServer(settings, folder);
            } catch (IllegalStateException e) {
                folder.close();
                throw e;
            }
        }
    }
}
