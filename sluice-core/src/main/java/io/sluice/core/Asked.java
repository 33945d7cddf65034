package io.sluice.core;

import io.sluice.core.table.TableClock;
import io.sluice.core.table.Verb;
import org.jspecify.annotations.Nullable;

/** The verbs on one key's cell, at one moment, but for {@code tryAcquire}, which has a shorter way. */
abstract class Asked<R> implements Verb<R> {
    final Meter meter;
    private final TableClock clock;
    long now;
    long shift;

    private Asked(Meter meter, TableClock clock) {
        this.meter = meter;
        this.clock = clock;
    }

    /** Makes a verb for the limits that are in force. */
    interface Maker<R> {
        Asked<R> of(Meter meter, TableClock clock);
    }

    @Override
    public final void look() {
        now = clock.nanos();
        shift = clock.shift(now);
    }

    @Override
    public boolean creates() {
        return false;
    }

    final long[] copy(long[] c, int o) {
        int end = o;
        for (var algorithm : meter.algorithms()) {
            end += algorithm.size(c, end);
        }
        return java.util.Arrays.copyOfRange(c, o, end);
    }

    /** Would this many pass? */
    static final class Peek extends Asked<Decision> {
        private final long permits;

        Peek(Meter meter, TableClock clock, long permits) {
            super(meter, clock);
            this.permits = permits;
        }

        @Override
        public Decision read(long[] c, int o) {
            long wait = meter.wait(c, o, now, shift, permits);
            return wait == 0
                    ? meter.allowed(c, o, now, shift, meter.latestPromise(c, o, now, shift, permits), 0)
                    : meter.refused(c, o, now, shift, wait, permits);
        }

        @Override
        public Decision write(long[] c, int o) {
            return read(c, o);
        }
    }

    /** Could this many be promised within so long? */
    static final class Promise extends Asked<Decision> {
        private final long permits;
        private final long maxWait;

        Promise(Meter meter, TableClock clock, long permits, long maxWait) {
            super(meter, clock);
            this.permits = permits;
            this.maxWait = maxWait;
        }

        @Override
        public Decision read(long[] c, int o) {
            long wait = meter.promise(c, o, now, shift, permits);
            return wait <= maxWait
                    ? meter.allowed(c, o, now, shift, wait, 0)
                    : meter.notPromised(c, o, now, shift, maxWait, permits);
        }

        @Override
        public Decision write(long[] c, int o) {
            return read(c, o);
        }
    }

    /** As many as there are, up to so many. */
    static final class UpTo extends Asked<Decision> {
        private final long most;

        UpTo(Meter meter, TableClock clock, long most) {
            super(meter, clock);
            this.most = most;
        }

        private long granted(long[] c, int o) {
            return Math.min(most, meter.remaining(c, o, now, shift));
        }

        @Override
        public @Nullable Decision read(long[] c, int o) {
            long wait = meter.wait(c, o, now, shift, 1);
            return granted(c, o) > 0 ? null : meter.refused(c, o, now, shift, wait, 1);
        }

        @Override
        public Decision write(long[] c, int o) {
            long granted = granted(c, o);
            meter.charge(c, o, now, shift, 0, granted);
            return meter.allowed(c, o, now, shift, meter.delay(c, o, now, shift), granted);
        }

        @Override
        public boolean creates() {
            return true;
        }
    }

    /** Permits that may be used later, if that is not too late. */
    static final class Reserve extends Asked<Hold> {
        /** Cells of more words are not remembered: giving back then goes by the algorithm. */
        private static final int MOST_REMEMBERED = 4_096;

        private final long permits;
        private final long maxWait;
        private final boolean tryOnly;
        private final long delay;

        /** {@code tryOnly}: like tryAcquire. Otherwise promised within {@code maxWait}, and used no sooner than {@code delay}. */
        Reserve(Meter meter, TableClock clock, long permits, long maxWait, long delay, boolean tryOnly) {
            super(meter, clock);
            this.permits = permits;
            this.maxWait = maxWait;
            this.delay = delay;
            this.tryOnly = tryOnly;
        }

        private long wait(long[] c, int o) {
            return tryOnly ? meter.wait(c, o, now, shift, permits) : meter.promise(c, o, now, shift, permits);
        }

        @Override
        public @Nullable Hold read(long[] c, int o) {
            if (permits == 0) {
                return Hold.none(meter.allowed(c, o, now, shift, 0, 0));
            }
            long wait = wait(c, o);
            if (wait <= maxWait) {
                return null;
            }
            return Hold.none(
                    tryOnly
                            ? meter.refused(c, o, now, shift, wait, permits)
                            : meter.notPromised(c, o, now, shift, maxWait, permits));
        }

        @Override
        public Hold write(long[] c, int o) {
            long wait = Math.max(delay, wait(c, o));
            long[] before = copy(c, o);
            meter.charge(c, o, now, shift, wait, permits);
            long shown = tryOnly ? meter.delay(c, o, now, shift) : wait;
            Decision answer = meter.allowed(c, o, now, shift, shown, permits);
            boolean remember = before.length <= MOST_REMEMBERED;
            return new Hold(answer, now + wait, remember ? before : new long[0], remember ? copy(c, o) : new long[0]);
        }

        @Override
        public boolean creates() {
            return permits > 0 && permits <= meter.mostAtOnce();
        }
    }

    /** What a reservation did to its cell: for undoing it exactly where nobody else wrote since. */
    static final class Hold {
        private static final Decision NOT_ASKED = Decision.allowed(Limit.unlimited(), 0, 0, 0, 0);

        final Decision decision;
        /** When the permits may be used, in monotonic time. */
        final long at;

        final long[] before;
        final long[] after;

        Hold(Decision decision, long at, long[] before, long[] after) {
            this.decision = decision;
            this.at = at;
            this.before = before;
            this.after = after;
        }

        /** Taken by who did not remember the cell: giving back goes by the algorithm. */
        static Hold taken(long at) {
            return new Hold(NOT_ASKED, at, new long[0], new long[0]);
        }

        /** Refused, or nothing taken: there is nothing to undo. */
        static Hold none(Decision decision) {
            return new Hold(decision, 0, new long[0], new long[0]);
        }
    }

    /** Undoes a reservation. */
    static final class Cancel extends Asked<Boolean> {
        private final Hold hold;
        private final long permits;

        Cancel(Meter meter, TableClock clock, Hold hold, long permits) {
            super(meter, clock);
            this.hold = hold;
            this.permits = permits;
        }

        @Override
        public @Nullable Boolean read(long[] c, int o) {
            return null;
        }

        @Override
        public Boolean write(long[] c, int o) {
            if (hold.after.length > 0 && java.util.Arrays.equals(copy(c, o), hold.after)) {
                System.arraycopy(hold.before, 0, c, o, hold.before.length);
            } else {
                meter.cancel(c, o, now, shift, hold.at, permits);
            }
            return true;
        }
    }

    /** Permits that come back; the state after. */
    static final class Refund extends Asked<Decision> {
        private final long permits;

        Refund(Meter meter, TableClock clock, long permits) {
            super(meter, clock);
            this.permits = permits;
        }

        @Override
        public @Nullable Decision read(long[] c, int o) {
            return null;
        }

        @Override
        public Decision write(long[] c, int o) {
            meter.refund(c, o, now, shift, permits);
            return meter.allowed(c, o, now, shift, 0, 0);
        }
    }

    /** Permits taken without asking; the state after. */
    static final class Penalize extends Asked<Decision> {
        private final long permits;

        Penalize(Meter meter, TableClock clock, long permits) {
            super(meter, clock);
            this.permits = permits;
        }

        @Override
        public @Nullable Decision read(long[] c, int o) {
            return null;
        }

        @Override
        public Decision write(long[] c, int o) {
            meter.charge(c, o, now, shift, 0, permits);
            return meter.allowed(c, o, now, shift, 0, 0);
        }

        @Override
        public boolean creates() {
            return true;
        }
    }

    /** Everything forgotten; the state after. */
    static final class Reset extends Asked<Decision> {
        Reset(Meter meter, TableClock clock) {
            super(meter, clock);
        }

        @Override
        public @Nullable Decision read(long[] c, int o) {
            return null;
        }

        @Override
        public Decision write(long[] c, int o) {
            meter.renew(c, o, now, shift);
            return meter.allowed(c, o, now, shift, 0, 0);
        }
    }
}
