package io.sluice.benchmarks.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rules.file.RuleFile;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TemplateTest {
    @Test
    void fillsNamesInAndLeavesOtherBracesAlone() throws Exception {
        String filled = Template.fill("nginx-answering.conf", Map.of("port", 81, "body", " '{}'"));
        assertThat(filled).contains("listen 127.0.0.1:81;", "return 200 '{}';").doesNotContain("{port}");
    }

    @Test
    void tellsNginxWhatSluiceTells() throws Exception {
        assertThat(Template.fill("nginx-fields.conf", Map.of("burst", 20)).lines())
                .allMatch(line -> line.endsWith(" always;"))
                .anyMatch(line -> line.contains("RateLimit-Policy '\"everyone\";q=20;w=2'"))
                .anyMatch(line -> line.contains("X-RateLimit-Limit 20 "));
    }

    @ParameterizedTest
    @EnumSource(Load.class)
    void measuresWithRulesThatAreRight(Load load) {
        RuleFile read = RuleFile.parse(Rules.of(load), Path.of("bench.yaml"));
        assertThat(read.problems()).isEmpty();
        assertThat(read.rules()).isNotNull();
    }
}
