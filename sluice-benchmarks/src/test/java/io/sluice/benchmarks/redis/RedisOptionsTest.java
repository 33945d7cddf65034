package io.sluice.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.benchmarks.OptionValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisOptionsTest {
    @Test
    void takesThreeRoundsAndOneWhenQuick() {
        assertThat(RedisOptions.parse().rounds()).isEqualTo(3);
        assertThat(RedisOptions.parse("--quick").rounds()).isEqualTo(1);
        assertThat(RedisOptions.parse("--quick", "--rounds", "5").rounds()).isEqualTo(5);
    }

    @Test
    void onlyPicksByPartOfTheName() {
        RedisOptions options = RedisOptions.parse("--only", "refused.*Redisson|memory");
        assertThat(BenchRedis.trials(options))
                .extracting(Results.Trial::name)
                .containsExactly("one hot key, refused, 64 in flight: Redisson");
        assertThat(options.wants("memory")).isTrue();
        assertThat(options.wants("overload")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "--slow, unknown option --slow",
        "--rounds, --rounds needs a value",
        "--rounds 0, '--rounds must be 1 to 999, not 0'",
        "--only [, --only is no regular expression: Unclosed character class in [",
        "--json /nowhere/file, cannot write /nowhere/file"
    })
    void saysWhatIsWrong(String args, String message) {
        assertThatThrownBy(() -> RedisOptions.parse(args.split(" ", -1)))
                .isInstanceOf(OptionValues.UsageException.class)
                .hasMessage(message);
    }
}
