package io.sluice.server.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What everybody tries first. */
class CurlTest {
    private static final String TWO_A_MINUTE = "version: 1\nrules:\n  all: { per: ip, limit: 2/min }\n";
    /** 2025-10-10T00:00Z. */
    private static final long START = Duration.ofDays(20_371).toNanos();

    private static final int LARGE = 5_000_000;

    @TempDir
    Path folder;

    @Test
    void isServedThenRefusedThenServedAgain() throws Exception {
        ManualClock clock = new ManualClock(START);
        try (HashingServer server = HashingServer.start();
                ProofScene scene = ProofScene.start(TWO_A_MINUTE, clock, server.address())) {
            assertThat(head(scene, "/bytes?5")).contains("HTTP/1.1 200 ", "\r\nx-ratelimit-remaining: 1\r\n");
            assertThat(head(scene, "/bytes?5")).contains("HTTP/1.1 200 ", "\r\nx-ratelimit-remaining: 0\r\n");
            assertThat(head(scene, "/bytes?5"))
                    .contains("HTTP/1.1 429 ")
                    .contains(
                            "\r\nretry-after: 30\r\n",
                            "\r\nratelimit: \"all\";r=0;t=30\r\n",
                            "\r\nx-ratelimit-limit: 2\r\n")
                    .contains("\r\ncache-control: no-store\r\n", "\r\ncontent-type: application/problem+json\r\n");
            clock.advance(Duration.ofSeconds(30));
            assertThat(head(scene, "/bytes?5")).contains("HTTP/1.1 200 ", "\r\nx-ratelimit-remaining: 0\r\n");
        }
    }

    /** The head of the answer, with the names of fields in lower case. */
    private static String head(ProofScene scene, String target, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("-D", "-", "-o", "/dev/null"));
        all.addAll(List.of(options));
        return curl(scene, target, all.toArray(String[]::new))
                .lines()
                .map(line -> line.contains(":")
                        ? line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT)
                                + line.substring(line.indexOf(':'))
                        : line)
                .collect(Collectors.joining("\r\n", "", "\r\n"));
    }

    /** What it writes. */
    private static String curl(ProofScene scene, String target, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of("curl", "-sS", "--max-time", "60"));
        command.addAll(List.of(options));
        command.add("http://127.0.0.1:" + scene.port() + target);
        Process curl = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(curl.getInputStream().readAllBytes(), UTF_8);
        assertThat(curl.waitFor()).as("curl has said: " + said).isZero();
        return said;
    }

    @Test
    void uploadsAndDownloads() throws Exception {
        byte[] bytes = new byte[LARGE];
        new Random(1).nextBytes(bytes);
        String file = Files.write(folder.resolve("up"), bytes).toString();
        try (HashingServer server = HashingServer.start();
                ProofScene scene = ProofScene.start(ProofScene.settings(), server.address())) {
            String hash = hash(Path.of(file));
            assertThat(curl(scene, "/hash", "--data-binary", "@" + file, "-H", "Expect: 100-continue"))
                    .isEqualTo(hash);
            assertThat(curl(scene, "/hash", "--data-binary", "@" + file, "-H", "Expect:"))
                    .isEqualTo(hash);
            assertThat(curl(scene, "/hash", "-T", file, "-H", "Transfer-Encoding: chunked"))
                    .isEqualTo(hash);
            assertThat(curl(scene, "/hash", "-d", "")).isEqualTo(HashingServer.hash(InputStream.nullInputStream()));
            curl(scene, "/bytes?" + LARGE, "-o", folder.resolve("down").toString());
            assertThat(hash(folder.resolve("down"))).isEqualTo(HashingServer.hash(LARGE));
            assertThat(curl(scene, "/bytes?7", "-I")).contains("200 OK").containsIgnoringCase("X-Length: 7\r\n");
        }
    }

    @Test
    void asksForPartsAndForWhatHasChanged() throws Exception {
        Path files = Files.createDirectories(folder.resolve("files"));
        Files.writeString(files.resolve("letters.txt"), "abcdefghijklmnopqrstuvwxyz");
        try (Nginx nginx = Nginx.start(folder);
                ProofScene scene = ProofScene.start(ProofScene.settings(), nginx.address())) {
            assertThat(curl(scene, "/files/letters.txt")).isEqualTo("abcdefghijklmnopqrstuvwxyz");
            assertThat(curl(scene, "/files/letters.txt", "-r", "2-5")).isEqualTo("cdef");
            assertThat(head(scene, "/files/letters.txt", "-r", "-3"))
                    .contains("HTTP/1.1 206 ", "\r\ncontent-range: bytes 23-25/26\r\n");
            assertThat(head(scene, "/files/letters.txt", "-r", "30-")).contains("HTTP/1.1 416 ");
            assertThat(head(
                            scene,
                            "/files/letters.txt",
                            "-z",
                            files.resolve("letters.txt").toString()))
                    .contains("HTTP/1.1 304 ");
            assertThat(head(scene, "/files/none.txt")).contains("HTTP/1.1 404 ");
            assertThat(curl(
                            scene,
                            "/kept/up.txt",
                            "-T",
                            files.resolve("letters.txt").toString(),
                            "-o",
                            "/dev/null",
                            "-w",
                            "%{http_code}"))
                    .isEqualTo("201");
            assertThat(folder.resolve("kept/up.txt")).hasContent("abcdefghijklmnopqrstuvwxyz");
        }
    }

    @Test
    void isRefusedBeforeItsBodyIsSent() throws Exception {
        String file = Files.write(folder.resolve("up"), new byte[LARGE]).toString();
        try (HashingServer server = HashingServer.start();
                ProofScene scene = ProofScene.start(TWO_A_MINUTE, new ManualClock(START), server.address())) {
            String[] upload = {
                "-T", file, "-H", "Expect: 100-continue", "-o", "/dev/null", "-w", "%{http_code} %{size_upload}"
            };
            assertThat(curl(scene, "/hash", upload)).isEqualTo("200 " + LARGE);
            assertThat(curl(scene, "/hash", upload)).isEqualTo("200 " + LARGE);
            assertThat(curl(scene, "/hash", upload)).isEqualTo("429 0");
        }
    }

    private static String hash(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return HashingServer.hash(in);
        }
    }
}
