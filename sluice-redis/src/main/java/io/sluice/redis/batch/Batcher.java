package io.sluice.redis.batch;

import io.sluice.core.Decision;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Lets decisions that meet in the same moment travel in one round trip: while a batch is under way the next one gathers. Nobody
 * waits for company: with nothing under way a decision leaves at once.
 *
 * <p>A second batch leaves beside the first, so that neither Redis nor its client stands idle, once as many wait as are under way: so both
 * become equally large.
 */
public final class Batcher {
    private static final int MOST_IN_A_BATCH = 128;
    private static final int LEAST_BESIDE = 8;
    private static final int MOST_WAITING = 65_536;

    private final Parcel parcel;
    private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    /** Batches. */
    private final AtomicInteger underWay = new AtomicInteger();
    /** Decisions in them, until somebody was told. */
    private final AtomicInteger untold = new AtomicInteger();

    private final Gathering gathering = new Gathering(MOST_IN_A_BATCH);

    public Batcher(Parcel parcel) {
        this.parcel = parcel;
    }

    /** Keys of different slots never travel together. */
    public void ask(Waiting one) {
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            one.failed(new RejectedExecutionException(MOST_WAITING + " decisions wait for Redis already"));
            return;
        }
        queue.add(one);
        sendIfMay();
    }

    private void sendIfMay() {
        while (waiting.get() > 0 && mayLeave()) {
            List<List<Waiting>> batch = gather();
            if (batch.isEmpty()) {
                underWay.decrementAndGet();
                return;
            }
            send(batch);
        }
    }

    /** Takes one of the places for batches under way. */
    private boolean mayLeave() {
        int now = underWay.get();
        int most = waiting.get() >= Math.max(LEAST_BESIDE, untold.get()) ? 2 : 1;
        return now < most && underWay.compareAndSet(now, now + 1);
    }

    private synchronized List<List<Waiting>> gather() {
        List<List<Waiting>> batch = gathering.next(queue);
        for (List<Waiting> entry : batch) {
            waiting.addAndGet(-entry.size());
            untold.addAndGet(entry.size());
        }
        return batch;
    }

    private void send(List<List<Waiting>> batch) {
        List<Entry> entries = batch.stream()
                .map(all -> new Entry(all.get(0).key, all.get(0).permits, all.size()))
                .toList();
        try {
            var unused = parcel.send(entries).whenComplete((results, failure) -> arrived(batch, results, failure));
        } catch (RuntimeException e) {
            arrived(batch, null, e);
        }
    }

    /** The place is given up only after everybody was told: what they ask next can then travel together. */
    private void arrived(
            List<List<Waiting>> batch, @Nullable List<Parcel.Result> results, @Nullable Throwable failure) {
        try {
            for (int i = 0; i < batch.size(); i++) {
                Parcel.Result result = results == null || failure != null
                        ? new Parcel.Result.Failed(failure == null ? new IllegalStateException("no reply") : failure)
                        : results.get(i);
                tell(batch.get(i), result);
            }
        } finally {
            underWay.decrementAndGet();
            sendIfMay();
        }
    }

    private void tell(List<Waiting> entry, Parcel.Result result) {
        int granted = 0;
        for (int i = 0; i < entry.size(); i++) {
            untold.decrementAndGet();
            if (result instanceof Parcel.Result.Decided decided) {
                Decision decision = decided.decisions().get(i);
                entry.get(i).decided(decision, granted, decision.allowed() ? null : decided.refusal());
                granted += decision.allowed() ? 1 : 0;
            } else if (result instanceof Parcel.Result.Failed failed) {
                entry.get(i).failed(failed.why());
            }
        }
    }
}
