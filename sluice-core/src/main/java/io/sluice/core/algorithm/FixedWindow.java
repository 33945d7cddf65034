package io.sluice.core.algorithm;

import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/**
 * At most {@code capacity} in each window of a grid on the wall clock.
 *
 * <p>Permits are numbered through all time: window w owns the numbers from w·capacity on. The word is the next free number,
 * so it only grows, and debt or promises for later windows are simply numbers further on. A request's permits lie in one
 * window; what a promise for a later window leaves free before it is given up.
 *
 * <p>The numbers wrap around: differences hold while no cell is older than {@link #horizonNanos}.
 */
public final class FixedWindow extends WordAlgorithm {
    private final WindowGrid grid;
    private final long mostUsed;

    public FixedWindow(long capacity, long periodNanos) {
        this(capacity, WindowGrid.utc(periodNanos));
    }

    public FixedWindow(long capacity, long periodNanos, ZoneId zone) {
        this(capacity, WindowGrid.in(zone, periodNanos));
    }

    /** Weeks, months or years of the calendar there. */
    public FixedWindow(long capacity, ChronoUnit calendar, ZoneId zone) {
        this(capacity, WindowGrid.in(zone, calendar));
    }

    private FixedWindow(long capacity, WindowGrid grid) {
        super(capacity);
        this.grid = grid;
        this.mostUsed = capacity + mostDebt(capacity, grid.periodNanos);
    }

    /** The number of the window that holds {@code now}. */
    public long window(long now) {
        return grid.index(now);
    }

    /** The start of a window within {@code tolerance} of {@code moment}, the nearer of two; {@code moment} itself where there is none. */
    public long edgeNear(long moment, long tolerance) {
        return grid.edgeNear(moment, tolerance);
    }

    @Override
    public boolean aligned() {
        return true;
    }

    @Override
    public long fresh(long now) {
        return grid.index(now) * capacity;
    }

    @Override
    public long ahead(long word, long now) {
        return aheadOf(word, grid.index(now));
    }

    @Override
    public long waitOf(long ahead, long now, long permits) {
        if (permits > capacity) {
            return NEVER;
        }
        if (ahead + permits <= capacity || permits == 0) {
            return 0;
        }
        long fullWindows = ahead / capacity;
        long inTheNext = ahead % capacity;
        return grid.start(grid.index(now) + fullWindows + (inTheNext + permits <= capacity ? 0 : 1)) - now;
    }

    @Override
    public long charge(long word, long now, long at, long permits) {
        long window = grid.index(at);
        return window * capacity + Math.min(aheadOf(word, window) + permits, mostUsed);
    }

    @Override
    public long refund(long word, long now, long permits) {
        long window = grid.index(now);
        return window * capacity + Math.max(0, aheadOf(word, window) - permits);
    }

    @Override
    public long cancel(long word, long now, long at, long permits) {
        long window = grid.index(at);
        long inIt = word - window * capacity;
        return inIt <= 0 || inIt > capacity ? word : window * capacity + Math.max(0, inIt - permits);
    }

    @Override
    public long remainingOf(long ahead) {
        return Math.max(0, capacity - ahead);
    }

    @Override
    public long resetAfterOf(long ahead, long now) {
        if (ahead == 0) {
            return 0;
        }
        return capacity == 0 ? NEVER : grid.start(grid.index(now) + Exact.ceilDiv(ahead, capacity)) - now;
    }

    @Override
    public long usedOf(long ahead) {
        return ahead;
    }

    @Override
    public void carry(Algorithm old, long[] oldCell, int oldOffset, long oldNow, long[] c, int o, long now) {
        carryUsed(old, oldCell, oldOffset, oldNow, c, o, now);
    }

    @Override
    public long horizonNanos() {
        return Exact.mulDivCeilUpTo(NEVER / 4, (1L << 61) / Math.max(1, capacity), grid.periodNanos, 1);
    }

    private long aheadOf(long word, long window) {
        return Math.max(0, word - window * capacity);
    }
}
