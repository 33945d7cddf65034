package io.sluice.server.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Clock;
import io.sluice.core.ManualClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What everybody tries first, in every way it can ask. */
class CurlTest {
    private static final String TWO_A_MINUTE = "version: 1\nrules:\n  all: { per: ip, limit: 2/min }\n";
    /** 2025-10-10T00:00Z. */
    private static final long START = Duration.ofDays(20_371).toNanos();

    private static final int LARGE = 5_000_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void isServedThenRefusedThenServedAgain(Curl.Way way) throws Exception {
        ManualClock clock = new ManualClock(START);
        try (HashingServer server = HashingServer.start();
                Curl curl = Curl.start(way, TWO_A_MINUTE, clock, server.address(), folder)) {
            assertThat(curl.head("/bytes?5")).startsWith("200 ").contains("\r\nx-ratelimit-remaining: 1\r\n");
            assertThat(curl.head("/bytes?5")).startsWith("200 ").contains("\r\nx-ratelimit-remaining: 0\r\n");
            assertThat(curl.head("/bytes?5"))
                    .startsWith("429 ")
                    .contains("\r\nretry-after: 30\r\n", "\r\nratelimit: \"all\";r=0;t=30\r\n")
                    .contains("\r\nx-ratelimit-limit: 2\r\n", "\r\ncache-control: no-store\r\n")
                    .contains("\r\ncontent-type: application/problem+json\r\n");
            clock.advance(Duration.ofSeconds(30));
            assertThat(curl.head("/bytes?5")).startsWith("200 ").contains("\r\nx-ratelimit-remaining: 0\r\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void uploadsAndDownloads(Curl.Way way) throws Exception {
        byte[] bytes = new byte[LARGE];
        new Random(1).nextBytes(bytes);
        String file = Files.write(folder.resolve("up"), bytes).toString();
        String down = folder.resolve("down").toString();
        try (HashingServer server = HashingServer.start();
                Curl curl = Curl.start(way, ProofScene.NO_LIMIT, Clock.system(), server.address(), folder)) {
            String hash = hash(Path.of(file));
            assertThat(curl.get("/hash", "--data-binary", "@" + file, "-H", "Expect: 100-continue"))
                    .isEqualTo(hash);
            assertThat(curl.get("/hash", "--data-binary", "@" + file, "-H", "Expect:"))
                    .isEqualTo(hash);
            assertThat(curl.get("/hash", "-T", file)).isEqualTo(hash);
            assertThat(curl.get("/hash", "-d", "")).isEqualTo(HashingServer.hash(InputStream.nullInputStream()));
            curl.get("/bytes?" + LARGE, "-o", down);
            assertThat(hash(Path.of(down))).isEqualTo(HashingServer.hash(LARGE));
            assertThat(curl.get("/bytes?7", "-I")).contains(" 200").containsIgnoringCase("X-Length: 7\r\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void asksForPartsAndForWhatHasChanged(Curl.Way way) throws Exception {
        Path letters = Files.createDirectories(folder.resolve("files")).resolve("letters.txt");
        String file = Files.writeString(letters, "abcdefghijklmnopqrstuvwxyz").toString();
        try (Nginx nginx = Nginx.start(folder);
                Curl curl = Curl.start(way, ProofScene.NO_LIMIT, Clock.system(), nginx.address(), folder)) {
            assertThat(curl.get("/files/letters.txt")).isEqualTo("abcdefghijklmnopqrstuvwxyz");
            assertThat(curl.get("/files/letters.txt", "-r", "2-5")).isEqualTo("cdef");
            assertThat(curl.head("/files/letters.txt", "-r", "-3"))
                    .startsWith("206 ")
                    .contains("\r\ncontent-range: bytes 23-25/26\r\n");
            assertThat(curl.head("/files/letters.txt", "-r", "30-")).startsWith("416 ");
            assertThat(curl.head("/files/letters.txt", "-z", file)).startsWith("304 ");
            assertThat(curl.head("/files/none.txt")).startsWith("404 ");
            assertThat(curl.head("/kept/up.txt", "-T", file)).contains("201 ");
            assertThat(folder.resolve("kept/up.txt")).hasContent("abcdefghijklmnopqrstuvwxyz");
        }
    }

    @ParameterizedTest
    @EnumSource(names = "HTTP1.*", mode = EnumSource.Mode.MATCH_ALL)
    void isRefusedBeforeItsBodyIsSent(Curl.Way way) throws Exception {
        String file = Files.write(folder.resolve("up"), new byte[LARGE]).toString();
        String[] upload = {
            "-T", file, "-H", "Expect: 100-continue", "-o", "/dev/null", "-w", "%{http_code} %{size_upload}"
        };
        try (HashingServer server = HashingServer.start();
                Curl curl = Curl.start(way, TWO_A_MINUTE, new ManualClock(START), server.address(), folder)) {
            assertThat(curl.get("/hash", upload)).isEqualTo("200 " + LARGE);
            assertThat(curl.get("/hash", upload)).isEqualTo("200 " + LARGE);
            assertThat(curl.get("/hash", upload)).isEqualTo("429 0");
        }
    }

    private static String hash(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return HashingServer.hash(in);
        }
    }
}
