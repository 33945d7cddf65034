package io.sluice.servlet;

import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import java.nio.file.Path;

/** Rules from text that must be right. */
final class Rules {
    private Rules() {}

    static RuleSet parse(String text) {
        return parse(text, Path.of("rules.yaml"));
    }

    /** As if it stood in that file. */
    static RuleSet parse(String text, Path source) {
        RuleFile file = RuleFile.parse(text, source);
        if (file.rules() == null) {
            throw new AssertionError(file.problems());
        }
        return file.rules();
    }
}
