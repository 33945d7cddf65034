package io.sluice.rules;

import io.sluice.core.Clock;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZonedDateTime;

/** Whether a rule counts now. What it finds holds for the second, so requests of one second share it. */
final class Schedule {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private record Found(long second, boolean active) {}

    private final Active active;
    private final Clock clock;
    private volatile Found last;

    Schedule(Active active, Clock clock) {
        this.active = active;
        this.clock = clock;
        this.last = find(second());
    }

    private long second() {
        return Math.floorDiv(clock.wallNanos(), NANOS_PER_SECOND);
    }

    boolean activeNow() {
        long second = second();
        Found found = last;
        if (found.second != second) {
            found = find(second);
            last = found;
        }
        return found.active;
    }

    private Found find(long second) {
        return new Found(second, covers(Instant.ofEpochSecond(second).atZone(active.zone())));
    }

    /** A night that began on a day belongs to that day, to its end. */
    private boolean covers(ZonedDateTime now) {
        LocalTime time = now.toLocalTime();
        boolean overnight = !active.until().isAfter(active.from());
        if (!overnight) {
            return active.days().contains(now.getDayOfWeek())
                    && !time.isBefore(active.from())
                    && time.isBefore(active.until());
        }
        boolean beganToday = active.days().contains(now.getDayOfWeek()) && !time.isBefore(active.from());
        boolean beganYesterday = active.days().contains(now.getDayOfWeek().minus(1)) && time.isBefore(active.until());
        return beganToday || beganYesterday;
    }
}
