package io.sluice.server.grpc;

import io.sluice.core.Limit;
import io.sluice.rls.RateLimitResponse.RateLimit;
import io.sluice.rules.Rule;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Limits as responses name them, in bytes, of which the same are needed again and again. */
final class CurrentLimits {
    private static final int KNOWN = 256;

    private final AtomicReferenceArray<@Nullable Known> known = new AtomicReferenceArray<>(KNOWN);

    private static final class Known {
        private final Limit limit;
        private final @Nullable Rule rule;
        private final byte[] bytes;

        Known(Limit limit, @Nullable Rule rule, byte[] bytes) {
            this.limit = limit;
            this.rule = rule;
            this.bytes = bytes;
        }

        @SuppressWarnings("ReferenceEquality") // the engine gives the same objects, and comparing them would take long
        boolean isOf(Limit other, @Nullable Rule otherRule) {
            return limit == other && rule == otherRule;
        }
    }

    byte[] bytes(Limit limit, @Nullable Rule rule) {
        int hash = System.identityHashCode(limit);
        int place = (hash ^ (hash >>> 8)) & (KNOWN - 1);
        Known found = known.get(place);
        if (found == null || !found.isOf(limit, rule)) {
            found = new Known(limit, rule, made(limit, rule));
            known.set(place, found);
        }
        return found.bytes;
    }

    private static byte[] made(Limit limit, @Nullable Rule rule) {
        RateLimit.Builder current =
                RateLimit.newBuilder().setRequestsPerUnit((int) limit.permits()).setUnit(Units.of(limit));
        if (rule != null) {
            current.setName(rule.name());
        }
        return current.build().toByteArray();
    }
}
