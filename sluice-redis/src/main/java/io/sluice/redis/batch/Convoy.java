package io.sluice.redis.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Lets what comes while others are under way travel together next. Nobody waits for company: with nothing under way one leaves at once.
 *
 * <p>One batch at a time, so that nothing overtakes what came before it.
 */
public final class Convoy<T> {
    /** More gain little, and Redis does nothing else meanwhile. */
    private static final int MOST_TOGETHER = 64;

    private static final int MOST_WAITING = 65_536;

    private final Function<List<T>, CompletionStage<?>> journey;
    private final Queue<T> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicBoolean underWay = new AtomicBoolean();

    /** The stage that a journey returns completes when everybody on it was told; how it completes does not matter. */
    public Convoy(Function<List<T>, CompletionStage<?>> journey) {
        this.journey = journey;
    }

    /** Throws if too many wait already. */
    public void join(T one) {
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            throw new RejectedExecutionException(MOST_WAITING + " questions wait for Redis already");
        }
        queue.add(one);
        leaveIfMay();
    }

    private void leaveIfMay() {
        while (!queue.isEmpty() && underWay.compareAndSet(false, true)) {
            List<T> batch = gather();
            if (batch.isEmpty()) {
                underWay.set(false);
            } else {
                var unused = journey.apply(batch).whenComplete((told, failure) -> arrived());
            }
        }
    }

    private void arrived() {
        underWay.set(false);
        leaveIfMay();
    }

    private List<T> gather() {
        List<T> batch = new ArrayList<>();
        while (batch.size() < MOST_TOGETHER) {
            T one = queue.poll();
            if (one == null) {
                break;
            }
            batch.add(one);
        }
        waiting.addAndGet(-batch.size());
        return batch;
    }
}
