package io.sluice.http.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rules.file.RuleFile;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The reader of rule files knows the presets, and which of them go together. */
class PresetsInRuleFilesTest {
    @ParameterizedTest
    @EnumSource
    void everyPresetCanBeWritten(Preset preset) {
        assertThat(read(preset.text()).problems()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void thoseThatWriteTheSameFieldAreRefused(Preset preset) {
        for (Preset other : Preset.values()) {
            boolean taken = read(preset.text() + ", " + other.text()).rules() != null;
            assertThat(taken)
                    .as("%s with %s", preset, other)
                    .isEqualTo(preset != other && !preset.conflictsWith(other));
        }
    }

    private static RuleFile read(String presets) {
        String text = "version: 1\nheaders: [" + presets + "]\nrules: { all: { limit: 1/s } }\n";
        return RuleFile.parse(text, Path.of("rules.yaml"));
    }
}
