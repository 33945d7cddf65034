package io.sluice.rules.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code docs/configuration.md} says what the schema says, and its examples are read. Blocks of {@code yaml} are whole files, of {@code
 * yaml part} top-level keys, of {@code yaml rule} keys of a rule. {@code -Dsluice.docs=write} writes the table anew.
 */
class ConfigurationDocTest {
    private static final Path DOC = Path.of("../docs/configuration.md");
    private static final String BEGIN = "<!-- every key: written by ConfigurationDocTest -->\n";
    private static final String END = "<!-- end of every key -->\n";
    private static final Pattern BLOCK =
            Pattern.compile("^```(yaml[a-z ]*)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    static List<String> examples() {
        return BLOCK.matcher(Fixtures.text(DOC))
                .results()
                .map(ConfigurationDocTest::file)
                .toList();
    }

    private static String file(MatchResult block) {
        return switch (block.group(1)) {
            case "yaml part" -> "version: 1\nrules: { everyone: { limit: 5000/s } }\n" + block.group(2);
            case "yaml rule" ->
                "version: 1\nplan: { default: free }\nrules:\n  example:\n"
                        + (block.group(2).startsWith("limit:") ? "" : "    limit: 100/min\n")
                        + block.group(2).indent(4);
            default -> block.group(2);
        };
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsRead(String example) {
        assertThat(RuleFile.parse(example, Fixtures.VALID.resolve("rules.yaml")).errors())
                .isEmpty();
    }

    @Test
    void hasExamples() {
        assertThat(examples()).hasSizeGreaterThan(10);
    }

    @Test
    void everyKeyOfTheSchemaStandsInTheTableAndNoOther() throws IOException {
        String text = Files.readString(DOC);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END);
        String table = "\n" + KeyTable.of(Schema.OF_RULE_FILES) + "\n";
        if ("write".equals(System.getProperty("sluice.docs"))) {
            Files.writeString(DOC, text.substring(0, begin) + table + text.substring(end));
        } else {
            assertThat(text.substring(begin, end))
                    .as("write it with -Dsluice.docs=write")
                    .isEqualTo(table);
        }
    }
}
