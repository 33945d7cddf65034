package io.sluice.server.limits;

import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The rules of a server that was given none: every client address has permits of its own. */
public final class ExampleRules {
    /** What answers, logs and the admin door call these rules. */
    public static final String NAME = "example rules";

    private ExampleRules() {}

    /**
     * As a rule file would say it.
     *
     * @throws IllegalArgumentException if it is no limit, with what would be right
     */
    public static String text(String limit) {
        return "version: 1\nrules:\n  everyone:\n    per: ip\n    limit: \"" + limit + "\"\n";
    }

    public static RuleSet of(String limit) {
        RuleFile read = RuleFile.parse(text(limit), Path.of(NAME));
        RuleSet rules = read.rules();
        if (rules == null) {
            throw new IllegalArgumentException(read.errors().stream()
                    .map(problem -> problem.what() + "; " + problem.right())
                    .collect(Collectors.joining("\n")));
        }
        return rules;
    }
}
