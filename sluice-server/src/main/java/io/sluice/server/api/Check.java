package io.sluice.server.api;

import io.sluice.core.Limit;
import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One question to {@code /v1/check}. */
sealed interface Check {
    /** By the rules that match what is known about a request. */
    record ByRules(Map<Attribute, String> known, long permits) implements Check, Attributes {
        public ByRules {
            known = Map.copyOf(known);
        }

        @Override
        public @Nullable String get(Attribute attribute) {
            return known.get(attribute);
        }

        @Override
        public long times() {
            return permits;
        }
    }

    /** By limits that it brings along, under a name that their counters have. */
    record ByLimits(String name, List<Limit> limits, String key, long permits) implements Check {
        public ByLimits {
            limits = List.copyOf(limits);
        }
    }
}
