package io.sluice.core;

import io.sluice.core.algorithm.Gcra;
import io.sluice.core.table.CellTable;
import io.sluice.core.table.CellVisitor;
import io.sluice.core.table.Sequence;
import io.sluice.core.table.Table;
import io.sluice.core.table.TableCounters;
import io.sluice.core.table.WordTable;
import org.jspecify.annotations.Nullable;

/** Decides for hashed keys, in memory: the counters, the bans, and every verb on them. */
final class Counters {
    private final Clock clock;
    private final long maxKeys;
    private final TableCounters counters = new TableCounters();
    private final Barrier barrier;
    private volatile Tables tables;

    /** Begins with room for so many slots, if there may be so many. */
    Counters(Meter meter, Clock clock, long maxKeys, int slots) {
        this.clock = clock;
        this.maxKeys = maxKeys;
        this.barrier = new Barrier(maxKeys, clock);
        this.tables = new Tables(meter, clock, maxKeys, slots, counters);
    }

    Tables tables() {
        return tables;
    }

    /** Shows every ban: the tag, and when it ends. */
    void visitBans(CellVisitor visitor) {
        barrier.visitBans(visitor);
    }

    Clock clock() {
        return clock;
    }

    /**
     * The hot path. What is taken comes back as one number; one place makes the Decision from it, so that it need not be
     * allocated where only its parts are read. Everything unusual is left out, so that it is small enough to be inlined.
     */
    Decision decide(long hash, long permits) {
        Tables current = tables;
        WordTable table = shortWay(current, permits);
        Gcra gcra = table == null ? null : table.gcra();
        Limit binding;
        long outcome;
        long remaining;
        long resetAfter;
        long taken = WordTable.NOT_HERE;
        if (table != null && gcra != null) {
            long now = current.time().nanos();
            taken = current.mustSweep(now)
                    ? WordTable.NOT_HERE
                    : table.takeQuickly(gcra, Table.tag(hash), now, permits);
        }
        if (taken != WordTable.NOT_HERE) {
            binding = current.meter().firstLimit();
            outcome = taken;
            remaining = Decision.BY_WORD;
            resetAfter = 0;
        } else {
            Parts parts = decideSlowly(hash, permits, null);
            binding = parts.binding;
            outcome = parts.outcome;
            remaining = parts.remaining;
            resetAfter = parts.resetAfterNanos;
        }
        return new Decision(binding, outcome, permits, remaining, resetAfter);
    }

    long now(Meter meter) {
        return meter.aligned() ? clock.wallNanos() : clock.nanos();
    }

    /** The table for deciding by a word, if nothing stands in the way. */
    @Nullable
    WordTable shortWay(Tables current, long permits) {
        return barrier.stands() || permits == 0 || permits > current.meter().mostAtOnce() ? null : current.words();
    }

    /**
     * For everything that is not a token bucket's word. Cells of several words are decided here, by the protocol of {@link
     * CellTable}; in one piece with the rest, because the method must be too large to be inlined: {@link #decide} would not be.
     */
    private Parts decideSlowly(long hash, long permits, @Nullable Parts given) {
        Parts parts = given != null ? given : Parts.ofThread();
        Decision known = permits == 0 ? peekAt(hash, 0) : guard(hash);
        long tag = Table.tag(hash);
        int spins = 0;
        boolean decided = known != null;
        if (known != null) {
            parts.set(known);
        }
        while (!decided) {
            Tables current = tables;
            Meter meter = current.meter();
            WordTable words = current.words();
            if (permits > meter.mostAtOnce()) {
                parts.set(peekAt(hash, permits));
                return parts;
            }
            if (words != null) {
                current.keepFresh();
                decided = decideByWord(current, words, tag, permits, parts);
                continue;
            }
            CellTable table = current.cells();
            Rates rates = meter.rates();
            long now = current.time().nanos();
            parts.at = now;
            if (rates != null && !current.mustSweep(now) && rates.take(table, tag, now, permits, parts)) {
                return parts;
            }
            int slot = table.find(tag);
            if (slot < 0) {
                slot = table.claim(tag);
            }
            if (slot < 0) {
                current.grow(table);
                continue;
            }
            long[] cells = table.cells(slot);
            int offset = table.offset(slot);
            int o = CellTable.words(offset);
            long sequence = Sequence.of(cells, offset);
            now = current.time().nanos();
            parts.at = now;
            if (current.mustSweep(now)) {
                current.keepFresh();
            } else if (Sequence.atRest(sequence) && Table.owns(tag, table.owner(slot))) {
                long shift = current.time().shift(now);
                long wait = meter.wait(cells, o, now, shift, permits);
                if (wait != 0) {
                    meter.refuse(cells, o, now, shift, wait, permits, parts);
                    decided = Sequence.unchanged(cells, offset, sequence);
                } else if (Sequence.begin(cells, offset, sequence)) {
                    long[] room = cells;
                    try {
                        room = table.roomToCharge(slot, cells);
                        meter.charge(room, o, now, shift, 0, permits);
                        meter.allow(room, o, now, shift, meter.delay(room, o, now, shift), parts);
                        decided = true;
                    } finally {
                        Sequence.end(room, offset, sequence);
                    }
                }
            }
            spins = decided ? 0 : Table.pause(spins);
        }
        return parts;
    }

    /** False if the table has been replaced. */
    private boolean decideByWord(Tables current, WordTable table, long tag, long permits, Parts parts) {
        if (table.find(tag) < 0) {
            table.claim(tag);
        }
        // Before the time it is charged at, so that it never looks later: what is given back came from no later window.
        parts.at = clock.nanos();
        long now = current.meter().aligned() ? clock.wallNanos() : parts.at;
        long taken = table.take(tag, now, permits, Table.ABSENT);
        if (taken == WordTable.NOT_HERE) {
            current.grow(table);
            return false;
        }
        long ahead = taken < 0 ? ~taken : taken;
        long outcome = taken < 0 ? ~table.waitOf(ahead, now, permits) : table.delayOf(ahead);
        parts.set(current.meter().firstLimit(), outcome, table.remainingOf(ahead), table.resetAfterOf(ahead, now));
        return true;
    }

    /** Like {@link #decide}, in parts, at a monotonic time that was read already. */
    void take(long hash, long permits, long now, Parts parts) {
        Tables current = tables;
        WordTable table = shortWay(current, permits);
        Gcra gcra = table == null ? null : table.gcra();
        long taken = WordTable.NOT_HERE;
        if (table != null && gcra != null && !current.mustSweep(now)) {
            taken = table.takeQuickly(gcra, Table.tag(hash), now, permits);
        }
        if (gcra == null || taken == WordTable.NOT_HERE) {
            decideSlowly(hash, permits, parts);
            return;
        }
        long ahead = taken < 0 ? ~taken : taken;
        long outcome = taken < 0 ? ~gcra.waitOf(ahead, 0, permits) : gcra.delayOf(ahead);
        parts.set(current.meter().firstLimit(), outcome, gcra.remainingOf(ahead), gcra.resetAfterOf(ahead, 0));
        parts.at = now;
    }

    /** Whether that many would pass, at a glance: nothing is taken, and only taking decides. */
    boolean wouldPass(long hash, long permits, long now) {
        Tables current = tables;
        WordTable table = shortWay(current, permits);
        if (table != null) {
            long at = current.meter().aligned() ? clock.wallNanos() : now;
            return table.passes(table.look(Table.tag(hash), at), at, permits);
        }
        return peek(hash, permits).allowed();
    }

    /** Like {@link #peek}, in parts, at a monotonic time that was read already. */
    void look(long hash, long permits, long now, Parts parts) {
        Tables current = tables;
        WordTable table = shortWay(current, permits);
        if (table == null) {
            parts.set(peek(hash, permits));
            return;
        }
        long at = current.meter().aligned() ? clock.wallNanos() : now;
        long ahead = table.look(Table.tag(hash), at);
        long outcome = table.passes(ahead, at, permits) ? 0 : ~table.waitOf(ahead, at, permits);
        parts.set(current.meter().firstLimit(), outcome, table.remainingOf(ahead), table.resetAfterOf(ahead, at));
    }

    /** As many as there are. */
    Decision upTo(long hash, long most) {
        if (most == 0) {
            return decide(hash, 0);
        }
        Decision refused = guard(hash);
        return refused != null ? refused : run(hash, (meter, time) -> new Asked.UpTo(meter, time, most));
    }

    private @Nullable Decision guard(long hash) {
        return barrier.refusal(hash, tables.meter());
    }

    Asked.Hold hold(long hash, long permits, long maxWait, long delay, boolean tryOnly) {
        Decision refused = permits == 0 ? null : guard(hash);
        return refused != null
                ? Asked.Hold.none(refused)
                : run(hash, (meter, time) -> new Asked.Reserve(meter, time, permits, maxWait, delay, tryOnly));
    }

    /** What reserving would answer, without doing it. */
    Decision promise(long hash, long permits, long maxWait) {
        Decision refused = permits == 0 ? null : guard(hash);
        return refused != null ? refused : run(hash, (meter, time) -> new Asked.Promise(meter, time, permits, maxWait));
    }

    /** False if the time to use the permits has passed: then they count as used. */
    boolean cancel(long hash, long permits, Asked.Hold hold) {
        return clock.nanos() <= hold.at && giveBack(hash, permits, hold);
    }

    /** Undoes a hold, whatever its time: for permits that certainly were not used. */
    boolean giveBack(long hash, long permits, Asked.Hold hold) {
        return run(hash, (meter, time) -> new Asked.Cancel(meter, time, hold, permits));
    }

    private <R> R run(long hash, Asked.Maker<R> maker) {
        long tag = Table.tag(hash);
        while (true) {
            Tables current = tables;
            R answer = current.run(tag, maker.of(current.meter(), current.time()));
            if (answer != null) {
                return answer;
            }
        }
    }

    private Decision peekAt(long hash, long permits) {
        return run(hash, (meter, time) -> new Asked.Peek(meter, time, permits));
    }

    Decision peek(long hash, long permits) {
        Decision refused = permits == 0 ? null : guard(hash);
        return refused != null ? refused : peekAt(hash, permits);
    }

    Decision refund(long hash, long permits) {
        return run(hash, (meter, time) -> new Asked.Refund(meter, time, permits));
    }

    Decision penalize(long hash, long permits) {
        return permits == 0 ? peekAt(hash, 0) : run(hash, (meter, time) -> new Asked.Penalize(meter, time, permits));
    }

    Decision reset(long hash) {
        unblock(hash);
        return run(hash, Asked.Reset::new);
    }

    Decision block(long hash, long nanos) {
        barrier.block(hash, nanos);
        return blockedState(hash);
    }

    private Decision blockedState(long hash) {
        Decision blocked = guard(hash);
        Decision state = peekAt(hash, 0);
        return blocked == null
                ? state
                : new Decision(
                        blocked.binding(), 0, 0, 0, Math.max(blocked.resetAfterNanos(), state.resetAfterNanos()));
    }

    void unblock(long hash) {
        barrier.unblock(hash);
    }

    /** Changes the limits, and keeps what was used. */
    synchronized void reconfigure(Limit... limits) {
        tables.replaceBy(new Meter(limits), clock, next -> tables = next);
    }

    RateLimiter.Usage usage() {
        Tables current = tables;
        current.keepFresh();
        return new RateLimiter.Usage(
                current.keys(),
                maxKeys,
                current.table().bytes(),
                counters.liveEvictions().sum(),
                counters.debtLost().sum());
    }

    /** What is answered once {@link #close} was called. */
    Decision closedAnswer() {
        return Barrier.closedAnswer(tables.meter());
    }

    void close() {
        barrier.close();
    }
}
