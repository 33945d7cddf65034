package io.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code sluice} in a tree of its own, with a Java that only says how it was called. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LauncherTest {
    /** Writes a line for each call, and the archive that it is told to make. */
    private static final String JAVA = """
            #!/bin/sh
            echo "$(env | grep '^SLUICE_' | sort | tr '\\n' ' ')| $*" >>"$CALLS"
            for word in "$@"; do
              case $word in -XX:ArchiveClassesAtExit=*) echo archive >"${word#*=}" ;; esac
            done
            """;

    /** Makes what the launcher looks for. */
    private static final String MAVEN = """
            #!/bin/sh
            mkdir -p sluice-cli/target/launcher
            : >sluice-cli/target/launcher/sluice.jar
            """;

    /** A process that is no more, on Linux and elsewhere: no number is as large. */
    private static final String NOBODY = "999999999";

    @TempDir
    Path home;

    private final List<Process> started = new ArrayList<>();
    private Path calls;
    private Path lock;

    @BeforeEach
    void makeTree() throws IOException {
        calls = home.resolve("calls");
        lock = Files.createDirectories(home.resolve("target")).resolve("sluice-build.lock");
        Files.copy(Path.of("..", "sluice"), home.resolve("sluice"));
        Files.createFile(home.resolve("pom.xml"));
        script("jdk/bin/java", JAVA);
        script("jdk/bin/javac", "#!/bin/sh\n");
        script("mvnw", MAVEN);
        Files.writeString(home.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    }

    private void script(String path, String text) throws IOException {
        Path file = home.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Process start(Map<String, String> settings, String... arguments) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", home.resolve("sluice").toString()).redirectErrorStream(true);
        builder.command().addAll(List.of(arguments));
        builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
        builder.environment().putAll(settings);
        builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
        builder.environment().put("CALLS", calls.toString());
        Process process = builder.start();
        started.add(process);
        return process;
    }

    /** Also what a test that failed has not waited for. */
    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    private static String said(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), UTF_8);
    }

    private String run(Map<String, String> settings, String... arguments) throws Exception {
        Process process = start(settings, arguments);
        String said = said(process);
        process.waitFor();
        return said;
    }

    @Test
    void whatItLearnsOnceForAllStartsDoesNotDependOnTheSettingsOfTheFirst() throws Exception {
        run(Map.of("SLUICE_RULES", "wrong.yaml", "SLUICE_JAVA_OPTS", "-Xmx1g -Xlog:gc"), "serve", "--port", "1");
        assertThat(Files.readAllLines(calls))
                .satisfiesExactly(
                        training -> assertThat(training).startsWith("| ").endsWith(" --admin-port 0 --check-start"),
                        start -> assertThat(start).startsWith("SLUICE_").endsWith(" serve --port 1"));
    }

    @Test
    void theOptionsForJavaGoBeforeItsOwn() throws Exception {
        run(Map.of("SLUICE_JAVA_OPTS", "-Xmx1g -Xlog:gc*"), "serve");
        assertThat(Files.readAllLines(calls).get(1))
                .contains(" -Xlog:disable -Xlog:all=warning:stderr ", " -Xmx1g -Xlog:gc* -");
    }

    @Test
    void aServerWithoutMemoryEndsUnlessToldOtherwise() throws Exception {
        run(Map.of("SLUICE_JAVA_OPTS", "-XX:-ExitOnOutOfMemoryError"), "serve");
        assertThat(Files.readAllLines(calls).get(1))
                .contains(" -XX:+ExitOnOutOfMemoryError -XX:+DisplayVMOutputToStderr -XX:-ExitOnOutOfMemoryError ");
        assertThat(Files.readString(Path.of("..", "deploy", "sluice.service")))
                .contains("java -XX:+ExitOnOutOfMemoryError $SLUICE_JAVA_OPTS ");
        assertThat(Files.readString(Path.of("..", "deploy", "Dockerfile")))
                .contains("java -XX:+ExitOnOutOfMemoryError ");
    }

    @Test
    void aLockThatWasLeftBehindIsTakenAway() throws Exception {
        Files.createSymbolicLink(lock, Path.of(NOBODY));
        assertThat(run(Map.of(), "check")).startsWith("sluice: building, ").doesNotContain("waiting");
        assertThat(Files.readAllLines(calls)).last().asString().endsWith(" check");
        assertThat(Files.isSymbolicLink(lock)).isFalse();
    }

    @Test
    void saysWhomItWaitsFor() throws Exception {
        Files.createSymbolicLink(
                lock, Path.of(Long.toString(ProcessHandle.current().pid())));
        Process waiting = start(Map.of(), "check");
        try (var lines = waiting.inputReader(UTF_8)) {
            assertThat(lines.readLine())
                    .isEqualTo("sluice: waiting for process "
                            + ProcessHandle.current().pid() + ", which is building; if it is something else, remove "
                            + lock.toRealPath(java.nio.file.LinkOption.NOFOLLOW_LINKS));
            Files.delete(lock);
            assertThat(waiting.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(Files.readAllLines(calls)).last().asString().endsWith(" check");
    }

    @Test
    void buildsNothingForBenchmarksThatAreNotThere() throws Exception {
        Process process = start(Map.of(), "bench", "nosuch");
        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
                .isEqualTo("sluice: there are no benchmarks 'nosuch'; there are: core, gateway, redis, rules, soak\n");
        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(calls).doesNotExist();
    }

    @Test
    void endsWhereThereCanBeNoLock() throws Exception {
        script("tools/ln", "#!/bin/sh\necho 'ln: no space left' >&2\nexit 1\n");
        String path = home.resolve("tools") + ":" + System.getenv("PATH");
        assertThat(run(Map.of("PATH", path), "check")).isEqualTo("sluice: cannot build here: ln: no space left\n");
        assertThat(calls).doesNotExist();
    }
}
