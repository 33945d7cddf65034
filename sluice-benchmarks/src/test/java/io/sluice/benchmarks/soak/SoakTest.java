package io.sluice.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoakTest {
    @TempDir
    Path folder;

    @Test
    void aShortOneEndsAsItBegan() throws Exception {
        SoakReport report = new Soak(Duration.ofSeconds(18), Duration.ofSeconds(2), folder, System.out::println).run();
        report.print(System.out);
        assertThat(report.problems())
                .as(Files.readString(folder.resolve("server.log")))
                .isEmpty();
        assertThat(report.outcomes().all().keySet()).contains("keeping", "closing", "decisions", "RESP");
        assertThat(report.outcomes().all().get("keeping")).containsKeys("200", "429");
    }

    @Test
    void badOptionsAreNamed() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream told = new PrintStream(err, true, StandardCharsets.UTF_8);
        assertThat(BenchSoak.run(new String[] {"--minutes", "x"}, System.out, told))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("--minutes must be 1 to 9999, not x", "usage:");
    }
}
