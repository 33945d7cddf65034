package io.sluice.core.table;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes counters may take, over all tables. A table asks before it grows; where there is no room it stays as it is and evicts.
 *
 * <p>Nothing asks on the way of a decision: only what grows does. Tables begin small, and do so without asking.
 */
public final class Budget {
    /** The part of the heap that counters may take by default. */
    private static final int SHARE = 2;

    /** For all tables of the process. */
    public static final Budget OF_PROCESS = new Budget(defaultLimit());

    private static final Cleaner CLEANER = Cleaner.create();

    private final AtomicLong used = new AtomicLong();
    private final AtomicLong changes = new AtomicLong();
    private volatile long limit;

    public Budget(long limit) {
        this.limit = limit;
    }

    public static long defaultLimit() {
        return Runtime.getRuntime().maxMemory() / SHARE;
    }

    public long limit() {
        return limit;
    }

    /** Tables that take more already keep it. */
    public void limit(long bytes) {
        limit = bytes;
        changes.incrementAndGet();
    }

    public long used() {
        return used.get();
    }

    /** Another number whenever there may be more room than before. */
    long changes() {
        return changes.get();
    }

    long left() {
        return limit - used.get();
    }

    /** What a table takes; given back when it is garbage, if not earlier. */
    Holding holding(Table table) {
        Holding holding = new Holding(this);
        CLEANER.register(table, holding::release);
        return holding;
    }

    /** The bytes of one table. */
    static final class Holding {
        private final Budget budget;
        private final AtomicLong bytes = new AtomicLong();

        private Holding(Budget budget) {
            this.budget = budget;
        }

        /** For a cell that becomes larger. False, and nothing taken, where there is no room; a quarter is kept for keys that come. */
        boolean tryTake(long more) {
            if (budget.used.addAndGet(more) > budget.limit / 4 * 3) {
                budget.used.addAndGet(-more);
                return false;
            }
            bytes.addAndGet(more);
            return true;
        }

        long bytes() {
            return bytes.get();
        }

        void take(long more) {
            budget.used.addAndGet(more);
            bytes.addAndGet(more);
        }

        void release() {
            budget.used.addAndGet(-bytes.getAndSet(0));
            budget.changes.incrementAndGet();
        }
    }
}
