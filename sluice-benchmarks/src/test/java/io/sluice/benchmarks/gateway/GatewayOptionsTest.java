package io.sluice.benchmarks.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.benchmarks.OptionValues.UsageException;
import io.sluice.benchmarks.gateway.Results.Trial;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayOptionsTest {
    @Test
    void runsEverythingUnlessToldOtherwise() {
        assertThat(BenchGateway.trials(GatewayOptions.parse()))
                .hasSize(Contender.ALL.stream()
                        .mapToInt(each -> each.loads().size())
                        .sum());
    }

    @Test
    void runsWhatItsNameMatches() {
        assertThat(BenchGateway.trials(GatewayOptions.parse("--only", "refused: (HAProxy|Express)")))
                .extracting(Trial::name)
                .containsExactly(
                        "refused: HAProxy stick table, 1 thread",
                        "refused: HAProxy stick table, 2 threads",
                        "refused: Express, express-rate-limit",
                        "refused: Express, rate-limiter-flexible");
    }

    @Test
    void isQuickOnRequest() {
        assertThat(GatewayOptions.parse().rounds()).isEqualTo(13);
        assertThat(GatewayOptions.parse("--quick").rounds()).isEqualTo(3);
        assertThat(GatewayOptions.parse("--quick", "--rounds", "7").rounds()).isEqualTo(7);
        assertThat(GatewayOptions.parse("--quick").warmUps(true))
                .isLessThan(GatewayOptions.parse().warmUps(true));
    }

    @Test
    void warmsThoseLongerThatCompileWhileTheyRun() {
        GatewayOptions usual = GatewayOptions.parse();
        assertThat(usual.warmUps(Contender.Kind.SLUICE.compiles()))
                .isGreaterThan(usual.warmUps(Contender.Kind.NGINX.compiles()));
        assertThat(usual.warmUps(Contender.Kind.NODE.compiles()))
                .isEqualTo(usual.warmUps(Contender.Kind.SLUICE.compiles()));
    }

    @Test
    void dividesTheRoundsAmongTheStarts() {
        GatewayOptions usual = GatewayOptions.parse();
        assertThat(usual.starts()).isEqualTo(3);
        assertThat(new int[] {usual.roundsOf(0), usual.roundsOf(1), usual.roundsOf(2)})
                .containsExactly(5, 4, 4);
        assertThat(GatewayOptions.parse("--rounds", "2").starts()).isEqualTo(2);
        GatewayOptions quick = GatewayOptions.parse("--quick");
        assertThat(quick.starts()).isEqualTo(1);
        assertThat(quick.roundsOf(0)).isEqualTo(3);
    }

    @Test
    void takesTheNumberOfConnections() {
        assertThat(GatewayOptions.parse().connections()).isEqualTo(64);
        assertThat(GatewayOptions.parse("--connections", "8").connections()).isEqualTo(8);
        assertThatThrownBy(() -> GatewayOptions.parse("--connections", "0")).isInstanceOf(UsageException.class);
    }

    @Test
    void knowsBeforehandThatAFileCannotBeWritten(@TempDir Path folder) {
        Path there = folder.resolve("bars.svg");
        Path nowhere = folder.resolve("none/bars.svg");
        assertThat(GatewayOptions.parse("--plot", there.toString()).plot()).hasValue(there);
        for (String option : new String[] {"--plot", "--json"}) {
            assertThatThrownBy(() -> GatewayOptions.parse(option, nowhere.toString()))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("cannot write " + nowhere);
        }
    }

    @Test
    void saysWhatIsWrong() {
        assertThatThrownBy(() -> GatewayOptions.parse("--fast"))
                .isInstanceOf(UsageException.class)
                .hasMessage("unknown option --fast");
    }

    @Test
    void endsWithTwoForBadArguments() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream sink = new PrintStream(err, true, StandardCharsets.UTF_8);
        assertThat(BenchGateway.run(new String[] {"--fast"}, sink, sink)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("bench: unknown option --fast\nusage: bench gateway");
    }

    @Test
    void saysWhatToInstall() {
        assertThatThrownBy(() -> Programs.need("sh", "no-such-program"))
                .hasMessageStartingWith("not found: no-such-program; install with apt-get install nginx-light haproxy");
    }
}
