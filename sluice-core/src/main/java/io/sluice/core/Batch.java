package io.sluice.core;

import io.sluice.core.table.Table;
import io.sluice.core.table.WordTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Many independent decisions with one look at the clock: the keys' places in memory are fetched together instead of one after
 * another. To be reused, by one thread at a time.
 *
 * <pre>{@code
 * Batch batch = limiter.batch(16);
 * for (String key : keys) batch.add(key, 1);
 * batch.tryAcquire();
 * boolean first = batch.allowed(0);
 * batch.clear();
 * }</pre>
 */
public final class Batch {
    private final RateLimiter limiter;
    private final long[] tags;
    private final long[] permits;
    private final long[] outcomes;
    private final long[] words;
    private final @Nullable Decision[] decisions;
    private int size;
    private long now;
    private @Nullable WordTable table;
    private Limit limit;
    /** Only so that fetching ahead has an effect. */
    private long touched;

    Batch(RateLimiter limiter, int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a batch has room for 1 key or more, not " + capacity);
        }
        this.limiter = limiter;
        this.tags = new long[capacity];
        this.permits = new long[capacity];
        this.outcomes = new long[capacity];
        this.words = new long[capacity];
        this.decisions = new Decision[capacity];
        this.limit = limiter.store().meter().firstLimit();
    }

    /** Adds a question; its place is the number of those before it. */
    public void add(String key, long permits) {
        add(Key.hash(key, limiter.seed()), permits);
    }

    public void add(Key key, long permits) {
        add(key.hash(limiter.seed()), permits);
    }

    private void add(long hash, long cost) {
        if (size == tags.length) {
            throw new IllegalStateException("the batch is full: it has room for " + size);
        }
        tags[size] = hash;
        permits[size++] = RateLimiter.checked(cost);
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    /** Decides all, in order: the same key twice is charged twice. */
    public void tryAcquire() {
        Store store = limiter.store();
        WordTable words = limiter.shortWay(store, 1);
        table = words;
        limit = store.meter().firstLimit();
        if (words != null) {
            for (int i = 0; i < size; i++) {
                touched += words.touch(Table.tag(tags[i]));
            }
        }
        now = store.meter().aligned()
                ? limiter.clock().wallNanos()
                : limiter.clock().nanos();
        boolean sweepFirst = store.mustSweep(now);
        for (int i = 0; i < size; i++) {
            boolean decided = words != null && !sweepFirst && decide(words, i, Table.tag(tags[i]), permits[i]);
            decisions[i] = decided ? null : limiter.decide(tags[i], permits[i]);
        }
    }

    /** By one word, at the time of the batch; false if it takes more. */
    private boolean decide(WordTable table, int i, long tag, long cost) {
        while (cost > 0 && cost <= table.algorithm().capacity()) {
            int slot = table.slot(tag);
            if (slot < 0) {
                return false;
            }
            long owner = table.owner(slot);
            long word = table.word(slot);
            long wait = table.wait(word, now, cost);
            long next = wait == 0 ? table.charge(word, now, cost) : word;
            if (table.settle(slot, tag, owner, word, next)) {
                words[i] = next;
                outcomes[i] = wait == 0 ? table.delay(next, now) : ~wait;
                return true;
            }
        }
        return false;
    }

    public boolean allowed(int place) {
        Decision made = decisions[checked(place)];
        return made != null ? made.allowed() : outcomes[place] >= 0;
    }

    /** The whole answer, made when asked for. */
    public Decision decision(int place) {
        Decision made = decisions[checked(place)];
        WordTable from = table;
        if (made != null || from == null) {
            return Objects.requireNonNull(made);
        }
        long outcome = outcomes[place];
        long word = words[place];
        return new Decision(
                limit,
                outcome,
                outcome < 0 ? 0 : permits[place],
                from.remaining(word, now),
                from.resetAfter(word, now));
    }

    /** Read by nobody but the compiler, which must not see that. */
    long touched() {
        return touched;
    }

    private int checked(int place) {
        return Objects.checkIndex(place, size);
    }
}
