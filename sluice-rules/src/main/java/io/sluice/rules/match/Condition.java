package io.sluice.rules.match;

import io.sluice.rules.Attribute;
import java.util.List;

/** An attribute that has a value which one of these globs, or one of these networks for {@code ip}, covers. */
public record Condition(Attribute attribute, List<String> globs) {
    public Condition {
        globs = List.copyOf(globs);
    }
}
