package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Signals to a server that runs as users run it. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServeProcessIT {
    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> get(String url) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> reload(ServeProcess server) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url("admin") + "/api/reload"))
                .header("Authorization", "Bearer token-of-the-test")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private static void write(Path file, String limit) throws Exception {
        Path fresh = file.resolveSibling("fresh.yaml");
        Files.writeString(fresh, "version: 1\nrules:\n  all: { per: ip, limit: " + limit + " }\n");
        Files.move(fresh, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    private String rules(ServeProcess server) {
        try {
            return get(server.url("admin") + "/api/rules").body();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatIsUnderWayIsStillAnsweredAfterTerm() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        HttpServer application = application(asked, mayAnswer);
        String upstream = "http://127.0.0.1:" + application.getAddress().getPort();
        try (ServeProcess server = ServeProcess.start("--drain", "60s", "--upstream", upstream)) {
            CompletableFuture<HttpResponse<String>> slow = client.sendAsync(
                    HttpRequest.newBuilder(URI.create(server.url("gateway") + "/"))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
            server.signal("TERM");
            server.await("draining");
            assertThat(get(server.url("admin") + "/readyz").statusCode()).isEqualTo(503);
            mayAnswer.countDown();
            HttpResponse<String> answer = slow.get(60, TimeUnit.SECONDS);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("late");
            assertThat(server.exitStatus()).isZero();
        } finally {
            application.stop(0);
        }
    }

    private static HttpServer application(CountDownLatch asked, CountDownLatch mayAnswer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.countDown();
            try (exchange) {
                assertThat(mayAnswer.await(60, TimeUnit.SECONDS)).isTrue();
                exchange.sendResponseHeaders(200, 4);
                exchange.getResponseBody().write("late".getBytes(StandardCharsets.US_ASCII));
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });
        server.start();
        return server;
    }

    @Test
    void readsTheRulesAgainOnHangUpAndOnRequestAndWhenTheyChange(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("rules.yaml");
        write(file, "5/s");
        try (ServeProcess server = ServeProcess.start("--rules", file.toString(), "--log", "json")) {
            server.signal("HUP");
            server.await("is in force, with 1 rules\"}");
            assertThat(rules(server)).contains("\"taken\":1", "5/s burst 5");
            write(file, "6/s");
            server.await("the change of the file", () -> rules(server).contains("6/s burst 6"));
            assertThat(reload(server).body()).startsWith("{\"taken\":true,");
            write(file, "fast");
            HttpResponse<String> bad = reload(server);
            assertThat(bad.statusCode()).isEqualTo(409);
            assertThat(bad.body()).contains("\"taken\":false", "rules.yaml:3:26: error: ");
            assertThat(rules(server)).contains("6/s burst 6");
            server.signal("INT");
            assertThat(server.exitStatus()).isZero();
        }
    }
}
