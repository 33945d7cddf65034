package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckTest {
    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void aFileThatIsRightIsFine() throws IOException {
        Path file = file("good.yaml", "version: 1\nrules:\n  everyone: { limit: 5000/s }\n");
        Run run = Run.sluice("check", file.toString());
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .isEqualTo(
                        file + ": fine, 1 rule\n"
                                + "  everyone: 5000/s burst 5000 lets at most 9999 pass in 1s; sliding-log never exceeds 5000\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void everyErrorIsToldWithItsPlace() throws IOException {
        Path file = file("bad.yaml", "version: 1\nrules:\n  a: { limit: 5/s sliding-lg }\n  b: { limt: 5/s }\n");
        Run run = Run.sluice("check", file.toString());
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.lines())
                .hasSize(3)
                .contains(file + ":3:19: error: unknown algorithm sliding-lg; did you mean sliding-log?")
                .endsWith(file + ": 2 errors");
        assertThat(run.out()).contains(file + ":4:8: error: ").contains("did you mean limit?");
    }

    @Test
    void doubtsDoNotMakeItWrong() throws IOException {
        Path file = file("doubtful.yaml", "version: 1\nrules:\n  everyone: { limit: 10/s fixed-window }\n");
        Run run = Run.sluice("check", file.toString());
        assertThat(run.status()).isZero();
        assertThat(run.lines()).hasSize(3);
        assertThat(run.out())
                .contains(":3:22: warning: rule everyone lets up to 20 pass")
                .contains("1 rule, 1 warning");
    }

    @Test
    void saysTheMostThatCanPassInAPeriod() throws IOException {
        Path file = file("most.yaml", """
                version: 1
                rules:
                  bucket: { limit: 15/s }
                  log: { match: /login, limit: 5/15m sliding-log }
                  month: { limit: 100/month }
                """);
        assertThat(Run.sluice("check", file.toString()).lines())
                .containsExactly(
                        file + ": fine, 3 rules",
                        "  bucket: 15/s burst 15 lets at most 29 pass in 1s; sliding-log never exceeds 15",
                        "  log: 5/15min sliding-log lets at most 5 pass in 15min");
    }

    @Test
    void oneBadFileOfSeveralIsEnough() throws IOException {
        Path good = file("good.yaml", "version: 1\nrules:\n  everyone: { limit: 5000/s }\n");
        Run run =
                Run.sluice("check", good.toString(), folder.resolve("none.yaml").toString());
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).contains("good.yaml: fine, 1 rule").contains("none.yaml: 1 error");
    }

    @Test
    void tellsProgramsInJson() throws IOException {
        Path file = file("bad.yaml", "version: 1\nrules:\n  a: { limit: 5/s sliding-lg }\n");
        Run run = Run.sluice("check", "--json", file.toString());
        assertThat(run.out())
                .isEqualTo("{\"file\":\"" + file + "\",\"line\":3,\"column\":19,\"severity\":\"error\","
                        + "\"what\":\"unknown algorithm sliding-lg\",\"right\":\"did you mean sliding-log?\"}\n");
    }

    @Test
    void withoutAFileItSaysWhatIsMissing() {
        Run run = Run.sluice("check");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("FILE");
    }
}
