package io.sluice.rules.reload;

import io.sluice.rules.Rule;
import io.sluice.rules.RuleSet;
import io.sluice.rules.WhenLimited;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files that are part of what a rule file says. Lists, plans and keys are not among them: those see to themselves. */
final class NamedFiles {
    private NamedFiles() {}

    static List<Path> of(Path ruleFile, @Nullable RuleSet rules) {
        Stream<Path> bodies = rules == null
                ? Stream.of()
                : rules.rules().stream()
                        .map(Rule::whenLimited)
                        .map(NamedFiles::body)
                        .filter(Objects::nonNull)
                        .map(WhenLimited.Body::file);
        return Stream.concat(Stream.of(ruleFile), bodies).toList();
    }

    private static WhenLimited.@Nullable Body body(WhenLimited whenLimited) {
        if (whenLimited instanceof WhenLimited.Decoy decoy) {
            return decoy.body();
        }
        return whenLimited instanceof WhenLimited.Status status ? status.body() : null;
    }
}
