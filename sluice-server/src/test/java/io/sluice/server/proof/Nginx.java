package io.sluice.server.proof;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real nginx on loopback, on a port of its own, that serves the files of a folder and writes down what it was asked. */
final class Nginx implements Behind {
    private final Path folder;
    private final int port;
    private final Process process;

    private Nginx(Path folder, int port, Process process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    /** In a folder that may already hold {@code files}. */
    static Nginx start(Path folder) throws IOException {
        int port = freePort();
        Files.createDirectories(folder.resolve("files"));
        Path configuration = Files.writeString(folder.resolve("nginx.conf"), configuration(folder, port));
        Process process = new ProcessBuilder(
                        "nginx", "-p", folder.toString(), "-c", configuration.toString(), "-e", folder + "/error.log")
                .inheritIO()
                .start();
        Nginx nginx = new Nginx(folder, port, process);
        ProofScene.until("nginx listens", nginx::listens);
        return nginx;
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    private static String configuration(Path folder, int port) {
        return """
                daemon off;
                master_process off;
                pid nginx.pid;
                events { worker_connections 2000; }
                http {
                  log_format asked '$request';
                  access_log %1$s/asked.log asked;
                  client_body_temp_path %1$s/body;
                  proxy_temp_path %1$s/proxy; fastcgi_temp_path %1$s/fastcgi;
                  uwsgi_temp_path %1$s/uwsgi; scgi_temp_path %1$s/scgi;
                  keepalive_requests 1000000;
                  keepalive_timeout 600s;
                  client_max_body_size 0;
                  merge_slashes off;
                  server {
                    listen 127.0.0.1:%2$d;
                    location / { return 200 "ok"; }
                    location /files/ { root %1$s; }
                    location /kept/ { root %1$s; dav_methods PUT; create_full_put_path on; }
                  }
                }
                """.formatted(folder, port);
    }

    private boolean listens() {
        if (!process.isAlive()) {
            throw new IllegalStateException("nginx has ended with status " + process.exitValue());
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public List<String> asked() {
        try {
            return Files.readAllLines(folder.resolve("asked.log"), ISO_8859_1).stream()
                    .map(line -> line.replaceFirst(" HTTP/1\\.[01]$", ""))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
