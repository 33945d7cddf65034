package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @Test
    void tellsItsVersionAndThatOfJava() {
        Run run = Run.sluice("--version");
        assertThat(run.status()).isZero();
        assertThat(run.out()).matches("sluice \\S+ \\(Java " + Runtime.version().feature() + ".*\\)\n");
    }

    @Test
    void helpNamesTheCommands() {
        Run run = Run.sluice("--help");
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("simulate", "serve", "bench", "Examples:", "Exit status");
        assertThat(run.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "simulate, Decisions for a stream of events in virtual time.",
        "serve, 'A gateway in front of anything, and a decision service.'",
        "bench, Measures Sluice on this machine."
    })
    void everyCommandHasHelpWithExamples(String command, String header) {
        Run run = Run.sluice(command, "--help");
        assertThat(run.status()).isZero();
        assertThat(run.out()).startsWith(header).contains("Usage: sluice " + command, "Examples:");
        assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void aMissingCommandIsBadUsage() {
        assertThat(Run.sluice())
                .isEqualTo(
                        new Run(
                                2,
                                "",
                                "sluice: a command is missing; give serve, check, explain, simulate or bench\nTry: sluice --help\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "simulat",
                "--verbose",
                "simulate",
                "simulate --limit",
                "simulate --limit 10/s --max-keys 0",
                "simulate --limit 10/s --max-keys many",
                "simulate --limit 10/s --store disk",
                "simulate --limit 10/s --store redis-sentinel://localhost",
                "simulate --limit 10/s extra",
                "simulate --limit 10/s --events",
                "serve --port 65536",
                "serve --port x",
                "serve --host 192.0.2.1 --port 0",
                "serve --limit fast",
                "serve --api-port -1",
                "serve --drain soon",
                "serve --log xml",
                "serve --transport smoke-signals",
                "serve --upstream ftp://host",
                "serve --redis http://host --port 0",
                "serve --tls-key key.pem",
                "serve --limits-head large",
                "serve --rules none.yaml",
                "serve --proxy-protocol everybody",
                "serve --admin-host 0.0.0.0 --port 0 --api-port 0 --resp-port 0 --admin-port 0",
                "serve --admin-token short --port 0 --api-port 0 --resp-port 0 --admin-port 0"
            })
    void badFlagsAreBadUsageWithAHint(String line) {
        Run run = Run.sluice(line.split(" ", -1));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("sluice: ").contains("\nTry: sluice ").doesNotContain("Exception", "\tat ");
    }

    @Test
    void aBadLimitIsPointedAt() {
        Run run = Run.sluice("simulate", "--limit", "10/x");
        assertThat(run.err())
                .isEqualTo(
                        "sluice: Invalid value for option '--limit' (LIMIT): bad limit at character 4: expected a unit of"
                                + " time: ns, us, ms, s, min, h, day, week, month or year\n  10/x\n     ^\nTry: sluice simulate --help\n");
    }

    @Test
    void anEventFileThatIsNotThereIsNamed(@TempDir Path folder) {
        for (Path file : new Path[] {folder, folder.resolve("none")}) {
            Run run = Run.sluice("simulate", "--limit", "10/s", "--events", file.toString());
            assertThat(run.status()).isEqualTo(2);
            assertThat(run.err()).startsWith("sluice: --events " + file + ": ").contains("; give a file of events");
        }
    }

    @Test
    void argumentsAreNeverTakenForFilesOfArguments(@TempDir Path folder) {
        Run run = Run.sluice("@" + folder.resolve("arguments"));
        assertThat(run.err()).contains("'@" + folder.resolve("arguments") + "'");
        assertThat(run.status()).isEqualTo(2);
    }
}
