package io.sluice.servlet;

import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import java.nio.file.Path;

/** Rules from text that must be right. */
final class Rules {
    private Rules() {}

    static RuleSet parse(String text) {
        RuleFile file = RuleFile.parse(text, Path.of("rules.yaml"));
        if (file.rules() == null) {
            throw new AssertionError(file.problems());
        }
        return file.rules();
    }
}
