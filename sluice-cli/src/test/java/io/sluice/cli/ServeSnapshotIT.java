package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is started again goes on with what its clients had used, however it ended. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServeSnapshotIT {
    private static final String CHECK = "{\"limit\": \"1/day\", \"key\": \"ann\"}";

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    private Path snapshot() {
        return folder.resolve("counters.snapshot");
    }

    private String rules(String every) throws Exception {
        return Files.writeString(folder.resolve("rules.yaml"), """
                        version: 1
                        rules:
                          pages: { match: /pages, per: ip, limit: 2/day fixed-window }
                          login: { match: /login, per: [ip, endpoint], limit: 1/s, block: 1d }
                        server: { snapshot: { file: counters.snapshot, every: %s } }
                        """.formatted(every))
                .toString();
    }

    private int get(ServeProcess server, String path) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(URI.create(server.url("gateway") + path))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private String check(ServeProcess server) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url("api") + "/v1/check"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(CHECK))
                .build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        return answer.body().contains("\"allowed\":true") ? "allowed" : "refused";
    }

    private void exhaust(ServeProcess server) throws Exception {
        assertThat(get(server, "/pages")).isNotEqualTo(429);
        assertThat(get(server, "/pages")).isNotEqualTo(429);
        assertThat(get(server, "/pages")).isEqualTo(429);
        get(server, "/login");
        assertThat(get(server, "/login")).isEqualTo(429);
        assertThat(check(server)).isEqualTo("allowed");
    }

    private void isStillRefused(ServeProcess server) throws Exception {
        assertThat(get(server, "/pages")).isEqualTo(429);
        assertThat(get(server, "/login")).as("blocked").isEqualTo(429);
        assertThat(check(server)).isEqualTo("refused");
    }

    /** One that was begun after this call. */
    private void awaitSnapshot(ServeProcess server) throws Exception {
        for (int i = 0; i < 2; i++) {
            Files.deleteIfExists(snapshot());
            server.await("a snapshot", () -> Files.exists(snapshot()));
        }
    }

    @Test
    void afterAKillAndAfterADrain() throws Exception {
        String often = rules("50ms");
        try (ServeProcess server = ServeProcess.start("--rules", often)) {
            exhaust(server);
            awaitSnapshot(server);
            server.signal("KILL");
            server.exitStatus();
        }
        String seldom = rules("1h");
        try (ServeProcess server = ServeProcess.start("--rules", seldom)) {
            isStillRefused(server);
            Files.delete(snapshot());
            server.signal("TERM");
            assertThat(server.exitStatus()).isZero();
        }
        try (ServeProcess server = ServeProcess.start("--rules", seldom)) {
            isStillRefused(server);
            assertThat(server.errors).noneMatch(line -> line.contains("counters"));
        }
    }

    @Test
    void aFileThatIsNoSnapshotIsAWarning() throws Exception {
        Files.writeString(snapshot(), "something else entirely");
        try (ServeProcess server = ServeProcess.start(
                "--limit", "1/day", "--snapshot-file", snapshot().toString(), "--snapshot-every", "1h")) {
            assertThat(get(server, "/")).isEqualTo(200);
            assertThat(get(server, "/")).isEqualTo(429);
            assertThat(server.errors)
                    .anyMatch(line -> line.contains("WARNING")
                            && line.contains("starting without the counters in " + snapshot() + ": not a snapshot"));
            server.signal("TERM");
            assertThat(server.exitStatus()).isZero();
        }
        try (ServeProcess server = ServeProcess.start(
                "--limit", "1/day", "--snapshot-file", snapshot().toString())) {
            assertThat(get(server, "/")).isEqualTo(429);
        }
    }

    @Test
    void aFolderThatIsNotThereIsAnError() {
        Run run = Run.sluice(
                "serve", "--snapshot-file", folder.resolve("nowhere/counters").toString());
        assertThat(run.status()).isNotZero();
        assertThat(run.err()).contains("--snapshot-file", "is in a folder that does not exist");
    }
}
