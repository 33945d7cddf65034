package io.sluice.core;

import io.sluice.core.algorithm.Gcra;
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
    private final Counters counters;
    private final long seed;
    /** Of the keys, which serve as well as their hashes. */
    private final long[] tags;

    private final long[] permits;
    private final int[] places;
    private final long[] taken;
    private final @Nullable Decision[] decisions;
    private int size;
    private long now;
    /** Not before any key of this batch that was new, which starts when its place is made. */
    private long latest;

    private @Nullable WordTable table;
    private Limit limit;
    /** Only so that fetching ahead has an effect. */
    private long touched;

    Batch(Counters counters, long seed, int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a batch has room for 1 key or more, not " + capacity);
        }
        this.counters = counters;
        this.seed = seed;
        this.tags = new long[capacity];
        this.permits = new long[capacity];
        this.places = new int[capacity];
        this.taken = new long[capacity];
        this.decisions = new Decision[capacity];
        this.limit = counters.tables().meter().firstLimit();
    }

    /** Adds a question; its place is the number of those before it. */
    public void add(String key, long permits) {
        add(Key.hash(key, seed), permits);
    }

    public void add(Key key, long permits) {
        add(key.hash(seed), permits);
    }

    private void add(long hash, long cost) {
        if (size == tags.length) {
            throw new IllegalStateException("the batch is full: it has room for " + size);
        }
        permits[size] = RateLimiter.checked(cost);
        tags[size++] = Table.tag(hash);
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    /** Decides all, in order: the same key twice is charged twice. */
    public void tryAcquire() {
        Tables tables = counters.tables();
        WordTable words = counters.shortWay(tables, 1);
        limit = tables.meter().firstLimit();
        now = counters.now(tables.meter());
        latest = now;
        table = words == null || tables.mustSweep(now) ? null : words;
        if (table != null) {
            touched = fetch(table, tags, places, size);
        }
        for (int i = 0; i < size; i++) {
            taken[i] = take(i);
            if (taken[i] == WordTable.NOT_HERE) {
                decisions[i] = counters.decide(tags[i], permits[i]);
            }
            if (table != null && (places[i] < 0 || taken[i] == WordTable.NOT_HERE)) {
                latest = Math.max(latest, counters.now(tables.meter()));
            }
        }
    }

    /** Finds the places. All lines of memory are asked for in so few instructions that they are under way together. */
    private static long fetch(WordTable table, long[] tags, int[] places, int size) {
        for (int i = 0; i < size; i++) {
            places[i] = table.begin(tags[i]);
        }
        long touched = 0;
        for (int i = 0; i < size; i++) {
            touched += table.touch(places[i]);
        }
        for (int i = 0; i < size; i++) {
            places[i] = table.place(places[i], tags[i]);
            touched += places[i] < 0 ? table.touchSecond(tags[i]) : 0;
        }
        return touched;
    }

    private long take(int i) {
        WordTable words = table;
        boolean fits = permits[i] > 0 && permits[i] <= limit.capacity();
        if (words == null || !fits) {
            return WordTable.NOT_HERE;
        }
        Gcra rate = words.gcra();
        long tag = tags[i];
        return rate != null
                ? words.takeAt(places[i], rate, tag, latest, permits[i])
                : words.take(tag, latest, permits[i], places[i]);
    }

    public boolean allowed(int place) {
        long ahead = taken[checked(place)];
        return ahead == WordTable.NOT_HERE ? made(place).allowed() : ahead >= 0;
    }

    /** The whole answer, made when asked for. */
    public Decision decision(int place) {
        WordTable words = table;
        if (taken[checked(place)] == WordTable.NOT_HERE || words == null) {
            return made(place);
        }
        boolean allowed = taken[place] >= 0;
        long ahead = allowed ? taken[place] : ~taken[place];
        return new Decision(
                limit,
                allowed ? words.delayOf(ahead) : ~words.waitOf(ahead, now, permits[place]),
                allowed ? permits[place] : 0,
                words.remainingOf(ahead),
                words.resetAfterOf(ahead, now));
    }

    private Decision made(int place) {
        return Objects.requireNonNull(decisions[place]);
    }

    /** Read by nobody but the compiler, which must not see that. */
    long touched() {
        return touched;
    }

    private int checked(int place) {
        return Objects.checkIndex(place, size);
    }
}
