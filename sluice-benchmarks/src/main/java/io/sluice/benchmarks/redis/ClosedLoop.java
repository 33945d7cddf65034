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
    private final Thread own = new Thread(this::takeTurns, "callers");
    private final CountDownLatch running;
    private volatile Samples samples = new Samples();
    private volatile boolean stopped;

    /** Asks for one key after the other, beginning with {@code first}; each caller at most so often. */
    ClosedLoop(Contender contender, List<String> keys, int inFlight, int first, long most) {
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
        own.setDaemon(true);
    }

    /** Asks for every key once. */
    static ClosedLoop once(Contender contender, List<String> keys, int inFlight) throws InterruptedException {
        ClosedLoop loop = new ClosedLoop(contender, keys, inFlight, 0, 0);
        loop.start();
        loop.awaitEnd();
        return loop;
    }

    /** Callers begin at equal distances, so that they rarely meet. */
    private int share(int caller, int inFlight) {
        return (int) ((long) caller * keys.size() / inFlight);
    }

    void start() {
        ready.addAll(callers);
        own.start();
    }

    /** Lets it run for so long; whether it then still runs. */
    boolean runsFor(Duration time) throws InterruptedException {
        return !running.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    void stop() throws InterruptedException {
        stopped = true;
        awaitEnd();
    }

    private void awaitEnd() throws InterruptedException {
        if (runsFor(PATIENCE)) {
            throw new RejectedException(running.getCount() + " decisions were never answered");
        }
        own.interrupt();
        own.join();
        for (Caller caller : callers) {
            caller.failure().ifPresent(failure -> {
                throw new RejectedException("a decision failed: " + failure);
            });
        }
    }

    long calls() {
        return callers.stream().mapToLong(Caller::calls).sum();
    }

    long grants() {
        return callers.stream().mapToLong(Caller::grants).sum();
    }

    /** How long decisions take from now on goes there. */
    void sampleInto(Samples others) {
        samples = others;
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
}
