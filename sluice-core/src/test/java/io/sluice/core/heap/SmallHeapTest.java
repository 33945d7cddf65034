package io.sluice.core.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** More keys than fit into the heap: keys leave, and nothing else ends. */
class SmallHeapTest {
    /** What a process with such a heap says about these limits, one after the other. */
    private static List<String> said(String heap, String... limits) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeapProgram.class.getName()));
        command.addAll(List.of(limits));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        assertThat(output).doesNotContain("OutOfMemoryError");
        return output.lines().filter(line -> line.contains(";")).toList();
    }

    @Test
    void evictsInsteadOfRunningOutOfMemory() throws Exception {
        assertThat(said("48m", "500/h sub-windows 60"))
                .containsExactly("500/h sub-windows 60;granted=500;limited=8;evicted=true;many=true;within=true");
    }

    @Test
    void keepsLogsExactEnoughWhereTheyHaveNoRoom() throws Exception {
        assertThat(said("48m", "300000/h sliding-log"))
                .containsExactly("300000/h sliding-log;granted=300000;limited=8;evicted=true;many=false;within=true");
    }

    @Test
    void holdsAllKeysThatFit() throws Exception {
        assertThat(said("48m", "100/h"))
                .containsExactly("100/h;granted=100;limited=8;evicted=false;many=true;within=true");
    }
}
