package io.sluice.http.field;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Kong's fields: the draft's names of its sixth revision, and one pair for each unit of time. */
final class KongFields {
    private static final Map<Duration, String> UNITS = Map.of(
            Duration.ofSeconds(1), "Second",
            Duration.ofMinutes(1), "Minute",
            Duration.ofHours(1), "Hour",
            Duration.ofDays(1), "Day");

    private KongFields() {}

    static void write(Standing standing, List<Field> fields) {
        fields.add(Field.of("RateLimit-Limit", standing.binding().most()));
        fields.add(Field.of("RateLimit-Remaining", standing.remaining()));
        standing.resetSeconds().ifPresent(reset -> fields.add(Field.of("RateLimit-Reset", Math.max(1, reset))));
        fields.addAll(limits(standing.quotas()));
        String unit = unit(standing.binding());
        if (unit != null) {
            fields.add(Field.of("X-RateLimit-Remaining-" + unit, standing.remaining()));
        }
    }

    /** One for each unit of time. */
    static List<Field> limits(List<Quota> quotas) {
        List<Field> fields = new ArrayList<>();
        Set<String> written = new HashSet<>();
        for (Quota quota : quotas) {
            String unit = unit(quota);
            if (unit != null && written.add(unit)) {
                fields.add(Field.of("X-RateLimit-Limit-" + unit, quota.limit().permits()));
            }
        }
        return fields;
    }

    static @Nullable String unit(Quota quota) {
        return UNITS.get(quota.limit().period());
    }
}
