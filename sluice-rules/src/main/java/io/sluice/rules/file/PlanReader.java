package io.sluice.rules.file;

import io.sluice.rules.Attribute;
import io.sluice.rules.PlanSettings;
import io.sluice.rules.Source;
import io.sluice.rules.file.Node.Entry;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.file.Node.Sequence;
import io.sluice.rules.plan.PlanLookup;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code plan}, once the rules have said which plans there are. */
final class PlanReader {
    private final SourceReader sources;
    private final AttributeNames names;
    private final PlanNames plans;
    private final NamedFiles files;
    private final Problems problems;

    PlanReader(SourceReader sources, AttributeNames names, PlanNames plans, NamedFiles files, Problems problems) {
        this.sources = sources;
        this.names = names;
        this.plans = plans;
        this.files = files;
        this.problems = problems;
    }

    @Nullable
    PlanSettings read(@Nullable Node node) {
        if (node == null) {
            plans.needSettings();
            return null;
        }
        Settings said = new Settings(node);
        Set<String> known = new HashSet<>(plans.all());
        Scalar standard = used(said.text("default"), known);
        Scalar anonymous = used(said.text("anonymous"), known);
        Map<String, String> overrides = overrides(said.under("overrides"), known);
        plans.checkCoverage();
        return new PlanSettings(
                source(said.get("from")),
                lookup(said.get("from")),
                beginsWithFile(said.get("from")),
                standard == null ? "" : standard.value(),
                anonymous == null ? null : anonymous.value(),
                overrides,
                known);
    }

    private @Nullable Scalar used(@Nullable Scalar name, Set<String> known) {
        if (name != null) {
            plans.used(name);
            known.add(name.value());
        }
        return name;
    }

    private Map<String, String> overrides(Settings said, Set<String> known) {
        Map<String, String> overrides = new LinkedHashMap<>();
        ClientText clients = new ClientText(names);
        for (Entry entry : said.entries()) {
            Scalar plan = used(Settings.text(entry.value()), known);
            String client = clients.read(entry.key());
            if (plan != null) {
                overrides.put(client, plan.value());
            }
        }
        return overrides;
    }

    private static List<Node> parts(@Nullable Node from) {
        return from instanceof Sequence list ? list.items() : from == null ? List.of() : List.of(from);
    }

    private static boolean beginsWithFile(@Nullable Node from) {
        List<Node> parts = parts(from);
        return !parts.isEmpty() && new Settings(parts.get(0)).has("file");
    }

    private @Nullable Source source(@Nullable Node from) {
        Source found = null;
        for (Node part : parts(from)) {
            Settings said = new Settings(part);
            if (said.has("file")) {
                continue;
            }
            if (found != null) {
                problems.error(part.place(), "a second source in the request", "keep one, and at most one file");
            }
            found = sources.read("plan", said);
        }
        return found;
    }

    private @Nullable PlanLookup lookup(@Nullable Node from) {
        PlanLookup found = null;
        for (Node part : parts(from)) {
            Settings said = new Settings(part);
            Scalar key = said.text("key");
            Attribute attribute = key == null ? null : names.any(key.value(), key.place());
            if (attribute == null) {
                continue;
            }
            if (found != null) {
                problems.error(part.place(), "a second file", "keep one, and at most one source in the request");
            }
            found = files.plans(said.text("file"), attribute);
        }
        return found;
    }
}
