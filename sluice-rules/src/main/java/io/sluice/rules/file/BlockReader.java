package io.sluice.rules.file;

import io.sluice.rules.Block;
import io.sluice.rules.file.Node.Scalar;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads {@code block}. */
final class BlockReader {
    private static final Duration DAY = Duration.ofDays(1);

    private final DurationText durations;
    private final Problems problems;

    BlockReader(Problems problems) {
        this.durations = new DurationText(problems);
        this.problems = problems;
    }

    @Nullable
    Block read(@Nullable Node node) {
        if (node == null) {
            return null;
        }
        Scalar text = Settings.text(node);
        if (text != null) {
            Duration always = durations.read(text, DAY);
            return new Block(always, 1, always);
        }
        Settings said = new Settings(node);
        Duration first = durations.read(said.text("for"), DAY);
        Duration most = durations.read(said.text("max"), first.compareTo(DAY) > 0 ? first : DAY);
        if (most.compareTo(first) < 0) {
            problems.error(
                    said.place("max"),
                    "the longest block is shorter than the first",
                    "write " + said.text("for", "") + " or more");
        }
        return new Block(first, grow(said.get("grow")), most);
    }

    private static double grow(@Nullable Node node) {
        return node instanceof Scalar scalar && scalar.isNumber()
                ? scalar.number().doubleValue()
                : 1;
    }
}
