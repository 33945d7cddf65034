package io.sluice.core;

import io.sluice.core.table.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Several keys, limiters and costs, decided as one: user, tenant and global, all charged or none.
 *
 * <pre>{@code
 * Decision decision = Charges.of(perUser, "ann", 1).and(perTenant, "acme", 1).and(global, "all", 5).tryAcquire();
 * }</pre>
 *
 * <p>Limiters that are always asked together are asked sooner by {@link Together}.
 *
 * <p>All keys are looked at first, so a refusal usually writes nothing. Then they are charged in a fixed order; if one was
 * used up meanwhile, those charged before it get their permits back before the call returns. So it never over-admits. A
 * request that comes in between may see permits as used that are about to come back: it may be refused too early, or told
 * too long a wait.
 */
public final class Charges {
    private static final Comparator<Item> ORDER = Comparator.<Item>comparingInt(i -> System.identityHashCode(i.limiter))
            .thenComparingLong(i -> i.hash);
    private static final int TRIES = 16;

    /** {@code place}: in the order in which charges were given. */
    private record Item(RateLimiter limiter, long hash, long permits, int place) {}

    private record Taken(Item item, Asked.Hold hold) {
        /** Whenever it was: it certainly was not used. */
        boolean rollBack() {
            return item.limiter.counters().giveBack(item.hash, item.permits, hold);
        }

        boolean cancel() {
            return item.limiter.counters().cancel(item.hash, item.permits, hold);
        }
    }

    private final List<Item> items;

    private Charges(List<Item> items) {
        this.items = items;
    }

    static Charges none() {
        return new Charges(List.of());
    }

    public static Charges of(RateLimiter limiter, String key, long permits) {
        return new Charges(List.of()).and(limiter, key, permits);
    }

    public static Charges of(RateLimiter limiter, Key key, long permits) {
        return new Charges(List.of()).and(limiter, key, permits);
    }

    /** These charges and one more; a key that is there already costs both. */
    public Charges and(RateLimiter limiter, String key, long permits) {
        return and(limiter, Key.hash(key, limiter.seed()), permits);
    }

    public Charges and(RateLimiter limiter, Key key, long permits) {
        return and(limiter, key.hash(limiter.seed()), permits);
    }

    private Charges and(RateLimiter limiter, long hash, long permits) {
        RateLimiter.checked(permits);
        List<Item> all = new ArrayList<>();
        long sum = permits;
        int place = items.size();
        for (Item item : items) {
            if (item.limiter == limiter && Table.tag(item.hash) == Table.tag(hash)) {
                sum = RateLimiter.checked(sum + item.permits);
                place = item.place;
            } else {
                all.add(item);
            }
        }
        all.add(new Item(limiter, hash, sum, place));
        all.sort(ORDER);
        return new Charges(List.copyOf(all));
    }

    /** Charges every key, or none. */
    public Decision tryAcquire() {
        return tryAcquire(1).decision();
    }

    /** Charges as often as every key allows, up to {@code most} times; {@link Decision#granted} says how often. */
    public Decision tryAcquireUpTo(long most) {
        long units = RateLimiter.checked(most);
        for (int i = 0; i < TRIES; i++) {
            for (Item item : items) {
                long left = item.limiter.counters().peek(item.hash, 0).remaining();
                units = item.permits == 0 ? units : Math.min(units, left / item.permits);
            }
            Reservation taken = tryAcquire(Math.max(units, Math.min(1, most)));
            if (taken.allowed() || units == 0) {
                return taken.decision();
            }
        }
        return tryAcquire();
    }

    /**
     * Like {@link #tryAcquire()}, for who may not need the permits after all: what was taken can be given back by who has
     * not used it, at any time.
     */
    public Reservation take() {
        return tryAcquire(1);
    }

    private Reservation tryAcquire(long units) {
        for (int i = 0; i < TRIES; i++) {
            Decision[] each = new Decision[items.size()];
            Decision seen = merge(
                    units, item -> each[item.place] = item.limiter.counters().peek(item.hash, item.permits * units));
            if (!seen.allowed()) {
                return new Reservation(seen, () -> false, List.of(each));
            }
            Reservation taken = takeAll(units, 0, true);
            if (taken.allowed() || i == TRIES - 1) {
                return taken;
            }
        }
        throw new AssertionError("the last try returns");
    }

    /** Promises every key's permits for the same moment. */
    public Reservation reserve(Duration maxWait) {
        long most = RateLimiter.nanos(maxWait);
        for (int i = 0; ; i++) {
            Decision seen = merge(1, item -> promise(item, most));
            if (!seen.allowed()) {
                return new Reservation(seen, () -> false);
            }
            Reservation taken = takeAll(1, seen.delayNanos(), false);
            if (taken.allowed() || i == TRIES - 1) {
                return taken;
            }
        }
    }

    /** What reserving would answer. */
    private static Decision promise(Item item, long maxWait) {
        return item.limiter.counters().promise(item.hash, item.permits, maxWait);
    }

    /** Takes all in order, or gives back what was taken. */
    private Reservation takeAll(long units, long delay, boolean tryOnly) {
        List<Taken> taken = new ArrayList<>(items.size());
        for (Item item : items) {
            long permits = item.permits * units;
            Asked.Hold hold = item.limiter.counters().hold(item.hash, permits, delay, delay, tryOnly);
            if (!hold.decision.allowed()) {
                taken.forEach(Taken::rollBack);
                return new Reservation(hold.decision, () -> false);
            }
            taken.add(new Taken(new Item(item.limiter, item.hash, permits, item.place), hold));
        }
        Decision[] each = new Decision[items.size()];
        int[] next = {0};
        Decision all = merge(units, item -> each[item.place] = taken.get(next[0]++).hold.decision);
        Predicate<Taken> giveBack = tryOnly ? Taken::rollBack : Taken::cancel;
        return new Reservation(
                all, () -> taken.stream().map(giveBack::test).reduce(false, Boolean::logicalOr), List.of(each));
    }

    /** Blocks until every key's permits may be used; refused at once if that cannot be in time. */
    public Decision acquire(Duration timeout) throws InterruptedException {
        Waiters.checkInterrupt();
        return Waiters.join(acquireAsync(timeout));
    }

    public CompletableFuture<Decision> acquireAsync(Duration timeout) {
        List<Waiters> all = items.stream().map(item -> item.limiter.waiters()).toList();
        return Waiters.await(reserve(timeout), items.get(0).limiter.counters().clock(), all);
    }

    /** Says whether all would pass, and takes none. */
    public Decision peek() {
        return merge(0, item -> item.limiter.counters().peek(item.hash, item.permits));
    }

    /** Gives every key its permits back. */
    public Decision refund() {
        return merge(0, item -> item.limiter.counters().refund(item.hash, item.permits));
    }

    /** Takes every key's permits without asking. */
    public Decision penalize() {
        return merge(0, item -> item.limiter.counters().penalize(item.hash, item.permits));
    }

    /** Forgets everything about every key. */
    public Decision reset() {
        return merge(0, item -> item.limiter.counters().reset(item.hash));
    }

    /** Refuses every key for so long. */
    public Decision block(Duration duration) {
        return blockNanos(RateLimiter.nanos(duration));
    }

    Decision blockNanos(long nanos) {
        return merge(0, item -> item.limiter.counters().block(item.hash, nanos));
    }

    public Decision unblock() {
        items.forEach(item -> item.limiter.counters().unblock(item.hash));
        return merge(0, item -> item.limiter.counters().peek(item.hash, 0));
    }

    /** One answer from many: the longest waits, the least left. */
    private Decision merge(long granted, Function<Item, Decision> ask) {
        Merge all = new Merge();
        for (Item item : items) {
            Decision one = ask.apply(item);
            all.add(one.binding(), one.outcome(), one.rawRemaining(), one.resetAfterNanos());
        }
        return all.decision(granted);
    }
}
