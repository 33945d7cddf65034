package io.sluice.http.field;

import java.util.List;
import java.util.stream.Collectors;

/** Fields that begin with X-RateLimit: the same names, in different units. */
final class VendorFields {
    private VendorFields() {}

    static void xRateLimit(Standing standing, long wallNanos, List<Field> fields) {
        limitAndRemaining(standing, fields);
        epochReset(standing, wallNanos, fields);
    }

    static void github(Standing standing, long wallNanos, List<Field> fields) {
        limitAndRemaining(standing, fields);
        fields.add(Field.of("X-RateLimit-Used", standing.binding().most() - standing.remaining()));
        epochReset(standing, wallNanos, fields);
        fields.add(new Field("X-RateLimit-Resource", standing.name()));
    }

    static void xDelta(Standing standing, List<Field> fields) {
        limitAndRemaining(standing, fields);
        deltaReset(standing, fields);
    }

    static void envoy(Standing standing, List<Field> fields) {
        fields.add(new Field("X-RateLimit-Limit", envoyLimit(standing.quotas(), standing.binding())));
        fields.add(Field.of("X-RateLimit-Remaining", standing.remaining()));
        deltaReset(standing, fields);
        if (standing.refused()) {
            fields.add(new Field("X-Envoy-RateLimited", "true"));
        }
    }

    static String envoyLimit(List<Quota> quotas, Quota binding) {
        return binding.most()
                + quotas.stream()
                        .filter(quota -> quota.windowSeconds().isPresent())
                        .map(quota -> ", " + quota.most() + ";w="
                                + quota.windowSeconds().getAsLong() + ";name=" + StructuredText.string(quota.name()))
                        .collect(Collectors.joining());
    }

    private static void limitAndRemaining(Standing standing, List<Field> fields) {
        fields.add(Field.of("X-RateLimit-Limit", standing.binding().most()));
        fields.add(Field.of("X-RateLimit-Remaining", standing.remaining()));
    }

    private static void epochReset(Standing standing, long wallNanos, List<Field> fields) {
        standing.resetEpochSeconds(wallNanos).ifPresent(reset -> fields.add(Field.of("X-RateLimit-Reset", reset)));
    }

    private static void deltaReset(Standing standing, List<Field> fields) {
        standing.resetSeconds().ifPresent(reset -> fields.add(Field.of("X-RateLimit-Reset", reset)));
    }
}
