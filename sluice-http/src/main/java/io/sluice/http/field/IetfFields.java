package io.sluice.http.field;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** The drafts of the RateLimit fields. */
final class IetfFields {
    private IetfFields() {}

    /** The form of revision 8 to 11: every limit by its name, and how the binding one stands. */
    static void newest(Standing standing, List<Field> fields) {
        fields.add(new Field("RateLimit-Policy", policy(standing.quotas())));
        fields.add(new Field(
                "RateLimit",
                StructuredText.string(standing.name()) + ";r=" + standing.remaining()
                        + parameter("t", standing.effectiveSeconds())));
    }

    static String policy(List<Quota> quotas) {
        List<String> items = new ArrayList<>();
        for (Quota quota : quotas) {
            items.add(
                    StructuredText.string(quota.name()) + ";q=" + quota.most() + parameter("w", quota.windowSeconds()));
        }
        return String.join(", ", items);
    }

    static void draft06(Standing standing, List<Field> fields) {
        OptionalLong reset = standing.resetSeconds();
        if (reset.isPresent()) {
            fields.add(Field.of("RateLimit-Limit", standing.binding().most()));
            fields.add(Field.of("RateLimit-Remaining", standing.remaining()));
            fields.add(Field.of("RateLimit-Reset", reset.getAsLong()));
        }
        namelessPolicy(standing, fields);
    }

    static void draft07(Standing standing, List<Field> fields) {
        standing.resetSeconds()
                .ifPresent(reset -> fields.add(new Field(
                        "RateLimit",
                        "limit=" + standing.binding().most() + ", remaining=" + standing.remaining() + ", reset="
                                + reset)));
        namelessPolicy(standing, fields);
    }

    private static void namelessPolicy(Standing standing, List<Field> fields) {
        String policy = namelessPolicy(standing.quotas());
        if (!policy.isEmpty()) {
            fields.add(new Field("RateLimit-Policy", policy));
        }
    }

    /** Without names, a number must not stand there twice; and without a window it says nothing. Empty if nothing is left. */
    static String namelessPolicy(List<Quota> quotas) {
        List<String> items = new ArrayList<>();
        Set<Long> written = new HashSet<>();
        for (Quota quota : quotas) {
            OptionalLong window = quota.windowSeconds();
            if (window.isPresent() && written.add(quota.most())) {
                items.add(quota.most() + parameter("w", window));
            }
        }
        return String.join(", ", items);
    }

    private static String parameter(String name, OptionalLong value) {
        return value.isPresent() ? ";" + name + "=" + value.getAsLong() : "";
    }
}
