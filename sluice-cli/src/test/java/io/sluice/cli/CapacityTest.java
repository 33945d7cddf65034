package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.core.RateLimiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CapacityTest {
    private static final String SUB_WINDOWS = """
            version: 1
            clients: { ip: { trusted-proxies: [] } }
            rules:
              api: { per: ip, limit: 500/h sub-windows 60 }
              everyone: { limit: 5000/s }
            """;

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("rules.yaml"), text);
    }

    private JsonNode json(String heap, String text) throws IOException {
        Run run = Run.sluice("capacity", "--json", "--heap", heap, file(text).toString());
        JsonNode capacity = new JsonMapper().readTree(run.out());
        assertThat(run.status()).isEqualTo(capacity.get("fits").asBoolean() ? 0 : 1);
        return capacity;
    }

    @Test
    void saysWhatAFullTableTakes() throws IOException {
        JsonNode capacity = json("256m", SUB_WINDOWS.replace("version: 1", "version: 1\nstore: { max-keys: 1000 }"));
        RateLimiter limiter = RateLimiter.builder()
                .limits(Limit.parse("500/h sub-windows 60"))
                .maxKeys(1_000)
                .build();
        for (int i = 0; i < 3_000; i++) {
            limiter.tryAcquire("key " + i);
        }
        assertThat(capacity.get("rules").get(0).get("bytes").asLong())
                .isEqualTo(limiter.usage().bytes());
        assertThat(capacity.get("fits").asBoolean()).isTrue();
    }

    @Test
    void saysHowManyKeysFit() throws IOException {
        JsonNode small = json("256m", SUB_WINDOWS);
        assertThat(small.get("fits").asBoolean()).isFalse();
        assertThat(small.get("counterBytesMax").asLong()).isEqualTo(128L << 20);
        long fitting = small.get("keysThatFit").asLong();
        assertThat(fitting).isBetween(100_000L, 250_000L);
        JsonNode fewer =
                json("256m", SUB_WINDOWS.replace("version: 1", "version: 1\nstore: { max-keys: " + fitting + " }"));
        assertThat(fewer.get("fits").asBoolean()).isTrue();
        assertThat(json("4g", SUB_WINDOWS).get("fits").asBoolean()).isTrue();
    }

    @Test
    void countsEverythingThatARuleKeeps() throws IOException {
        String plain = "version: 1\nrules:\n  api: { per: ip, limit: 5/h%s }\n";
        long bucket = bytesPerKey(plain.formatted(""));
        assertThat(bucket).isEqualTo(24);
        assertThat(bytesPerKey(plain.formatted(", block: 15m"))).isEqualTo(48);
        assertThat(bytesPerKey(plain.formatted(", block: { for: 15m, grow: 2 }")))
                .isEqualTo(72);
        assertThat(bytesPerKey(plain.formatted(", when-limited: { reduced: { extra: 5 } }")))
                .isEqualTo(48);
        assertThat(bytesPerKey(plain.formatted(", when-limited: { delay: { step: 100ms, max: 5s } }")))
                .isEqualTo(48);
        assertThat(bytesPerKey("version: 1\nrules:\n  api: { per: ip, limit: 1000/h sliding-log }\n"))
                .as("1024 entries of 16 bytes in each of one and a half places")
                .isGreaterThan(24_576);
    }

    private long bytesPerKey(String text) throws IOException {
        return json("64g", text).get("rules").get(0).get("bytesPerKey").asLong();
    }

    @Test
    void writesATable() throws IOException {
        Run run = Run.sluice("capacity", "--heap", "256m", file(SUB_WINDOWS).toString());
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.lines().get(0)).containsSubsequence("rule", "keys", "B/key", "MB", "B/key in Redis", "limits");
        assertThat(run.out()).contains("api ", " 732.4 ", "500/h sub-windows 60", "everyone ", "keys fit");
    }

    @Test
    void saysWhatASizeLooksLike() throws IOException {
        Run run = Run.sluice("capacity", "--heap", "much", file(SUB_WINDOWS).toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("'much' is no size; write 256m or 4g");
    }

    @Test
    void checkWarnsOfCountersThatDoNotFit() throws IOException {
        Path file = file(SUB_WINDOWS);
        Run run = Run.sluice("check", "--heap", "256m", file.toString());
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("warning: with max-keys 1000000 counters can take ", " keys fit; ");
        assertThat(Run.sluice("check", "--heap", "4g", file.toString()).out())
                .startsWith(file + ": fine, 2 rules\n")
                .doesNotContain("warning");
    }
}
