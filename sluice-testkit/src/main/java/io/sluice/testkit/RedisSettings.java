package io.sluice.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a Redis is started with, and how to reach it.
 *
 * @param port 0 for any
 * @param password empty for none
 * @param users password and rules by name
 * @param sentinel whether it watches others instead of keeping data
 */
record RedisSettings(
        int port, String password, Map<String, List<String>> users, boolean tls, boolean sentinel, List<String> more) {
    private static final int READ_TIMEOUT_MILLIS = 5_000;

    static RedisSettings plain() {
        return new RedisSettings(0, "", Map.of(), false, false, List.of());
    }

    RedisSettings withPort(int fixed) {
        return new RedisSettings(fixed, password, users, tls, sentinel, more);
    }

    RedisSettings withPassword(String secret) {
        return new RedisSettings(port, secret, users, tls, sentinel, more);
    }

    RedisSettings withUser(String name, String secret, List<String> rules) {
        List<String> passwordAndRules = new ArrayList<>(List.of(secret));
        passwordAndRules.addAll(rules);
        Map<String, List<String>> all = new LinkedHashMap<>(users);
        all.put(name, List.copyOf(passwordAndRules));
        return new RedisSettings(port, password, all, tls, sentinel, more);
    }

    RedisSettings withTls() {
        return new RedisSettings(port, password, users, true, sentinel, more);
    }

    RedisSettings asSentinel() {
        return new RedisSettings(port, password, users, tls, true, more);
    }

    RedisSettings withArguments(List<String> arguments) {
        List<String> all = new ArrayList<>(more);
        all.addAll(arguments);
        return new RedisSettings(port, password, users, tls, sentinel, all);
    }

    List<String> arguments(int chosenPort, Path folder) {
        String number = Integer.toString(chosenPort);
        List<String> all = new ArrayList<>(kind(folder));
        all.addAll(List.of("--bind", "127.0.0.1", "--port", tls ? "0" : number, "--dir", folder.toString()));
        if (tls) {
            all.addAll(List.of("--tls-port", number));
            all.addAll(certificate(folder).arguments());
        }
        if (!password.isEmpty()) {
            all.addAll(List.of("--requirepass", password));
        }
        users.forEach((name, secretAndRules) -> {
            all.addAll(List.of("--user", name, "on", ">" + secretAndRules.get(0)));
            all.addAll(secretAndRules.subList(1, secretAndRules.size()));
        });
        all.addAll(more);
        return all;
    }

    /** A sentinel keeps its notes in a file that must be there. */
    private List<String> kind(Path folder) {
        if (!sentinel) {
            return List.of("--save", "", "--appendonly", "no");
        }
        try {
            Path notes = Files.write(folder.resolve("sentinel.conf"), new byte[0]);
            return List.of(notes.toString(), "--sentinel");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + folder, e);
        }
    }

    TlsFiles certificate(Path folder) {
        if (!tls) {
            throw new IllegalStateException("this server does not use TLS");
        }
        return TlsFiles.in(folder);
    }

    String url(String user, int chosenPort) {
        List<String> known = users.getOrDefault(user, List.of(password));
        String login = known.get(0).isEmpty() ? "" : user + ":" + known.get(0) + "@";
        return (tls ? "rediss://" : "redis://") + login + "127.0.0.1:" + chosenPort;
    }

    /** Logged in, if there is a password. */
    RespConnection connect(int chosenPort, Path folder) throws IOException {
        Socket socket = tls
                ? certificate(folder).connect(chosenPort)
                : new Socket(InetAddress.getLoopbackAddress(), chosenPort);
        socket.setSoTimeout(READ_TIMEOUT_MILLIS);
        RespConnection connection = new RespConnection(socket);
        if (!password.isEmpty()) {
            connection.ask("AUTH", password);
        }
        return connection;
    }
}
