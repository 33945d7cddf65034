package io.sluice.rules.file;

import io.sluice.rules.Attribute;
import io.sluice.rules.Cost;
import io.sluice.rules.file.Node.Entry;
import io.sluice.rules.file.Node.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code cost}. */
final class CostReader {
    private static final String OTHERWISE = "otherwise";
    private static final long USUAL_MOST = 100;
    private static final long USUAL_MOST_ANSWERED = 1_000_000;

    private final Problems problems;

    CostReader(Problems problems) {
        this.problems = problems;
    }

    Cost read(@Nullable Node node) {
        Settings said = new Settings(node);
        if (said.entries().isEmpty()) {
            return new Cost.Fixed(Settings.number(node, 1));
        }
        if (said.has("response-header")) {
            return answered(said);
        }
        Scalar header = said.text("header");
        Scalar query = said.text("query");
        if (header != null) {
            return said(Attribute.of("header." + header.value()), said);
        }
        return query != null ? said(Attribute.of("query." + query.value()), said) : byPath(said);
    }

    private Cost said(Attribute attribute, Settings said) {
        long least = said.number("min", 1);
        long most = said.number("max", Math.max(USUAL_MOST, least));
        if (most < least) {
            problems.error(
                    said.place("max"), "max " + most + " is less than min " + least, "write " + least + " or more");
        }
        return new Cost.Said(attribute, least, most, said.number(OTHERWISE, Math.max(1, least)));
    }

    private Cost answered(Settings said) {
        long estimate = said.number("estimate", 1);
        long most = said.number("max", Math.max(USUAL_MOST_ANSWERED, estimate));
        if (most < estimate) {
            problems.error(
                    said.place("max"),
                    "max " + most + " is less than estimate " + estimate,
                    "write " + estimate + " or more");
        }
        return new Cost.Answered(said.text("response-header", ""), estimate, most);
    }

    private Cost byPath(Settings said) {
        List<Cost.Priced> paths = new ArrayList<>();
        for (Entry entry : said.entries()) {
            if (entry.name().startsWith("/") || entry.name().contains(" /")) {
                priced(entry, paths);
            }
        }
        return new Cost.ByPath(paths, said.number(OTHERWISE, 1));
    }

    private void priced(Entry entry, List<Cost.Priced> paths) {
        MatchText pattern = MatchText.read(entry.key(), problems);
        if (pattern != null) {
            Set<String> methods = pattern.methods().isEmpty() ? Set.of("") : pattern.methods();
            for (String method : methods) {
                paths.add(new Cost.Priced(method, pattern.path(), Settings.number(entry.value(), 1)));
            }
        }
    }
}
