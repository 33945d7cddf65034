package io.sluice.server.grpc;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.http.field.Standing;
import io.sluice.rls.RateLimitResponse.Code;
import io.sluice.rls.RateLimitResponse.DescriptorStatus;
import io.sluice.rls.RateLimitResponse.RateLimit;
import io.sluice.rules.Ruling;
import io.sluice.rules.Ruling.Outcome;
import org.jspecify.annotations.Nullable;

/** A ruling in the words of the rate limit service. Nobody can wait here: who would have to is refused for that long. */
final class Told {
    private static final long SECOND = 1_000_000_000;
    private static final long UINT32 = 0xFFFF_FFFFL;

    private final Ruling ruling;
    private final boolean refused;
    private final long waitNanos;

    private Told(Ruling ruling, boolean refused, long waitNanos) {
        this.ruling = ruling;
        this.refused = refused;
        this.waitNanos = waitNanos;
    }

    static Told of(Ruling ruling) {
        if (ruling.outcome() == Outcome.DELAYED) {
            ruling.cancel();
            return new Told(ruling, true, ruling.delayNanos());
        }
        Decision decision = ruling.decision();
        return new Told(ruling, !ruling.outcome().passes(), decision == null ? 0 : decision.retryAfterNanos());
    }

    boolean refused() {
        return refused;
    }

    /** Whether the store could not be asked. */
    boolean undecided() {
        Decision decision = ruling.decision();
        return decision != null && decision.undecided();
    }

    DescriptorStatus status() {
        DescriptorStatus.Builder status = DescriptorStatus.newBuilder().setCode(refused ? Code.OVER_LIMIT : Code.OK);
        Decision decision = ruling.decision();
        if (decision == null) {
            return status.build();
        }
        status.setCurrentLimit(currentLimit(decision.binding()));
        status.setLimitRemaining((int) Math.min(decision.remaining(), UINT32));
        long reset = refused ? waitNanos : decision.resetAfterNanos();
        if (reset != Long.MAX_VALUE) {
            // Envoy looks at whole seconds only: rounded down, a client would come too early.
            status.getDurationUntilResetBuilder().setSeconds(reset / SECOND + (reset % SECOND == 0 ? 0 : 1));
        }
        return status.build();
    }

    private RateLimit currentLimit(Limit limit) {
        RateLimit.Builder current =
                RateLimit.newBuilder().setRequestsPerUnit((int) limit.permits()).setUnit(Units.of(limit));
        if (ruling.rule() != null) {
            current.setName(ruling.rule().name());
        }
        return current.build();
    }

    /** What header fields are written from; null where there is nothing to tell. */
    @Nullable
    Standing standing() {
        return switch (ruling.outcome()) {
            case DELAYED -> Standing.refusedInsteadOfDelayed(ruling);
            case DECOY, DENIED, UNLIMITED -> null;
            case ALLOWED, REDUCED, REFUSED -> Standing.of(ruling);
        };
    }

    /** Whether clients need to know of this one rather than of the other: refused for longer, or with less left. */
    boolean bindsMoreThan(Told other) {
        if (refused != other.refused) {
            return refused;
        }
        return refused ? waitNanos > other.waitNanos : shareLeft() < other.shareLeft();
    }

    private double shareLeft() {
        Decision decision = ruling.decision();
        return decision == null ? 2 : decision.remaining() / (double) Math.max(1, decision.limit());
    }
}
