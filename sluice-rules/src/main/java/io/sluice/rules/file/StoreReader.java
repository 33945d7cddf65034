package io.sluice.rules.file;

import io.sluice.rules.StoreSettings;
import io.sluice.rules.file.Node.Scalar;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads {@code store}. */
final class StoreReader {
    private static final long USUAL_KEYS = 1_000_000;
    private static final Duration USUAL_BUDGET = Duration.ofMillis(20);
    private static final String MEMORY = "memory";

    private final Problems problems;

    StoreReader(Problems problems) {
        this.problems = problems;
    }

    StoreSettings read(@Nullable Node store) {
        Scalar text = Settings.text(store);
        Settings said = new Settings(store);
        String url = url(text == null ? said.text("url") : text, text != null);
        return new StoreSettings(
                url,
                said.text("consistency", "strict"),
                said.text("on-failure", "local"),
                new DurationText(problems).read(said.text("budget"), USUAL_BUDGET),
                said.has("instances") ? (int) said.number("instances", 1) : null,
                said.text("prefix", "sluice:"),
                said.number("max-keys", USUAL_KEYS),
                (int) said.number("awake-percent", StoreSettings.DEFAULT_AWAKE));
    }

    /** Null: in memory. */
    private @Nullable String url(@Nullable Scalar written, boolean orMemory) {
        if (written == null || (orMemory && written.value().equals(MEMORY))) {
            return null;
        }
        RedisUrl.check(written, orMemory, problems);
        return written.value();
    }
}
