package io.sluice.server.grpc;

import io.sluice.core.CalendarPeriod;
import io.sluice.core.Limit;
import io.sluice.rls.RateLimitResponse.RateLimit.Unit;
import io.sluice.rls.type.RateLimitUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Limits in Envoy's units. */
final class Units {
    private static final long SECOND = 1_000_000_000;

    private Units() {}

    /** Null for a unit that is none. */
    static @Nullable Limit limit(int requestsPerUnit, RateLimitUnit unit) {
        long permits = Math.min(Integer.toUnsignedLong(requestsPerUnit), Limit.MOST_PERMITS);
        return switch (unit) {
            case SECOND -> Limit.perSecond(permits);
            case MINUTE -> Limit.perMinute(permits);
            case HOUR -> Limit.perHour(permits);
            case DAY -> Limit.perDay(permits);
            case WEEK -> Limit.perWeek(permits);
            case MONTH -> Limit.perMonth(permits);
            case YEAR -> Limit.perYear(permits);
            case UNKNOWN, UNRECOGNIZED -> null;
        };
    }

    /** {@link Unit#UNKNOWN} for a period that Envoy has no unit for, such as 15 minutes. */
    static Unit of(Limit limit) {
        Optional<CalendarPeriod> calendar = limit.calendar();
        if (calendar.isPresent()) {
            return switch (calendar.get()) {
                case WEEK -> Unit.WEEK;
                case MONTH -> Unit.MONTH;
                case YEAR -> Unit.YEAR;
            };
        }
        long period = limit.periodNanos();
        if (period == SECOND) {
            return Unit.SECOND;
        }
        if (period == 60 * SECOND) {
            return Unit.MINUTE;
        }
        if (period == 3_600 * SECOND) {
            return Unit.HOUR;
        }
        return period == 86_400 * SECOND ? Unit.DAY : Unit.UNKNOWN;
    }
}
