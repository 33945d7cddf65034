package io.sluice.http;

import static io.sluice.http.TestRuling.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.http.answer.Answers;
import io.sluice.http.answer.Cors;
import io.sluice.http.field.Fields;
import io.sluice.http.field.Preset;
import io.sluice.http.field.Standing;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import io.sluice.rules.WhenLimited;
import io.sluice.rules.file.RuleFile;
import io.sluice.testkit.http.SecurityCases;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What docs/http.md shows is what is sent. */
class HttpDocsTest {
    private static final Path PAGE = Path.of("..", "docs", "http.md");
    /** 2026-11-15T12:00Z. */
    private static final long NOW = 1_794_744_000L * SECOND;

    private static final Rule SEARCH = TestRules.rule(
            "search", new WhenLimited.Refuse(), Map.of(), "https://docs.example/limits", "100/min", "1000/h");

    @ParameterizedTest
    @EnumSource
    void showsEveryPreset(Preset preset) throws IOException {
        String shown = "### `" + preset.text() + "`\n";
        assertThat(page()).contains(shown);
        String allowed = lines(preset, TestRuling.allowed(41, 35 * SECOND, SEARCH));
        String refused = lines(preset, TestRuling.refused(12 * SECOND, 60 * SECOND, SEARCH));
        String section = page().split(Pattern.quote(shown), 2)[1].split("\n###? |\nBehind a gateway", 2)[0];
        assertThat(section).contains("```\nHTTP/1.1 200 OK\n" + allowed + "```");
        assertThat(section).contains("```\nHTTP/1.1 429 Too Many Requests\n" + refused + "```");
    }

    @Test
    void showsTheProblemDocument() throws IOException {
        Standing standing = Standing.of(TestRuling.refused(12 * SECOND, 60 * SECOND, SEARCH));
        byte[] body = new Answers(Cors.NONE)
                .refused(TestRequest.get("/"), standing, List.of(), 0)
                .body();
        String json = new String(body, StandardCharsets.UTF_8).strip();
        assertThat(page().replaceAll("\\s+", " ").replace("{ ", "{").replace(" }", "}"))
                .contains(json.replace("\":", "\": ").replace(",\"", ", \"").replace("https: //", "https://"));
    }

    @Test
    void everyRuleFileInItIsRight() throws IOException {
        Matcher blocks = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(page());
        int found = 0;
        while (blocks.find()) {
            RuleFile file = RuleFile.parse(blocks.group(1), Path.of("http.md"));
            assertThat(file.rules())
                    .as("%s in%n%s", file.problems(), blocks.group(1))
                    .isNotNull();
            found++;
        }
        assertThat(found).isGreaterThanOrEqualTo(4);
    }

    @Test
    void namesATestForEverySecurityCase() throws IOException {
        List<String> tests = Stream.of(SecurityCases.class.getMethods())
                .map(Method::getName)
                .filter(name -> name.matches(".*_[0-9]+"))
                .distinct()
                .toList();
        for (String test : tests) {
            assertThat(page()).contains("`" + test + "`");
        }
        for (int i = 1; i <= 25; i++) {
            assertThat(page()).contains("\n| " + i + " | ");
        }
    }

    private static String lines(Preset preset, Ruling ruling) {
        return Fields.of(List.of(preset.text())).of(Standing.of(ruling), NOW).stream()
                .map(field -> field.name() + ": " + field.value() + "\n")
                .collect(Collectors.joining());
    }

    private static String page() throws IOException {
        return Files.readString(PAGE);
    }
}
