package io.sluice.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.settings.FileSettings;
import io.sluice.server.settings.Setting;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.OptionSpec;

/** docs/operations.md has a row for every option, and no other. */
class SettingsDocTest {
    private static final List<String> SAID_ELSEWHERE = List.of("--check-start", "--help");
    private static final List<Setting> NOT_OF_THE_SERVER_SECTION =
            List.of(Setting.RULES, Setting.LIMIT, Setting.UPSTREAM, Setting.REDIS);

    private static List<String> rows() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("..", "docs", "operations.md"))) {
            return lines.filter(line -> line.startsWith("| `--")).toList();
        }
    }

    @Test
    void hasARowForEverySettingWithItsNamesAndItsDefault() throws IOException {
        List<Setting> settings = List.of(Setting.values());
        List<String> expected = settings.stream()
                .map(setting -> "| `" + setting.flag() + "` | `" + setting.variable() + "` | ")
                .toList();
        List<String> rows = rows();
        assertThat(rows).hasSameSizeAs(expected);
        for (int i = 0; i < rows.size(); i++) {
            Setting setting = settings.get(i);
            String standard = setting.standard() == null ? "" : "`" + setting.standard() + "`";
            assertThat(rows.get(i))
                    .startsWith(expected.get(i))
                    .endsWith(" | " + standard + " | " + setting.description() + " |");
            if (!NOT_OF_THE_SERVER_SECTION.contains(setting)) {
                assertThat(rows.get(i)).contains("| `" + FileSettings.name(setting) + "` |");
            }
        }
    }

    @Test
    void hasARowForEveryOption() throws IOException {
        List<String> flags = rows().stream().map(row -> row.split("`", -1)[1]).toList();
        List<String> options =
                ServeCommand.command(OutputStream.nullOutputStream(), System.err, name -> null)
                        .getCommandSpec()
                        .options()
                        .stream()
                        .map(OptionSpec::longestName)
                        .filter(name -> !SAID_ELSEWHERE.contains(name))
                        .toList();
        assertThat(flags).containsExactlyInAnyOrderElementsOf(options);
    }
}
