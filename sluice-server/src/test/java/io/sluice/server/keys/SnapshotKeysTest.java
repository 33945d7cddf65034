package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.CannotStartException;
import io.sluice.server.gateway.RawUpstream;
import io.sluice.testkit.keys.Shows;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters in memory that outlive the server. */
class SnapshotKeysTest {
    private static final String RULES = "rules: { all: { per: ip, limit: 1/day } }\n";

    @TempDir
    Path folder;

    private final RawUpstream upstream = RawUpstream.start(request -> request.ok("passed"));

    @AfterEach
    void close() {
        upstream.close();
    }

    private ServerScene scene(String every) throws CannotStartException {
        String snapshot = "server: { snapshot: { file: counters.snapshot, every: " + every + " } }\n";
        return ServerScene.of(RULES + ServerScene.to(upstream) + snapshot, folder);
    }

    @Test
    @Shows("server.snapshot.file")
    void theNextServerGoesOnWithTheCounters() throws Exception {
        try (ServerScene scene = scene("1h")) {
            assertThat(scene.client().get("/").status()).isEqualTo(200);
        }
        assertThat(folder.resolve("counters.snapshot")).isNotEmptyFile();
        try (ServerScene scene = scene("1h")) {
            assertThat(scene.client().get("/").status()).isEqualTo(429);
        }
    }

    @Test
    @Shows("server.snapshot.every")
    void theFileIsWrittenEverySoOften() throws Exception {
        Path file = folder.resolve("counters.snapshot");
        try (ServerScene scene = scene("20ms")) {
            assertThat(scene.client().get("/").status()).isEqualTo(200);
            ServerScene.until("a first snapshot", () -> Files.exists(file));
            Files.delete(file);
            ServerScene.until("a second snapshot", () -> Files.exists(file));
        }
    }
}
