package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a server says at its start can be pasted, and does what it says. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GreetingIT {
    @Test
    void theLinesToPasteWork() throws Exception {
        Programs.find("curl", "curl");
        try (ServeProcess server = ServeProcess.start()) {
            List<String> lines = server.output.stream()
                    .map(String::strip)
                    .filter(line -> line.startsWith("curl "))
                    .toList();
            assertThat(lines).hasSize(3);
            assertThat(pasted(lines.get(0)).lines()).hasSize(15).contains("200");
            // A slow machine may give permits back between one request and the next.
            server.await("a refusal", () -> pasted(lines.get(0)).contains("429"));
            assertThat(pasted(lines.get(1))).contains("\"allowed\":true", "\"remaining\":9");
            assertThat(pasted(lines.get(2))).contains("\"limit\":\"5/s burst 10\"");
        }
    }

    private static String pasted(String line) {
        try {
            Process shell = new ProcessBuilder("sh", "-c", line).start();
            return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
