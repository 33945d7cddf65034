package io.sluice.rules;

import io.sluice.rules.plan.PlanLookup;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the plan of a request: an override, else what the door and the lookup found, in the order of the file, else the usual one. */
final class Plans {
    private final PlanSettings settings;
    private final ByClient<String> overrides;
    private final List<Attribute> identities;

    Plans(PlanSettings settings, ClientSettings clients) {
        this.settings = settings;
        this.overrides = new ByClient<>(settings.overrides(), Map.Entry::getValue);
        this.identities =
                clients.identities().keySet().stream().map(Attribute::of).toList();
    }

    String of(Attributes attributes) {
        String override = overrides.find(attributes);
        if (override != null) {
            return override;
        }
        String found = settings.lookupFirst() ? lookedUp(attributes) : given(attributes);
        if (found == null) {
            found = settings.lookupFirst() ? given(attributes) : lookedUp(attributes);
        }
        return found == null ? usual(attributes) : found;
    }

    private String usual(Attributes attributes) {
        String anonymous = settings.anonymous();
        return anonymous != null && isAnonymous(attributes) ? anonymous : settings.standard();
    }

    private @Nullable String given(Attributes attributes) {
        return known(attributes.get(Attribute.PLAN));
    }

    private @Nullable String lookedUp(Attributes attributes) {
        PlanLookup lookup = settings.lookup();
        String client = lookup == null ? null : attributes.get(lookup.key());
        return lookup == null || client == null ? null : known(lookup.plan(client));
    }

    private @Nullable String known(@Nullable String plan) {
        return plan != null && settings.names().contains(plan) ? plan : null;
    }

    private boolean isAnonymous(Attributes attributes) {
        for (Attribute identity : identities) {
            if (attributes.get(identity) != null) {
                return false;
            }
        }
        return true;
    }
}
