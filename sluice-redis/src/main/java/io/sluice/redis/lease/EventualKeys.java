package io.sluice.redis.lease;

import io.sluice.core.Answer;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The keys of one limiter that are decided here: never more than so many, and those that are as good as new make room. */
final class EventualKeys {
    /** A report is early when this part of the capacity has been used since the last one. */
    private static final long EARLY_PART = 50;

    private final Store remote;
    private final IntSupplier instances;
    private final long intervalNanos;
    private final int mostKeys;
    private final ConcurrentHashMap<String, EventualKey> keys = new ConcurrentHashMap<>();
    private final Queue<EventualKey> listed = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicLong sweptAt;
    private volatile LimitSet limits;
    private volatile Share share;

    EventualKeys(LimitSet limits, Share share, Store remote, IntSupplier instances, long intervalNanos, int mostKeys) {
        this.limits = limits;
        this.share = share;
        this.remote = remote;
        this.instances = instances;
        this.intervalNanos = intervalNanos;
        this.mostKeys = mostKeys;
        this.sweptAt = new AtomicLong(now());
    }

    Limit limit() {
        return limits.limits().get(0);
    }

    long now() {
        return remote.clock().nanos();
    }

    long intervalNanos() {
        return intervalNanos;
    }

    long early() {
        return Math.max(1, limit().capacity() / EARLY_PART);
    }

    /** For as many instances as there are; if they have become too many for this limit, for as many as there were. */
    Share share() {
        int count = instances.getAsInt();
        if (!share.isFor(count)) {
            Share other = Share.of(limits, count);
            share = other == null ? share : other;
        }
        return share;
    }

    CompletionStage<Answer> ask(Verb verb, String key, long permits) {
        return remote.ask(new Question(verb, List.of(new Charge(limits, key, permits)), 1, 0, null));
    }

    /** Null if the key has to be asked for, because too many others are decided here. */
    @Nullable
    EventualKey of(String key) {
        EventualKey known = keys.get(key);
        return known != null ? known : newcomer(key);
    }

    private @Nullable EventualKey newcomer(String key) {
        sweep();
        return keys.mappingCount() >= mostKeys
                ? null
                : keys.computeIfAbsent(key, name -> new EventualKey(this, share(), name));
    }

    /** At most once in an interval, so that many newcomers do not each look at all keys. */
    private void sweep() {
        long now = now();
        long last = sweptAt.get();
        if (now - last >= intervalNanos && sweptAt.compareAndSet(last, now)) {
            keys.values().removeIf(one -> one.idle(now));
        }
    }

    void forget(String key) {
        keys.remove(key);
    }

    /** To be reported when the interval is over. */
    void list(EventualKey key) {
        listed.add(key);
        if (scheduled.compareAndSet(false, true)) {
            remote.clock().schedule(intervalNanos, this::reportListed);
        }
    }

    private void reportListed() {
        scheduled.set(false);
        reportAll();
    }

    /** The limits were changed: what is still to be reported was used under the old ones, and counts under the new ones. */
    void changeTo(LimitSet others) {
        limits = others;
        reportAll();
    }

    void reportAll() {
        for (EventualKey key = listed.poll(); key != null; key = listed.poll()) {
            key.reportListed();
        }
    }

    long size() {
        return keys.mappingCount();
    }
}
