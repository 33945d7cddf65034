package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rules.RuleSet;
import io.sluice.rules.TargetSettings;
import io.sluice.rules.file.RuleFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ChosenUpstreamsTest {
    private static final RuleSet WITHOUT = rules("");
    private static final RuleSet WITH = rules(", upstreams: { app: http://127.0.0.1:3000 }");

    private static RuleSet rules(String more) {
        RuleFile read =
                RuleFile.parse("{ version: 1, rules: { all: { limit: 5/s } }" + more + " }", Path.of("rules.yaml"));
        return Objects.requireNonNull(read.rules(), () -> read.problems().toString());
    }

    @Test
    void theDemoIsForRulesWithoutUpstreamsAlsoWhenTheyChange() {
        ChosenUpstreams demo = ChosenUpstreams.demo("http://127.0.0.1:4000");
        assertThat(demo.shown(WITHOUT)).isEqualTo("http://127.0.0.1:4000");
        assertThat(demo.shown(WITH)).isEqualTo("http://127.0.0.1:3000");
    }

    @Test
    void whatAFlagSaysGoesBeforeTheRules() {
        ChosenUpstreams flag = ChosenUpstreams.of(List.of(TargetSettings.parse("http://127.0.0.1:5000")));
        assertThat(flag.shown(WITHOUT)).isEqualTo("http://127.0.0.1:5000");
        assertThat(flag.shown(WITH)).isEqualTo("http://127.0.0.1:5000");
        assertThat(ChosenUpstreams.of(List.of()).shown(WITH)).isEqualTo("http://127.0.0.1:3000");
    }
}
