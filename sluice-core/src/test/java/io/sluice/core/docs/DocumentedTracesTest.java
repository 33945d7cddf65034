package io.sluice.core.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the {@code ```trace LIMIT} blocks of the documents: each line is asked and must be answered as written. */
class DocumentedTracesTest {
    private static final Pattern BLOCK = Pattern.compile("```trace (.+)\n((?:.+\n)+)```");
    private static final Pattern LINE = Pattern.compile("\\s*(\\d+) ms\\s+acquire (\\d+)\\s+(.+?)\\s*");

    @TestFactory
    List<DynamicTest> everyTraceIsAnsweredAsWritten() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(Path.of("../docs/algorithms.md")));
        while (block.find()) {
            String limit = block.group(1);
            List<String> lines = block.group(2).lines().toList();
            tests.add(DynamicTest.dynamicTest(
                    limit, () -> assertThat(answers(limit, lines)).isEqualTo(expected(lines))));
        }
        assertThat(tests).hasSizeGreaterThanOrEqualTo(7);
        return tests;
    }

    private static List<String> expected(List<String> lines) {
        return lines.stream().map(line -> match(line).group(3)).toList();
    }

    private static List<String> answers(String limit, List<String> lines) {
        ManualClock clock = new ManualClock();
        RateLimiter limiter =
                RateLimiter.builder().limits(Limit.parse(limit)).clock(clock).build();
        List<String> answers = new ArrayList<>();
        for (String line : lines) {
            Matcher parts = match(line);
            clock.moveTo(Long.parseLong(parts.group(1)) * 1_000_000);
            answers.add(written(limiter.tryAcquire("a", Long.parseLong(parts.group(2)))));
        }
        return answers;
    }

    private static String written(Decision decision) {
        String left = "  " + decision.remaining() + " left";
        if (decision.allowed()) {
            return "allowed" + left + (decision.delayNanos() == 0 ? "" : "  delay " + millis(decision.delayNanos()));
        }
        return "refused" + left
                + (decision.never() ? "  never" : "  retry after " + millis(decision.retryAfterNanos()));
    }

    private static String millis(long nanos) {
        return BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString() + " ms";
    }

    private static Matcher match(String line) {
        Matcher parts = LINE.matcher(line);
        assertThat(parts.matches()).as(line).isTrue();
        return parts;
    }
}
