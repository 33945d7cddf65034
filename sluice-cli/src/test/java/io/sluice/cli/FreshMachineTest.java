package io.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README says that a JDK and git are all it takes. */
class FreshMachineTest {
    private static final List<String> TOOLS = List.of(
            "sh", "uname", "dirname", "basename", "tr", "mkdir", "mktemp", "rm", "mv", "cat", "sha256sum", "chmod");

    @TempDir
    Path folder;

    @Test
    void mavenIsUnpackedWithoutUnzip() throws Exception {
        Path archive = folder.resolve("apache-maven-0.0.1-bin.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry("apache-maven-0.0.1/bin/mvn"));
            zip.write("#!/bin/sh\necho \"Maven runs: $*\"\n".getBytes(UTF_8));
        }
        Path wrapper = Files.createDirectories(folder.resolve(".mvn/wrapper"));
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive));
        Files.writeString(
                wrapper.resolve("maven-wrapper.properties"),
                "distributionType=only-script\ndistributionUrl=" + archive.toUri() + "\ndistributionSha256Sum="
                        + HexFormat.of().formatHex(digest) + "\n");
        Path script = Files.copy(Path.of("..", "mvnw"), folder.resolve("mvnw"));
        assertThat(said(script, "verify")).isEqualTo("Maven runs: verify\n");
    }

    private String said(Path script, String argument) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", script.toString(), argument).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.put("PATH", tools().toString());
        environment.put("HOME", folder.toString());
        environment.put("TMPDIR", folder.toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return said;
    }

    /** What every machine has, and nothing else. */
    private Path tools() throws IOException {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : TOOLS) {
            Files.createSymbolicLink(tools.resolve(tool), found(tool));
        }
        return tools;
    }

    private static Path found(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(each -> Path.of(each, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + tool + " here"));
    }
}
