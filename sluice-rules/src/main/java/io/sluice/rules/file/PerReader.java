package io.sluice.rules.file;

import io.sluice.rules.Per;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.file.Node.Sequence;
import io.sluice.rules.match.Condition;
import io.sluice.rules.match.Match;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code per}. */
final class PerReader {
    private static final String GLOBAL = "global";

    private final AttributeNames names;
    private final Problems problems;

    PerReader(AttributeNames names, Problems problems) {
        this.names = names;
        this.problems = problems;
    }

    List<Per> read(@Nullable Node node, Match match) {
        List<Scalar> parts = Settings.texts(node);
        boolean inList = node instanceof Sequence;
        List<Per> pers = new ArrayList<>();
        Set<Object> seen = new HashSet<>();
        for (Scalar part : parts) {
            if (part.value().strip().equals(GLOBAL)) {
                alone(part, inList && parts.size() > 1);
                continue;
            }
            Per per = new PerText(part, choices(match), problems).read();
            if (per != null && !seen.add(per)) {
                problems.error(part.place(), part.shown() + " stands twice", "write it once");
            } else if (per != null) {
                pers.add(per);
            }
        }
        return pers;
    }

    private void alone(Scalar part, boolean besideOthers) {
        if (besideOthers) {
            problems.error(part.place(), "global cannot stand beside others", "leave it out");
        }
    }

    /** Names that the path or the conditions bring are known; others may come from a door, but not where a path is matched. */
    private PerText.Names choices(Match match) {
        Set<String> brought =
                new HashSet<>(match.path() == null ? List.of() : match.path().variables());
        for (Condition condition : match.conditions()) {
            brought.add(condition.attribute().toString());
        }
        return match.path() == null
                ? (name, place) -> names.any(name, place, brought)
                : (name, place) -> names.known(name, place, brought);
    }
}
