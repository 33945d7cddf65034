package io.sluice.core;

import io.sluice.core.table.Hashing;
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
 * <p>Memory is bounded by {@link Builder#maxKeys}. A key that has earned everything back gives its place to another.
 */
public final class RateLimiter implements AutoCloseable {
    private static final long MOST_KEYS = 500_000_000;

    private final Counters counters;
    private final long seed;
    private final Waiters waiters = new Waiters();
    private final @Nullable SnapshotTask snapshots;

    RateLimiter(Builder builder) {
        Snapshot saved = builder.savedSnapshot();
        int slots = saved == null ? 0 : saved.size() * 2;
        this.counters = new Counters(new Meter(builder.limits()), builder.clock(), builder.maxKeys(), slots);
        this.seed = saved == null ? builder.seed : saved.seed();
        if (saved != null) {
            saved.restore(counters);
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
        return counters.decide(Key.hash(key, seed), 1);
    }

    /** Takes that many permits or none; 0 looks and takes nothing. */
    public Decision tryAcquire(String key, long permits) {
        return counters.decide(Key.hash(key, seed), checked(permits));
    }

    public Decision tryAcquire(Key key) {
        return counters.decide(key.hash(seed), 1);
    }

    public Decision tryAcquire(Key key, long permits) {
        return counters.decide(key.hash(seed), checked(permits));
    }

    /** Takes as many permits as there are, up to {@code most}; refused if there is none. */
    public Decision tryAcquireUpTo(String key, long most) {
        return counters.upTo(Key.hash(key, seed), checked(most));
    }

    public Decision tryAcquireUpTo(Key key, long most) {
        return counters.upTo(key.hash(seed), checked(most));
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
        Asked.Hold hold = counters.hold(hash, permits, maxWait, 0, false);
        return new Reservation(hold.decision, () -> counters.cancel(hash, permits, hold));
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
        return Waiters.await(reserve(key, permits, timeout), counters.clock(), List.of(waiters));
    }

    public CompletableFuture<Decision> acquireAsync(Key key, long permits, Duration timeout) {
        return Waiters.await(reserve(key, permits, timeout), counters.clock(), List.of(waiters));
    }

    /** Says whether that many would pass, and takes none. */
    public Decision peek(String key, long permits) {
        return counters.peek(Key.hash(key, seed), checked(permits));
    }

    public Decision peek(Key key, long permits) {
        return counters.peek(key.hash(seed), checked(permits));
    }

    /** Gives permits back, up to full. Answers the state after. */
    public Decision refund(String key, long permits) {
        return counters.refund(Key.hash(key, seed), checked(permits));
    }

    public Decision refund(Key key, long permits) {
        return counters.refund(key.hash(seed), checked(permits));
    }

    /** Takes permits without asking, into debt. Answers the state after. */
    public Decision penalize(String key, long permits) {
        return counters.penalize(Key.hash(key, seed), checked(permits));
    }

    public Decision penalize(Key key, long permits) {
        return counters.penalize(key.hash(seed), checked(permits));
    }

    /** Forgets everything about a key, bans too. */
    public Decision reset(String key) {
        return counters.reset(Key.hash(key, seed));
    }

    public Decision reset(Key key) {
        return counters.reset(key.hash(seed));
    }

    /** Refuses the key for so long, whatever its permits. Replaces an earlier ban. */
    public Decision block(String key, Duration duration) {
        return counters.block(Key.hash(key, seed), nanos(duration));
    }

    public Decision block(Key key, Duration duration) {
        return counters.block(key.hash(seed), nanos(duration));
    }

    /** Refuses the key until it is unblocked or reset. */
    public Decision block(String key) {
        return counters.block(Key.hash(key, seed), Long.MAX_VALUE);
    }

    public Decision block(Key key) {
        return counters.block(key.hash(seed), Long.MAX_VALUE);
    }

    /** Ends a ban; what was used stays used. */
    public Decision unblock(String key) {
        counters.unblock(Key.hash(key, seed));
        return peek(key, 0);
    }

    public Decision unblock(Key key) {
        counters.unblock(key.hash(seed));
        return peek(key, 0);
    }

    /** Changes the limits, and keeps what each key has used, in permits. */
    public void reconfigure(Limit... limits) {
        counters.reconfigure(limits);
    }

    public Limit[] limits() {
        return counters.tables().meter().limits();
    }

    /** Many keys, one look at the clock. */
    public Batch batch(int size) {
        return new Batch(counters, seed, size);
    }

    /** How full the table is and what it has forgotten. Walks the table. */
    public Usage usage() {
        return counters.usage();
    }

    /** What the table holds. Debt lost is what evicted keys had used, in permits. */
    public record Usage(long keys, long maxKeys, long bytes, long liveEvictions, long debtLost) {}

    /** Writes all counters to a file, which a later process can start from: see {@link Builder#snapshot}. */
    public void saveTo(Path file) throws IOException {
        Snapshot.write(file, counters, seed);
    }

    /** Refuses new work and releases who waits, without their permits. */
    @Override
    public void close() {
        counters.close();
        waiters.close(counters::closedAnswer);
        if (snapshots != null) {
            snapshots.close();
        }
    }

    Counters counters() {
        return counters;
    }

    long seed() {
        return seed;
    }

    Waiters waiters() {
        return waiters;
    }

    static long checked(long permits) {
        if (permits < 0 || permits > Limit.MOST_PERMITS) {
            throw new IllegalArgumentException("permits must be 0 to " + Limit.MOST_PERMITS + ", not " + permits);
        }
        return permits;
    }

    static long checkedMaxKeys(long maxKeys) {
        if (maxKeys < 1 || maxKeys > MOST_KEYS) {
            throw new IllegalArgumentException("maxKeys must be 1 to " + MOST_KEYS + ", not " + maxKeys);
        }
        return maxKeys;
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
        private Limit[] limits = {};
        private long maxKeys = 1_000_000;
        private Clock clock = Clock.system();
        private @Nullable Path snapshotFile;
        private Duration snapshotEvery = Duration.ofMinutes(1);

        private long seed = Hashing.PROCESS_SEED;
        private @Nullable Snapshot restored;

        private Builder() {}

        /** Goes on with these counters, or with none; keys are hashed with this seed. */
        Builder restored(long keySeed, @Nullable Snapshot snapshot) {
            this.seed = keySeed;
            this.restored = snapshot;
            return this;
        }

        public Builder limits(Limit... limits) {
            this.limits = limits.clone();
            return this;
        }

        /** The most keys to keep counters for: 24 bytes each for one token bucket. */
        public Builder maxKeys(long maxKeys) {
            this.maxKeys = checkedMaxKeys(maxKeys);
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
            return snapshotFile == null ? restored : Snapshot.readIfThere(snapshotFile);
        }

        @Nullable
        SnapshotTask snapshotTask(RateLimiter limiter) {
            return snapshotFile == null ? null : new SnapshotTask(limiter, snapshotFile, snapshotEvery, clock);
        }
    }
}
