package io.sluice.core;

import io.sluice.core.algorithm.Gcra;
import io.sluice.core.table.CellTable;
import io.sluice.core.table.Hashing;
import io.sluice.core.table.Table;
import io.sluice.core.table.TableCounters;
import io.sluice.core.table.WordTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Decides for each key whether it may pass now, in memory and without I/O.
 *
 * <pre>{@code
 * RateLimiter limiter = RateLimiter.of(Limit.perMinute(100).burst(20));
 * Decision decision = limiter.tryAcquire("user:42");
 * if (!decision.allowed()) { respond(429, decision.retryAfter()); }
 * }</pre>
 *
 * <p>Thread-safe. Which verb: {@link #tryAcquire} answers now. {@link #tryAcquireUpTo} takes what there is. {@link #reserve}
 * promises permits for later. {@link #acquire} blocks, {@link #acquireAsync} waits without a thread. {@link #peek} never
 * consumes. Several limits on one key are one decision: all pass, or none is charged. For several keys in one decision
 * see {@link Charges}, for many independent ones {@link Batch}, for a single counter without keys {@link Gate}.
 *
 * <p>Memory is bounded by {@link Builder#maxKeys}. A key that has earned everything back costs nothing.
 */
public final class RateLimiter implements AutoCloseable {
    private final Clock clock;
    private final long seed;
    private final long maxKeys;
    private final TableCounters counters = new TableCounters();
    private final Waiters waiters = new Waiters();
    private final @Nullable SnapshotTask snapshots;
    private volatile Store store;
    private volatile @Nullable Bans bans;
    /** Closed, or somebody is blocked: the short way is not open. */
    private volatile boolean guarded;

    private volatile boolean closed;

    RateLimiter(Builder builder) {
        this.clock = builder.clock();
        this.maxKeys = builder.maxKeys();
        Meter meter = new Meter(builder.limits());
        Snapshot saved = builder.savedSnapshot();
        this.seed = saved == null ? Hashing.PROCESS_SEED : saved.seed();
        this.store = new Store(meter, clock, maxKeys, saved == null ? 0 : saved.size() * 2, counters);
        if (saved != null) {
            long now = clock.nanos();
            saved.restore(store, now, new LimiterTime(clock, true).shift(now));
        }
        this.snapshots = builder.snapshotTask(this);
    }

    /** In memory, for up to a million keys. */
    public static RateLimiter of(Limit... limits) {
        return builder().limits(limits).build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Takes a permit if there is one. */
    public Decision tryAcquire(String key) {
        return decide(Key.hash(key, seed), 1);
    }

    /** Takes that many permits or none; 0 looks and takes nothing. */
    public Decision tryAcquire(String key, long permits) {
        return decide(Key.hash(key, seed), checked(permits));
    }

    public Decision tryAcquire(Key key) {
        return decide(key.hash(seed), 1);
    }

    public Decision tryAcquire(Key key, long permits) {
        return decide(key.hash(seed), checked(permits));
    }

    /**
     * The hot path. What is taken comes back as one number; one place makes the Decision from it, so that it need not be
     * allocated where only its parts are read. Everything unusual is left out, so that it is small enough to be inlined.
     */
    Decision decide(long hash, long permits) {
        Store current = store;
        WordTable table = shortWay(current, permits);
        Gcra gcra = table == null ? null : table.gcra();
        Limit binding;
        long outcome;
        long remaining;
        long resetAfter;
        long taken = WordTable.NOT_HERE;
        if (table != null && gcra != null) {
            long now = clock.nanos();
            taken = current.mustSweep(now) ? WordTable.NOT_HERE : table.take(Table.tag(hash), now, permits);
        }
        if (gcra != null && taken != WordTable.NOT_HERE) {
            long ahead = taken < 0 ? ~taken : taken;
            binding = current.meter().firstLimit();
            outcome = taken < 0 ? ~gcra.waitOf(ahead, 0, permits) : gcra.delayOf(ahead);
            remaining = gcra.remainingOf(ahead);
            resetAfter = gcra.resetAfterOf(ahead, 0);
        } else {
            Parts parts = decideSlowly(hash, permits);
            binding = parts.binding;
            outcome = parts.outcome;
            remaining = parts.remaining;
            resetAfter = parts.resetAfterNanos;
        }
        return new Decision(binding, outcome, outcome < 0 ? 0 : permits, remaining, resetAfter);
    }

    long now(Meter meter) {
        return meter.aligned() ? clock.wallNanos() : clock.nanos();
    }

    /** The table for deciding by a word, if nothing stands in the way. */
    @Nullable
    WordTable shortWay(Store current, long permits) {
        return guarded || permits == 0 || permits > current.meter().mostAtOnce() ? null : current.words();
    }

    /**
     * For everything that is not a token bucket's word. Cells of several words are decided here, by the protocol of {@link
     * CellTable}; in one piece with the rest, because the method must be too large to be inlined: {@link #decide} would not be.
     */
    private Parts decideSlowly(long hash, long permits) {
        Parts parts = Parts.ofThread();
        Decision known = permits == 0 ? peekAt(hash, 0) : guard(hash);
        long tag = Table.tag(hash);
        int spins = 0;
        boolean decided = known != null;
        if (known != null) {
            parts.set(known);
        }
        while (!decided) {
            Store current = store;
            Meter meter = current.meter();
            WordTable words = current.words();
            if (permits > meter.mostAtOnce()) {
                parts.set(peekAt(hash, permits));
                return parts;
            }
            current.keepFresh();
            if (words != null) {
                decided = decideByWord(current, words, tag, permits, parts);
                continue;
            }
            CellTable table = current.cells();
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
            long sequence = CellTable.sequence(cells, offset);
            if (CellTable.atRest(sequence) && Table.owns(tag, table.owner(slot))) {
                long now = clock.nanos();
                long shift = current.time().shift(now);
                long wait = meter.wait(cells, o, now, shift, permits);
                if (wait != 0) {
                    meter.refuse(cells, o, now, shift, wait, permits, parts);
                    decided = CellTable.unchanged(cells, offset, sequence);
                } else if (CellTable.begin(cells, offset, sequence)) {
                    long[] room = cells;
                    try {
                        room = table.roomToCharge(slot, cells);
                        meter.charge(room, o, now, shift, 0, permits);
                        meter.allow(room, o, now, shift, meter.delay(room, o, now, shift), parts);
                        decided = true;
                    } finally {
                        CellTable.end(room, offset, sequence);
                    }
                }
            }
            spins = decided ? 0 : Table.pause(spins);
        }
        return parts;
    }

    /** False if the table has been replaced. */
    private boolean decideByWord(Store store, WordTable table, long tag, long permits, Parts parts) {
        long now = now(store.meter());
        long taken = table.take(tag, now, permits);
        if (taken == WordTable.NOT_HERE) {
            store.grow(table);
            return false;
        }
        long ahead = taken < 0 ? ~taken : taken;
        long outcome = taken < 0 ? ~table.waitOf(ahead, now, permits) : table.delayOf(ahead);
        parts.set(store.meter().firstLimit(), outcome, table.remainingOf(ahead), table.resetAfterOf(ahead, now));
        return true;
    }

    /** Takes as many permits as there are, up to {@code most}; refused if there is none. */
    public Decision tryAcquireUpTo(String key, long most) {
        return upTo(Key.hash(key, seed), checked(most));
    }

    public Decision tryAcquireUpTo(Key key, long most) {
        return upTo(key.hash(seed), checked(most));
    }

    private Decision upTo(long hash, long most) {
        if (most == 0) {
            return decide(hash, 0);
        }
        Decision refused = guard(hash);
        return refused != null ? refused : run(hash, (meter, time) -> new Asked.UpTo(meter, time, most));
    }

    /** Promises permits, however long that takes; refused only if never. */
    public Reservation reserve(String key, long permits) {
        return reserve(Key.hash(key, seed), checked(permits), Long.MAX_VALUE - 1);
    }

    public Reservation reserve(Key key, long permits) {
        return reserve(key.hash(seed), checked(permits), Long.MAX_VALUE - 1);
    }

    /** Promises permits that may be used within {@code maxWait}; refused, and nothing taken, if that is not possible. */
    public Reservation reserve(String key, long permits, Duration maxWait) {
        return reserve(Key.hash(key, seed), checked(permits), nanos(maxWait));
    }

    public Reservation reserve(Key key, long permits, Duration maxWait) {
        return reserve(key.hash(seed), checked(permits), nanos(maxWait));
    }

    private Reservation reserve(long hash, long permits, long maxWait) {
        Asked.Hold hold = hold(hash, permits, maxWait, 0, false);
        return new Reservation(hold.decision, () -> cancel(hash, permits, hold));
    }

    /** Blocks until the permits may be used; refused at once if that cannot be within {@code timeout}. An interrupt gives them back. */
    public Decision acquire(String key, long permits, Duration timeout) throws InterruptedException {
        Waiters.checkInterrupt();
        return Waiters.join(acquireAsync(key, permits, timeout));
    }

    public Decision acquire(Key key, long permits, Duration timeout) throws InterruptedException {
        Waiters.checkInterrupt();
        return Waiters.join(acquireAsync(key, permits, timeout));
    }

    /** Completes when the permits may be used, at once if they cannot be within {@code timeout}; cancelling gives them back. */
    public CompletableFuture<Decision> acquireAsync(String key, long permits, Duration timeout) {
        return Waiters.await(reserve(key, permits, timeout), clock, List.of(waiters));
    }

    public CompletableFuture<Decision> acquireAsync(Key key, long permits, Duration timeout) {
        return Waiters.await(reserve(key, permits, timeout), clock, List.of(waiters));
    }

    /** Says whether that many would pass, and takes none. */
    public Decision peek(String key, long permits) {
        return peek(Key.hash(key, seed), checked(permits));
    }

    public Decision peek(Key key, long permits) {
        return peek(key.hash(seed), checked(permits));
    }

    Decision peek(long hash, long permits) {
        Decision refused = permits == 0 ? null : guard(hash);
        return refused != null ? refused : peekAt(hash, permits);
    }

    private Decision peekAt(long hash, long permits) {
        return run(hash, (meter, time) -> new Asked.Peek(meter, time, permits));
    }

    /** Gives permits back, up to full. Answers the state after. */
    public Decision refund(String key, long permits) {
        return refund(Key.hash(key, seed), checked(permits));
    }

    public Decision refund(Key key, long permits) {
        return refund(key.hash(seed), checked(permits));
    }

    Decision refund(long hash, long permits) {
        return run(hash, (meter, time) -> new Asked.Refund(meter, time, permits));
    }

    /** Takes permits without asking, into debt. Answers the state after. */
    public Decision penalize(String key, long permits) {
        return penalize(Key.hash(key, seed), checked(permits));
    }

    public Decision penalize(Key key, long permits) {
        return penalize(key.hash(seed), checked(permits));
    }

    Decision penalize(long hash, long permits) {
        return permits == 0 ? peekAt(hash, 0) : run(hash, (meter, time) -> new Asked.Penalize(meter, time, permits));
    }

    /** Forgets everything about a key, bans too. */
    public Decision reset(String key) {
        return reset(Key.hash(key, seed));
    }

    public Decision reset(Key key) {
        return reset(key.hash(seed));
    }

    Decision reset(long hash) {
        unblock(hash);
        return run(hash, Asked.Reset::new);
    }

    /** Refuses the key for so long, whatever its permits. Replaces an earlier ban. */
    public Decision block(String key, Duration duration) {
        return block(Key.hash(key, seed), nanos(duration));
    }

    public Decision block(Key key, Duration duration) {
        return block(key.hash(seed), nanos(duration));
    }

    /** Refuses the key until it is unblocked or reset. */
    public Decision block(String key) {
        return block(Key.hash(key, seed), Long.MAX_VALUE);
    }

    public Decision block(Key key) {
        return block(key.hash(seed), Long.MAX_VALUE);
    }

    Decision block(long hash, long nanos) {
        Bans all = bans;
        if (all == null) {
            all = firstBan();
        }
        all.block(Table.tag(hash), nanos);
        return blockedState(hash);
    }

    private synchronized Bans firstBan() {
        Bans all = bans;
        if (all == null) {
            all = new Bans(maxKeys, clock);
            bans = all;
            guarded = true;
        }
        return all;
    }

    private Decision blockedState(long hash) {
        Decision blocked = guard(hash);
        Decision state = peekAt(hash, 0);
        return blocked == null
                ? state
                : new Decision(
                        blocked.binding(), 0, 0, 0, Math.max(blocked.resetAfterNanos(), state.resetAfterNanos()));
    }

    /** Ends a ban; what was used stays used. */
    public Decision unblock(String key) {
        unblock(Key.hash(key, seed));
        return peek(key, 0);
    }

    public Decision unblock(Key key) {
        unblock(key.hash(seed));
        return peek(key, 0);
    }

    void unblock(long hash) {
        Bans all = bans;
        if (all != null) {
            all.unblock(Table.tag(hash));
        }
    }

    /** Changes the limits, and keeps what each key has used, in permits. */
    public synchronized void reconfigure(Limit... limits) {
        store.replaceBy(new Meter(limits), clock, next -> store = next);
    }

    public Limit[] limits() {
        return store.meter().limits();
    }

    /** Many keys, one look at the clock. */
    public Batch batch(int size) {
        return new Batch(this, size);
    }

    /** How full the table is and what it has forgotten. Walks the table. */
    public Usage usage() {
        Store current = store;
        return new Usage(
                current.keys(),
                maxKeys,
                current.table().bytes(),
                counters.liveEvictions().sum(),
                counters.debtLost().sum());
    }

    /** What the table holds. Debt lost is what evicted keys had used, in permits. */
    public record Usage(long keys, long maxKeys, long bytes, long liveEvictions, long debtLost) {}

    /** Writes all counters to a file, which a later process can start from: see {@link Builder#snapshot}. */
    public void saveTo(Path file) throws IOException {
        Snapshot.write(file, store, seed);
    }

    /** Refuses new work and releases who waits, without their permits. */
    @Override
    public void close() {
        closed = true;
        guarded = true;
        waiters.close(() -> Decision.refused(store.meter().firstLimit(), Meter.NEVER, 0, 0));
        if (snapshots != null) {
            snapshots.close();
        }
    }

    /** Why a key is refused before its permits are looked at; null if it is not. */
    private @Nullable Decision guard(long hash) {
        if (!guarded) {
            return null;
        }
        if (closed) {
            return Decision.refused(store.meter().firstLimit(), Meter.NEVER, 0, 0);
        }
        Bans all = bans;
        long left = all == null ? 0 : all.left(Table.tag(hash));
        return left == 0 ? null : Decision.blocked(store.meter().firstLimit(), left);
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
            Store current = store;
            R answer = current.run(tag, maker.of(current.meter(), current.time()));
            if (answer != null) {
                return answer;
            }
        }
    }

    Store store() {
        return store;
    }

    Clock clock() {
        return clock;
    }

    long seed() {
        return seed;
    }

    Waiters waiters() {
        return waiters;
    }

    boolean guarded() {
        return guarded;
    }

    static long checked(long permits) {
        if (permits < 0 || permits > Limit.MOST_PERMITS) {
            throw new IllegalArgumentException("permits must be 0 to " + Limit.MOST_PERMITS + ", not " + permits);
        }
        return permits;
    }

    static long nanos(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("duration must not be negative, not " + duration);
        }
        boolean longest = duration.compareTo(Duration.ofNanos(Long.MAX_VALUE - 1)) > 0;
        return longest ? Long.MAX_VALUE - 1 : duration.toNanos();
    }

    /** Settings of a limiter; only the limits are needed. */
    public static final class Builder {
        private static final long MOST_KEYS = 500_000_000;

        private Limit[] limits = {};
        private long maxKeys = 1_000_000;
        private Clock clock = Clock.system();
        private @Nullable Path snapshotFile;
        private Duration snapshotEvery = Duration.ofMinutes(1);

        private Builder() {}

        public Builder limits(Limit... limits) {
            this.limits = limits.clone();
            return this;
        }

        /** The most keys to keep counters for: 24 bytes each for one token bucket. */
        public Builder maxKeys(long maxKeys) {
            if (maxKeys < 1 || maxKeys > MOST_KEYS) {
                throw new IllegalArgumentException("maxKeys must be 1 to " + MOST_KEYS + ", not " + maxKeys);
            }
            this.maxKeys = maxKeys;
            return this;
        }

        public Builder clock(Clock clock) {
            this.clock = java.util.Objects.requireNonNull(clock, "clock");
            return this;
        }

        /** Saves the counters so often and when closed, and starts from the file if it is there, so that a restart does not forgive everybody. */
        public Builder snapshot(Path file, Duration every) {
            if (every.isNegative() || every.isZero()) {
                throw new IllegalArgumentException("snapshots need a positive interval, not " + every);
            }
            this.snapshotFile = file;
            this.snapshotEvery = every;
            return this;
        }

        public RateLimiter build() {
            return new RateLimiter(this);
        }

        Limit[] limits() {
            return limits;
        }

        long maxKeys() {
            return maxKeys;
        }

        Clock clock() {
            return clock;
        }

        @Nullable
        Snapshot savedSnapshot() {
            return snapshotFile == null ? null : Snapshot.readIfThere(snapshotFile);
        }

        @Nullable
        SnapshotTask snapshotTask(RateLimiter limiter) {
            return snapshotFile == null ? null : new SnapshotTask(limiter, snapshotFile, snapshotEvery, clock);
        }
    }
}
