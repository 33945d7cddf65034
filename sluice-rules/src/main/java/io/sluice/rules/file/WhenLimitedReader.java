package io.sluice.rules.file;

import io.sluice.rules.WhenLimited;
import io.sluice.rules.WhenLimited.Body;
import io.sluice.rules.WhenLimited.Slower.AtTop;
import io.sluice.rules.file.Node.Scalar;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads {@code when-limited}. */
final class WhenLimitedReader {
    private static final Duration USUAL_WAIT = Duration.ofSeconds(5);

    private final NamedFiles files;
    private final DurationText durations;
    private final Problems problems;

    WhenLimitedReader(NamedFiles files, Problems problems) {
        this.files = files;
        this.durations = new DurationText(problems);
        this.problems = problems;
    }

    WhenLimited read(@Nullable Node node) {
        Scalar word = Settings.text(node);
        Settings said = new Settings(node);
        if (said.has("delay") || (word != null && word.value().equals("delay"))) {
            return delay(said.under("delay"));
        }
        if (said.has("decoy")) {
            Body body = files.body(said.text("decoy"));
            return body == null ? new WhenLimited.Refuse() : new WhenLimited.Decoy(body);
        }
        if (said.has("reduced")) {
            return new WhenLimited.Reduced(said.under("reduced").number("extra", 1));
        }
        return said.has("status")
                ? new WhenLimited.Status((int) said.number("status", 429), files.template(said.text("body")))
                : new WhenLimited.Refuse();
    }

    private WhenLimited delay(Settings delay) {
        Duration most = durations.read(delay.text("max"), USUAL_WAIT);
        Scalar written = delay.text("step");
        boolean passes = delay.has("refuse");
        if (written == null) {
            if (passes) {
                problems.error(
                        delay.place("refuse"),
                        "a delay without step refuses what its permits do not come for in time",
                        "add a step, such as step: 100ms");
            }
            return new WhenLimited.Delay(most);
        }
        Duration step = durations.read(written, most);
        if (most.compareTo(step) < 0) {
            problems.error(
                    delay.place(delay.has("max") ? "max" : "step"),
                    "the longest delay is shorter than a step",
                    "write a max of " + written.shown() + " or more");
        }
        return new WhenLimited.Slower(step, most, passes ? AtTop.PASS : AtTop.REFUSE);
    }
}
