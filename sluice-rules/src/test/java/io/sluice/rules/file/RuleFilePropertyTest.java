package io.sluice.rules.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever stands in a file: an answer, never an exception, and places that are in the file. */
class RuleFilePropertyTest {
    private static final Path FILE = Fixtures.VALID.resolve("spoilt.yaml");

    private static final String MARKS = "[]{}:,-\n \"'*&!|>#%@`?~a1";

    private static void answers(String text) {
        RuleFile read = RuleFile.parse(text, FILE);
        assertThat(read.rules() == null).isEqualTo(!read.errors().isEmpty());
        int lines = text.split("\r\n|[\n\r\u0085\u2028\u2029]", -1).length;
        for (RuleFile.Problem problem : read.problems()) {
            assertThat(problem.line()).isBetween(1, lines + 1);
            assertThat(problem.column()).isBetween(1, text.length() + 2);
            assertThat(problem.what()).isNotBlank();
            assertThat(problem.toString()).doesNotContain("\n").hasSizeLessThan(1_000);
        }
    }

    @Test
    void filesWithSlipsAreAnswered() {
        List<String> texts =
                Fixtures.in(Fixtures.VALID).stream().map(Fixtures::text).toList();
        Slips.tryAll(1_500, texts, RuleFilePropertyTest::answers);
    }

    @Test
    void noiseIsAnswered() {
        Slips.tryAll(500, RuleFilePropertyTest::noise, RuleFilePropertyTest::answers);
    }

    private static String noise(Random random) {
        StringBuilder noise = new StringBuilder();
        for (int i = random.nextInt(400); i > 0; i--) {
            char mark = MARKS.charAt(random.nextInt(MARKS.length()));
            noise.append(random.nextInt(3) == 0 ? (char) random.nextInt(0x10000) : mark);
        }
        return noise.toString();
    }

    @Test
    void deepNestingIsAnswered() {
        for (String opened : List.of("[", "{a: ", "- ", "? ", "a: [")) {
            answers(opened.repeat(100_000));
        }
        StringBuilder stairs = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            stairs.append(" ".repeat(i)).append("a:\n");
        }
        answers(stairs.toString());
    }
}
