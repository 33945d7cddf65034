package io.sluice.rules.file;

import io.sluice.rules.Attribute;
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
                doubt(per, part, match);
            }
        }
        return pers;
    }

    /** Over HTTP only {@code clients} and the path say who asks; rules that ask for more are about descriptors. */
    private void doubt(Per per, Scalar part, Match match) {
        if (isAboutDescriptors(match)) {
            return;
        }
        for (Per.Choice choice : per.choices()) {
            String name = choice.attribute().name();
            boolean named = choice.attribute().kind() == Attribute.Kind.NAMED;
            if (named && !names.isIdentity(name) && !isVariable(name, match)) {
                String near = names.near(name, variables(match));
                problems.doubt(
                        part.place(),
                        "clients defines no " + name + ": requests over HTTP have none, and " + without(choice, per),
                        near == null
                                ? "say clients: { " + name + ": { header: NAME } }"
                                : "did you mean " + near + "?");
            }
        }
    }

    private static String without(Per.Choice choice, Per per) {
        boolean last = choice.equals(per.choices().get(per.choices().size() - 1));
        if (!last) {
            return "the next choice counts";
        }
        return per.orElse() == Per.OrElse.SKIP ? "the rule leaves them out" : "are counted by address";
    }

    private static List<String> variables(Match match) {
        return match.path() == null ? List.of() : match.path().variables();
    }

    private static boolean isVariable(String name, Match match) {
        return variables(match).contains(name);
    }

    private boolean isAboutDescriptors(Match match) {
        return match.conditions().stream()
                .map(Condition::attribute)
                .anyMatch(attribute -> attribute.kind() == Attribute.Kind.NAMED && !names.isIdentity(attribute.name()));
    }

    private void alone(Scalar part, boolean besideOthers) {
        if (besideOthers) {
            problems.error(part.place(), "global cannot stand beside others", "leave it out");
        }
    }

    /** Others than those that the match brings may come from a door; but who names variables of the path means one of them. */
    private PerText.Names choices(Match match) {
        List<String> variables = variables(match);
        Set<String> brought = new HashSet<>(variables);
        for (Condition condition : match.conditions()) {
            brought.add(condition.attribute().toString());
        }
        return variables.isEmpty() || isAboutDescriptors(match)
                ? (name, place) -> names.brought(name, place, brought)
                : (name, place) -> names.known(name, place, brought);
    }
}
