package io.sluice.rules.file;

import io.sluice.rules.file.RuleFile.Problem;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** A rule file that cannot be used; the message has a line for each problem. */
public final class BadRulesException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    BadRulesException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public List<Problem> problems() {
        return problems;
    }
}
