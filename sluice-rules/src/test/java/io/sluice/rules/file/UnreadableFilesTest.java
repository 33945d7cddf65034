package io.sluice.rules.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnreadableFilesTest {
    private static final String GOOD = "version: 1\nrules: { everyone: { limit: 5/s } }\n";

    @TempDir
    Path folder;

    private String told(Path file) {
        RuleFile read = RuleFile.read(file);
        assertThat(read.rules()).isNull();
        assertThat(read.errors()).hasSize(1);
        return read.errors().get(0).toString().substring(folder.toString().length());
    }

    @Test
    void aFileThatIsNotThereIsAProblem() {
        assertThat(told(folder.resolve("rules.yaml")))
                .isEqualTo("/rules.yaml:1:1: error: no such file; give the path of a rule file");
    }

    @Test
    void aFolderIsAProblem() {
        assertThat(told(folder)).isEqualTo(":1:1: error: this is a folder; name a file in it");
    }

    @Test
    void aLargeFileIsAProblem() throws IOException {
        Path file = folder.resolve("rules.yaml");
        Files.writeString(file, GOOD + "#".repeat(4 << 20));
        assertThat(told(file)).isEqualTo("/rules.yaml:1:1: error: the file is too large; a rule file has at most 4 MB");
    }

    @Test
    void anotherEncodingIsAProblemWithItsPlace() throws IOException {
        Path file = folder.resolve("rules.yaml");
        Files.write(file, (GOOD + "# café").getBytes(StandardCharsets.ISO_8859_1));
        assertThat(told(file)).isEqualTo("/rules.yaml:3:6: error: this is not UTF-8; save the file as UTF-8");
    }

    @Test
    void aByteOrderMarkIsNone() {
        assertThat(RuleFile.parse("\uFEFF" + GOOD, Path.of("rules.yaml")).errors())
                .isEmpty();
    }

    @Test
    void jsonIsReadToo() {
        String json = "{\"version\": 1, \"rules\": {\"everyone\": {\"limit\": \"5/s\"}}}";
        assertThat(RuleFile.parse(json, Path.of("rules.json")).errors()).isEmpty();
    }

    @Test
    void anchorsAreFollowed() {
        String text = "version: 1\nrules:\n  a: &usual { limit: 5/s }\n  b: *usual\n";
        assertThat(RuleFile.parse(text, Path.of("rules.yaml")).rules().rules()).hasSize(2);
    }

    @Test
    void noMoreThanAHundredProblemsAreTold() {
        StringBuilder many = new StringBuilder("version: 1\nrules:\n");
        for (int i = 0; i < 1_000; i++) {
            many.append("  r").append(i).append(": { limit: 5 }\n");
        }
        assertThat(RuleFile.parse(many.toString(), Path.of("rules.yaml")).errors())
                .hasSize(100);
    }
}
