package io.sluice.server.grpc;

import com.google.protobuf.Duration;
import io.sluice.core.Decision;
import io.sluice.http.field.Fields;
import io.sluice.http.field.Standing;
import io.sluice.rls.RateLimitResponse;
import io.sluice.rls.RateLimitResponse.Code;
import io.sluice.rls.RateLimitResponse.DescriptorStatus;
import io.sluice.rules.Ruling;
import org.jspecify.annotations.Nullable;

/** A ruling in the words of the rate limit service. Nobody can wait here, so none of them delays. */
final class Told {
    private static final long SECOND = 1_000_000_000;
    private static final long UINT32 = 0xFFFF_FFFFL;
    private static final long NEVER = -1;

    private final Ruling ruling;
    private final boolean refused;
    private final long waitNanos;

    private Told(Ruling ruling, boolean refused, long waitNanos) {
        this.ruling = ruling;
        this.refused = refused;
        this.waitNanos = waitNanos;
    }

    static Told of(Ruling ruling) {
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

    void writeStatus(ResponseBytes out, CurrentLimits limits) {
        int code = (refused ? Code.OVER_LIMIT : Code.OK).getNumber();
        Decision decision = ruling.decision();
        if (decision == null) {
            out.begin(RateLimitResponse.STATUSES_FIELD_NUMBER, ResponseBytes.sizeOfNumber(code));
            out.number(DescriptorStatus.CODE_FIELD_NUMBER, code);
            return;
        }
        byte[] limit = limits.bytes(decision.binding(), ruling.rule());
        long remaining = Math.min(decision.remaining(), UINT32);
        long reset = resetSeconds(decision);
        int resetSize = ResponseBytes.sizeOfNumber(Math.max(0, reset));
        int size = ResponseBytes.sizeOfNumber(code)
                + ResponseBytes.sizeOfField(limit.length)
                + ResponseBytes.sizeOfNumber(remaining)
                + (reset == NEVER ? 0 : ResponseBytes.sizeOfField(resetSize));
        out.begin(RateLimitResponse.STATUSES_FIELD_NUMBER, size);
        out.number(DescriptorStatus.CODE_FIELD_NUMBER, code);
        out.text(DescriptorStatus.CURRENT_LIMIT_FIELD_NUMBER, limit);
        out.number(DescriptorStatus.LIMIT_REMAINING_FIELD_NUMBER, remaining);
        if (reset != NEVER) {
            out.begin(DescriptorStatus.DURATION_UNTIL_RESET_FIELD_NUMBER, resetSize);
            out.number(Duration.SECONDS_FIELD_NUMBER, reset);
        }
    }

    /** Envoy looks at whole seconds only: rounded down, a client would come too early. */
    private long resetSeconds(Decision decision) {
        long reset = refused ? waitNanos : decision.resetAfterNanos();
        return reset == Long.MAX_VALUE ? NEVER : reset / SECOND + (reset % SECOND == 0 ? 0 : 1);
    }

    /** What clients are told in header fields; nothing of what they must not notice, and where no limit counted. */
    void writeFields(ResponseBytes out, Fields fields, long wallNanos) {
        switch (ruling.outcome()) {
            case ALLOWED, REDUCED ->
                fields.phrases(ruling.counted()).writePassing(ruling, wallNanos, new HeaderPairs(out));
            case REFUSED -> write(Standing.of(ruling), out, fields, wallNanos);
            case DELAYED, DECOY, DENIED, UNLIMITED -> {}
        }
    }

    private static void write(@Nullable Standing standing, ResponseBytes out, Fields fields, long wallNanos) {
        if (standing != null) {
            new HeaderPairs(out).write(fields.of(standing, wallNanos));
        }
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
