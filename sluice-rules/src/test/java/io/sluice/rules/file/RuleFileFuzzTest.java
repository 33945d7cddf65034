package io.sluice.rules.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** Runs the inputs kept in the resources; {@code JAZZER_FUZZ=1} looks for more. */
@Tag("long") // the same on every JDK
class RuleFileFuzzTest {
    @FuzzTest(maxDuration = "2m")
    void everyInputIsAnswered(byte[] bytes) {
        RuleFile read = RuleFile.parse(new String(bytes, StandardCharsets.UTF_8), Path.of("rules.yaml"));
        assertThat(read.rules() == null).isEqualTo(!read.errors().isEmpty());
    }
}
