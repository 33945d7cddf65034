package io.sluice.rules;

import io.sluice.core.Decision;
import io.sluice.rules.match.MatchIndex;
import io.sluice.rules.match.Walk;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What is gathered about a request on the way to its decision: reused by each thread, so nothing is allocated. */
final class Gathered {
    private static final ThreadLocal<Gathered> OF_THREAD = ThreadLocal.withInitial(Gathered::new);
    private static final int SAMPLED = 16;

    final Walk walk = new Walk();
    /** Rules that are enforced. */
    final Lines enforced = new Lines();
    /** Rules that look on. */
    final Lines shadows = new Lines();

    @Nullable
    String plan;

    /** Of the enforced rules. */
    Combination combination = Combination.EMPTY;

    /** What they say together, if that is no. */
    @Nullable
    Decision refusal;

    /** For asking one counter alone. */
    final long[] oneKey = new long[1];

    final long[] onePermits = new long[1];

    private long[] found = new long[1];
    private long[] bits = new long[1];
    private int decisions;

    private Gathered() {}

    static Gathered ofThread() {
        return OF_THREAD.get();
    }

    /** Whether this one is of the sample whose time is taken. */
    boolean sampled() {
        return ++decisions % SAMPLED == 0;
    }

    void begin() {
        enforced.count = 0;
        shadows.count = 0;
        plan = null;
    }

    /** Whether a rule in shadow waits for what the answer says. */
    boolean settles() {
        for (int i = 0; i < shadows.count; i++) {
            if (shadows.terms[i].settles) {
                return true;
            }
        }
        return false;
    }

    /** For the rules of a snapshot. */
    long[] found(int rules) {
        if (found.length != MatchIndex.words(rules)) {
            found = new long[MatchIndex.words(rules)];
        }
        return found;
    }

    /** For something else, all of them 0. */
    long[] bits(int count) {
        if (bits.length != MatchIndex.words(count)) {
            bits = new long[MatchIndex.words(count)];
        } else {
            Arrays.fill(bits, 0);
        }
        return bits;
    }

    /** Terms that hold, the key under each, and the permits that it costs. */
    static final class Lines {
        Terms[] terms = new Terms[4];
        long[] keys = new long[4];
        long[] permits = new long[4];
        int count;

        void add(Terms one, long key, long cost) {
            if (count == terms.length) {
                terms = Arrays.copyOf(terms, 2 * count);
                keys = Arrays.copyOf(keys, 2 * count);
                permits = Arrays.copyOf(permits, 2 * count);
            }
            terms[count] = one;
            keys[count] = key;
            permits[count++] = cost;
        }
    }
}
