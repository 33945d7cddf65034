package io.sluice.benchmarks.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rules.file.RuleFile;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RulesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void areRules(Load load) throws IOException {
        assertThat(Rules.of(load)).satisfies(RulesTest::isSound);
        assertThat(Rules.withoutFields(load)).satisfies(RulesTest::isSound);
        assertThat(Rules.answeringLikeNginx(load, folder)).satisfies(RulesTest::isSound);
    }

    /** What Debian's nginx answers with: {@code curl -s} of a refusal gives 169 bytes. */
    @Test
    void refuseWithAPageAsLongAsNginxs() {
        assertThat(Rules.PAGE).hasSize(169);
    }

    private static void isSound(String rules) {
        RuleFile read = RuleFile.parse(rules, Path.of("bench.yaml"));
        assertThat(read.problems()).isEmpty();
        assertThat(read.rules()).isNotNull();
    }
}
