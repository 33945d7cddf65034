package io.sluice.core.algorithm;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/** Cuts time into numbered windows; starts never decrease with the number. */
abstract sealed class WindowGrid {
    final long periodNanos;

    private WindowGrid(long periodNanos) {
        this.periodNanos = periodNanos;
    }

    static WindowGrid utc(long periodNanos) {
        return new Utc(periodNanos);
    }

    static WindowGrid in(ZoneId zone, long periodNanos) {
        ZoneRules rules = zone.getRules();
        boolean plain = rules.isFixedOffset() && rules.getOffset(Instant.EPOCH).equals(ZoneOffset.UTC);
        return plain ? new Utc(periodNanos) : new Zoned(rules, periodNanos);
    }

    /** The number of the window that holds {@code now}. */
    abstract long index(long now);

    abstract long start(long index);

    private static final class Utc extends WindowGrid {
        Utc(long periodNanos) {
            super(periodNanos);
        }

        @Override
        long index(long now) {
            return Math.floorDiv(now, periodNanos);
        }

        @Override
        long start(long index) {
            return index * periodNanos;
        }
    }

    /**
     * Windows of local time. Where clocks are put forward, windows that start in the gap all start after it and only the
     * last of them has any length; where they are put back, the window that holds the repeated time is longer.
     */
    private static final class Zoned extends WindowGrid {
        private static final long SECOND = 1_000_000_000L;

        private final ZoneRules rules;
        /** The window asked for last, which is nearly always the one asked for next. */
        private volatile Window last = new Window(0, 0, 0);

        Zoned(ZoneRules rules, long periodNanos) {
            super(periodNanos);
            this.rules = rules;
        }

        private record Window(long index, long start, long end) {}

        @Override
        long index(long now) {
            Window known = last;
            if (now < known.start || now >= known.end) {
                long index = indexByRules(now);
                known = new Window(index, start(index), start(index + 1));
                last = known;
            }
            return known.index;
        }

        private long indexByRules(long now) {
            Instant instant = Instant.ofEpochSecond(Math.floorDiv(now, SECOND), Math.floorMod(now, SECOND));
            long local = now + rules.getOffset(instant).getTotalSeconds() * SECOND;
            ZoneOffsetTransition change = rules.previousTransition(instant.plusNanos(1));
            if (change != null && change.isOverlap()) {
                long reached = change.getInstant().getEpochSecond()
                        + change.getOffsetBefore().getTotalSeconds();
                local = Math.max(local, reached * SECOND - 1);
            }
            return Math.floorDiv(local, periodNanos);
        }

        @Override
        long start(long index) {
            long local = index * periodNanos;
            LocalDateTime time = LocalDateTime.ofEpochSecond(
                    Math.floorDiv(local, SECOND), (int) Math.floorMod(local, SECOND), ZoneOffset.UTC);
            ZoneOffsetTransition transition = rules.getTransition(time);
            if (transition != null && transition.isGap()) {
                return transition.getInstant().getEpochSecond() * SECOND;
            }
            ZoneOffset offset = transition == null ? rules.getOffset(time) : transition.getOffsetBefore();
            return local - offset.getTotalSeconds() * SECOND;
        }
    }
}
