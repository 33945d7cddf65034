package io.sluice.rules.file;

import io.sluice.core.Limit;
import io.sluice.core.LimitSyntaxException;
import io.sluice.rules.Rule;
import io.sluice.rules.file.Node.Entry;
import io.sluice.rules.file.Node.Mapping;
import io.sluice.rules.file.Node.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code limit}. */
final class LimitReader {
    private final PlanNames plans;
    private final Problems problems;

    LimitReader(PlanNames plans, Problems problems) {
        this.plans = plans;
        this.problems = problems;
    }

    Map<String, List<Limit>> byPlan(@Nullable Node node) {
        if (!(node instanceof Mapping map)) {
            return Map.of(Rule.EVERY_PLAN, all(node));
        }
        plans.limited(map);
        Map<String, List<Limit>> limits = new LinkedHashMap<>();
        for (Entry entry : map.entries()) {
            String plan = entry.name().equals(PlanNames.OTHERWISE) ? Rule.EVERY_PLAN : entry.name();
            limits.put(plan, all(entry.value()));
        }
        return limits;
    }

    List<Limit> all(@Nullable Node node) {
        List<Scalar> texts = Settings.texts(node);
        List<Limit> limits = new ArrayList<>();
        for (Scalar text : texts) {
            Limit limit = limit(text);
            if (limit != null && limit.equals(Limit.unlimited()) && texts.size() > 1) {
                problems.error(text.place(), "unlimited cannot stand beside other limits", "leave it out");
            }
            if (limit != null) {
                limits.add(limit);
            }
        }
        return limits;
    }

    private @Nullable Limit limit(Scalar text) {
        try {
            return Limit.parse(text.value());
        } catch (LimitSyntaxException e) {
            String[] parts = e.problem().split("; ", 2);
            if (parts.length == 2) {
                problems.error(text.at(e.position()), parts[0], parts[1]);
            } else {
                problems.error(text.at(e.position()), "bad limit " + text.shown(), e.problem());
            }
            return null;
        }
    }
}
