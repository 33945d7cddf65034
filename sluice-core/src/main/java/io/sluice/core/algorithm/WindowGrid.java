package io.sluice.core.algorithm;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
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
        return plain ? new Utc(periodNanos) : new Zoned(rules, new Cut.Even(periodNanos));
    }

    static WindowGrid in(ZoneId zone, ChronoUnit calendar) {
        return new Zoned(zone.getRules(), CalendarCut.of(calendar));
    }

    /** The number of the window that holds {@code now}. */
    abstract long index(long now);

    abstract long start(long index);

    /** The start of a window that lies within {@code tolerance} of {@code moment}, the nearer of two; {@code moment} itself where there is none. */
    abstract long edgeNear(long moment, long tolerance);

    private static long nearer(long start, long end, long moment, long tolerance) {
        long edge = moment - start <= end - moment ? start : end;
        return Math.abs(edge - moment) <= tolerance ? edge : moment;
    }

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

        @Override
        long edgeNear(long moment, long tolerance) {
            long start = Math.floorDiv(moment, periodNanos) * periodNanos;
            return nearer(start, start + periodNanos, moment, tolerance);
        }
    }

    /**
     * Windows of local time. Where clocks are put forward, windows that start in the gap all start after it and only the
     * last of them has any length; where they are put back, the window that holds the repeated time is longer.
     */
    private static final class Zoned extends WindowGrid {
        private static final long SECOND = 1_000_000_000L;

        private final ZoneRules rules;
        private final Cut cut;
        /** The window asked for last, which is nearly always the one asked for next. */
        private volatile Window last;

        Zoned(ZoneRules rules, Cut cut) {
            super(cut.periodNanos());
            this.rules = rules;
            this.cut = cut;
            this.last = window(indexByRules(0));
        }

        private record Window(long index, long start, long end) {}

        @Override
        long index(long now) {
            Window known = last;
            if (now < known.start || now >= known.end) {
                known = window(indexByRules(now));
                last = known;
            }
            return known.index;
        }

        private Window window(long index) {
            return new Window(index, startByRules(index), startByRules(index + 1));
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
            return cut.window(local);
        }

        /** Mostly of the one that follows. */
        @Override
        long start(long index) {
            Window known = last;
            return index == known.index + 1 ? known.end : startByRules(index);
        }

        /** Mostly of the window known, which stays the one asked for last. */
        @Override
        long edgeNear(long moment, long tolerance) {
            Window known = last;
            long near = nearer(known.start, known.end, moment, tolerance);
            if (near != moment || (moment >= known.start && moment < known.end)) {
                return near;
            }
            Window other = window(indexByRules(moment));
            return nearer(other.start, other.end, moment, tolerance);
        }

        private long startByRules(long index) {
            long local = cut.start(index);
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
