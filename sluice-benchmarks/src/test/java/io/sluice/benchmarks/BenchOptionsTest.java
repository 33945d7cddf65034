package io.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchOptionsTest {
    @Test
    void takesThreeRoundsAndOneWhenQuick() {
        assertThat(BenchOptions.parse().rounds()).isEqualTo(3);
        assertThat(BenchOptions.parse("core", "--quick").rounds()).isEqualTo(1);
        assertThat(BenchOptions.parse("--quick", "--rounds", "5").rounds()).isEqualTo(5);
    }

    @Test
    void onlyPicksByPartOfTheName() {
        BenchOptions options = BenchOptions.parse("--only", "1M keys|memory");
        assertThat(options.wants("1M keys, allowed, 1 thread: Sluice")).isTrue();
        assertThat(options.wants("memory")).isTrue();
        assertThat(options.wants("eviction")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "--slow, unknown option --slow",
        "--rounds, --rounds needs a value",
        "--rounds 0, '--rounds must be 1 to 999, not 0'",
        "--only [, --only is no regular expression: Unclosed character class in [",
        "--jvm /nowhere, there is no program /nowhere",
        "--json /nowhere/file, cannot write /nowhere/file"
    })
    void saysWhatIsWrong(String args, String message) {
        assertThatThrownBy(() -> BenchOptions.parse(args.split(" ", -1)))
                .isInstanceOf(OptionValues.UsageException.class)
                .hasMessage(message);
    }
}
