package io.sluice.benchmarks.redis;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One of those that ask, wait for the answer and ask again. Used by one thread at a time, each handing it to the next. */
final class Caller implements BiConsumer<@Nullable Boolean, @Nullable Throwable> {
    private static final int TURN = 1_000;
    /** One in so many decisions is timed, chosen by chance; to read the clock takes as long as to decide in memory. */
    private static final int TIMED = 16;

    private final ClosedLoop loop;
    private final long most;
    private int key;
    private long random;
    private long askedAt;
    private boolean timed;
    /** Read by others meanwhile. */
    private final AtomicLong calls = new AtomicLong();

    private long grants;
    private @Nullable Throwable failure;

    Caller(ClosedLoop loop, int firstKey, long most) {
        this.loop = loop;
        this.key = firstKey;
        this.random = 0x9E3779B97F4A7C15L * (firstKey + 1);
        this.most = most;
    }

    long calls() {
        return calls.getAcquire();
    }

    long grants() {
        return grants;
    }

    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /** Asks as long as answers are there at once, but leaves others their turn. */
    void takeTurn() {
        for (int i = 0; i < TURN; i++) {
            if (isOver()) {
                loop.finished();
                return;
            }
            CompletableFuture<Boolean> answer = ask();
            if (!answer.isDone()) {
                goOnAfter(answer);
                return;
            }
            count(answer);
        }
        loop.ready(this);
    }

    /** An answer from elsewhere, on a thread of the limiter's. */
    @Override
    public void accept(@Nullable Boolean granted, @Nullable Throwable problem) {
        count(granted, problem);
        if (isOver()) {
            loop.finished();
            return;
        }
        CompletableFuture<Boolean> next = ask();
        if (next.isDone()) {
            count(next);
            loop.ready(this);
        } else {
            goOnAfter(next);
        }
    }

    private void goOnAfter(CompletionStage<Boolean> answer) {
        answer.whenComplete(this);
    }

    private boolean isOver() {
        return calls.getPlain() >= most || failure != null || loop.stopped();
    }

    private CompletableFuture<Boolean> ask() {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        timed = (random >>> 32) % TIMED == 0;
        if (timed) {
            askedAt = System.nanoTime();
        }
        String asked = loop.keys().get(key);
        key = key + 1 == loop.keys().size() ? 0 : key + 1;
        try {
            return loop.contender().tryAcquire(asked).toCompletableFuture();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void count(CompletableFuture<Boolean> answer) {
        try {
            count(answer.join(), null);
        } catch (CompletionException e) {
            count(null, e.getCause());
        }
    }

    private void count(@Nullable Boolean granted, @Nullable Throwable problem) {
        if (timed) {
            loop.samples().add(System.nanoTime() - askedAt);
        }
        calls.setRelease(calls.getPlain() + 1);
        if (problem != null) {
            failure = problem;
        } else if (Boolean.TRUE.equals(granted)) {
            grants++;
        }
    }
}
