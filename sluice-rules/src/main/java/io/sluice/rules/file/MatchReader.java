package io.sluice.rules.file;

import io.sluice.rules.file.Node.Entry;
import io.sluice.rules.file.Node.Mapping;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.match.Match;
import io.sluice.rules.match.Match.Scope;
import io.sluice.rules.match.PathPattern;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code match}. */
final class MatchReader {
    private static final String OTHERWISE = "otherwise";

    private final ConditionReader conditions;
    private final Problems problems;

    MatchReader(AttributeNames names, Problems problems) {
        this.conditions = new ConditionReader(names, problems);
        this.problems = problems;
    }

    Match read(@Nullable Node node) {
        Scalar text = Settings.text(node);
        if (text != null) {
            return text.value().equals(OTHERWISE) ? Match.OTHERWISE : of(MatchText.read(text, problems));
        }
        return node instanceof Mapping map ? map(map) : Match.EVERYTHING;
    }

    private static Match of(@Nullable MatchText text) {
        return text == null ? Match.EVERYTHING : new Match(Scope.SOME, text.methods(), text.path(), List.of());
    }

    private Match map(Mapping map) {
        Entry otherwise = map.entry(OTHERWISE);
        if (otherwise != null) {
            problems.error(otherwise.key().place(), "otherwise is no attribute", "write match: otherwise");
        }
        List<Entry> others = map.entries().stream()
                .filter(entry -> !Set.of("method", "path", OTHERWISE).contains(entry.name()))
                .toList();
        return new Match(
                Scope.SOME, methods(map.get("method")), path(Settings.text(map.get("path"))), conditions.read(others));
    }

    private Set<String> methods(@Nullable Node node) {
        Set<String> methods = new LinkedHashSet<>();
        for (Scalar method : Settings.texts(node)) {
            if (MatchText.isMethod(method.value(), method.place(), problems) && !methods.add(method.value())) {
                problems.error(method.place(), method.shown() + " stands twice", "write it once");
            }
        }
        return methods;
    }

    private @Nullable PathPattern path(@Nullable Scalar text) {
        if (text == null) {
            return null;
        }
        int slash = text.value().indexOf('/');
        if (slash > 0 && text.value().charAt(slash - 1) == ' ') {
            problems.error(text.place(), "a method cannot stand in path", "write method beside path");
            return null;
        }
        return MatchText.path(text.value(), text.place(), problems);
    }
}
