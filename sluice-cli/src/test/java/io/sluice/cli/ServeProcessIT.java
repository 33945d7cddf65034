package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
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
        try (ServeProcess server = ServeProcess.start("--drain", "30s")) {
            String gateway = server.url("gateway");
            CompletableFuture<HttpResponse<String>> slow = client.sendAsync(
                    HttpRequest.newBuilder(URI.create(gateway + "/slow?ms=1500"))
                            .build(),
                    BodyHandlers.ofString());
            String metrics = server.url("admin") + "/metrics";
            server.await("under way", () -> seen(metrics, "sluice_gateway_requests_active 1.0"));
            server.signal("TERM");
            server.await("draining");
            assertThat(get(server.url("admin") + "/readyz").statusCode()).isEqualTo(503);
            HttpResponse<String> answer = slow.get(60, TimeUnit.SECONDS);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("That took 1500 ms.\n");
            assertThat(server.exitStatus()).isZero();
        }
    }

    private boolean seen(String url, String part) {
        try {
            return get(url).body().contains(part);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
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
