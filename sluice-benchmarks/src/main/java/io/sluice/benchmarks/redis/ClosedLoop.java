package io.sluice.benchmarks.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Keeps so many decisions under way: each answer is followed by the next question.
 *
 * <p>Where answers come over the network, the next question is asked by the thread that brought the answer, which costs least
 * for everybody. Answers that are there at once would keep that thread from the network, so their caller moves to a thread of
 * its own.
 */
final class ClosedLoop {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Contender contender;
    private final List<String> keys;
    private final List<Caller> callers;
    private final BlockingQueue<Caller> ready = new LinkedBlockingQueue<>();
    private final CountDownLatch running;
    private final Samples samples = new Samples();
    private volatile boolean stopped;

    private ClosedLoop(Contender contender, List<String> keys, int inFlight, int first, long most) {
        this.contender = contender;
        this.keys = keys;
        this.running = new CountDownLatch(inFlight);
        this.callers = IntStream.range(0, inFlight)
                .mapToObj(i -> {
                    int from = share(i, inFlight);
                    long each = most == 0 ? share(i + 1, inFlight) - from : most;
                    return new Caller(this, (first + from) % keys.size(), each);
                })
                .toList();
    }

    /** Callers begin at equal distances, so that they rarely meet. */
    private int share(int caller, int inFlight) {
        return (int) ((long) caller * keys.size() / inFlight);
    }

    /** Asks for every key once. */
    static Outcome once(Contender contender, List<String> keys, int inFlight) throws InterruptedException {
        return new ClosedLoop(contender, keys, inFlight, 0, 0).run(PATIENCE);
    }

    /** Asks for one key after the other, beginning with {@code first}; each caller at most so often. */
    static Outcome during(Duration time, Contender contender, List<String> keys, int inFlight, int first, long most)
            throws InterruptedException {
        return new ClosedLoop(contender, keys, inFlight, first, most).run(time);
    }

    private Outcome run(Duration time) throws InterruptedException {
        ready.addAll(callers);
        Thread own = new Thread(this::takeTurns, "callers");
        own.setDaemon(true);
        long begin = System.nanoTime();
        own.start();
        if (!running.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
            stopped = true;
            if (!running.await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new RejectedException(running.getCount() + " decisions were never answered");
            }
        }
        long nanos = System.nanoTime() - begin;
        own.interrupt();
        own.join();
        return outcome(nanos);
    }

    private Outcome outcome(long nanos) {
        long calls = 0;
        long grants = 0;
        for (Caller caller : callers) {
            caller.failure().ifPresent(failure -> {
                throw new RejectedException("a decision failed: " + failure);
            });
            calls += caller.calls();
            grants += caller.grants();
        }
        long[] quantiles = samples.quantiles(0.5, 0.99);
        return new Outcome(calls, grants, nanos, quantiles[0], quantiles[1]);
    }

    private void takeTurns() {
        try {
            while (running.getCount() > 0) {
                ready.take().takeTurn();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    Contender contender() {
        return contender;
    }

    List<String> keys() {
        return keys;
    }

    Samples samples() {
        return samples;
    }

    boolean stopped() {
        return stopped;
    }

    void ready(Caller caller) {
        ready.add(caller);
    }

    void finished() {
        running.countDown();
    }

    /**
     * What was answered.
     *
     * @param half the time that half of the decisions stayed below
     * @param p99 the time that 99 of 100 decisions stayed below
     */
    record Outcome(long calls, long grants, long nanos, long half, long p99) {}
}
