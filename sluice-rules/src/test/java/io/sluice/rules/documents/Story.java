package io.sluice.rules.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.rules.Attributes;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Ruling;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Plays lines such as {@code 3x GET /api user=ann -> refused by api, retry after 30 s}. {@code +10s} on a line of its own lets time pass; {@code cost 300} at the end is
 * what the answer says in the header that the rule waits for.
 */
final class Story {
    private static final Pattern LINE =
            Pattern.compile("(?:(\\d+)x )?([A-Z]+) (\\S+)((?: \\S+=\\S+)*) -> (\\w+)(?: by (\\S+?))?((?:,? [^,]+)*)");
    private static final Pattern PAIR = Pattern.compile("(\\S+?)=(\\S+)");
    private static final Pattern LATER = Pattern.compile("\\+(\\d+)(s|min|h)");
    private static final Pattern RETRY = Pattern.compile("retry after (\\d+) s");
    private static final Pattern LEFT = Pattern.compile("(\\d+) left");
    private static final Pattern COST = Pattern.compile("cost (\\d+)");
    private static final Pattern WAIT = Pattern.compile("^ (\\d+) ms");

    private final ManualClock clock = new ManualClock();
    private final RuleEngine engine;

    Story(RuleSet rules) {
        this.engine = new RuleEngine(rules, Store.memory(clock));
    }

    void tell(List<String> lines) {
        for (String line : lines) {
            Matcher later = LATER.matcher(line);
            if (later.matches()) {
                clock.advance(duration(Long.parseLong(later.group(1)), later.group(2)));
            } else {
                play(line);
            }
        }
    }

    private static Duration duration(long count, String unit) {
        return switch (unit) {
            case "s" -> Duration.ofSeconds(count);
            case "min" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
    }

    private void play(String line) {
        Matcher said = LINE.matcher(line);
        assertThat(said.matches()).as("cannot read: " + line).isTrue();
        int times = said.group(1) == null ? 1 : Integer.parseInt(said.group(1));
        for (int i = 0; i < times; i++) {
            Ruling ruling =
                    engine.decide(attributes(said)).toCompletableFuture().join();
            check(line + " (" + (i + 1) + ")", said, ruling);
            end(ruling, said.group(7));
        }
    }

    private static Attributes attributes(Matcher said) {
        Map<String, String> values = new HashMap<>();
        values.put("method", said.group(2));
        values.put("path", said.group(3));
        PAIR.matcher(said.group(4)).results().forEach(pair -> values.put(pair.group(1), pair.group(2)));
        return Attributes.of(values);
    }

    private static void check(String line, Matcher said, Ruling ruling) {
        assertThat(ruling.outcome().name().toLowerCase(java.util.Locale.ROOT))
                .as(line)
                .isEqualTo(said.group(5));
        if (said.group(6) != null) {
            assertThat(ruling.rule().name()).as(line).isEqualTo(said.group(6));
        }
        String rest = said.group(7);
        Decision decision = ruling.decision();
        number(RETRY, rest, line, () -> decision.retryAfterSeconds());
        number(LEFT, rest, line, () -> decision.remaining());
        number(WAIT, rest, line, () -> ruling.delayNanos() / 1_000_000);
    }

    private static void number(Pattern pattern, String rest, String line, java.util.function.LongSupplier actual) {
        Matcher number = pattern.matcher(rest);
        if (number.find()) {
            assertThat(actual.getAsLong()).as(line).isEqualTo(Long.parseLong(number.group(1)));
        }
    }

    private static void end(Ruling ruling, String rest) {
        Matcher cost = COST.matcher(rest);
        if (cost.find()) {
            assertThat(ruling.awaited()).hasSize(1);
            ruling.ended(Attributes.of(Map.of("header." + ruling.awaited().get(0), cost.group(1))));
        }
    }
}
