package io.sluice.rules;

import io.sluice.rules.key.KeyText;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A key of a rule: its hash, and its text once that is asked for. */
final class RuleKey {
    final long hash;
    private final Supplier<KeyText> maker;
    private @Nullable KeyText text;

    RuleKey(long hash, Supplier<KeyText> maker) {
        this.hash = hash;
        this.maker = maker;
    }

    /** Made once, unless two threads ask at the same moment. */
    KeyText text() {
        KeyText known = text;
        if (known == null) {
            known = maker.get();
            text = known;
        }
        return known;
    }
}
