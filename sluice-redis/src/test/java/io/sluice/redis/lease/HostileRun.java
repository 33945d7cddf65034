package io.sluice.redis.lease;

import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Limit;
import io.sluice.core.Store;
import io.sluice.redis.RedisStore;
import io.sluice.redis.failure.OnFailure;
import io.sluice.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Instances that share a limit through a real Redis, each with a connection and a thread of its own, while Redis hangs, connections break and
 * instances die; drawn from a seed. Whatever the machine does meanwhile, only what is written down in {@link #grants} is judged.
 */
final class HostileRun implements AutoCloseable {
    static final int INSTANCES = 3;
    private static final String KEY = "k";
    private static final int MOST_WAITING = 100;
    private static final int DISASTERS = 4;

    /** One process, until it dies: it gives nothing back, and is asked no more. */
    private final class Instance {
        final Watched shared;
        final Store store;
        final AsyncRateLimiter limiter;
        final AtomicLong waiting = new AtomicLong();

        Instance(int number) {
            RedisStore redisStore = RedisStore.builder(redis.url())
                    .prefix(shares ? "shared:" : "own" + number + ":")
                    .onFailure(OnFailure.REFUSE)
                    .budget(budget)
                    .instances(INSTANCES)
                    .build();
            redisStore.connected().orTimeout(20, TimeUnit.SECONDS).join();
            shared = new Watched(redisStore);
            store = ahead.apply(shared);
            limiter = store.limiter("limited", limit);
            lives.add(this);
        }

        void ask(long permits) {
            if (waiting.incrementAndGet() > MOST_WAITING) {
                waiting.decrementAndGet();
                return;
            }
            long asked = TimedGrants.now();
            var unused = limiter.tryAcquire(KEY, permits).whenComplete((decision, failure) -> {
                waiting.decrementAndGet();
                if (failure == null && decision.allowed()) {
                    grants.add(asked, TimedGrants.now(), permits);
                } else {
                    refused.incrementAndGet();
                }
            });
        }
    }

    final Limit limit;
    final TimedGrants grants = new TimedGrants();
    final AtomicLong refused = new AtomicLong();
    private final RedisServer redis = RedisServer.start();
    private final Function<Store, Store> ahead;
    private final boolean shares;
    private final long seed;
    private final Random random;
    private final Duration budget;
    private final List<Instance> lives = new ArrayList<>();
    private final AtomicReferenceArray<Instance> instances = new AtomicReferenceArray<>(INSTANCES);
    private final ExecutorService threads = Executors.newFixedThreadPool(INSTANCES);
    private volatile boolean over;

    /** {@code ahead}: makes the store of an instance from the shared one. Without {@code shares} each counts by itself, which is wrong. */
    HostileRun(long seed, Limit limit, boolean shares, Function<Store, Store> ahead) {
        this.seed = seed;
        this.random = random(seed);
        this.limit = limit;
        this.shares = shares;
        this.ahead = ahead;
        this.budget = random.nextBoolean() ? Duration.ofSeconds(10) : Duration.ofMillis(60);
    }

    /** Seeds that follow each other draw much the same at first unless they are stirred. */
    static Random random(long seed) {
        return new Random(seed * 0x9E37_79B9_7F4A_7C15L);
    }

    HostileRun play() throws Exception {
        for (int i = 0; i < INSTANCES; i++) {
            instances.set(i, new Instance(i));
        }
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            int number = i;
            long ownSeed = random.nextLong();
            running.add(threads.submit(() -> demand(number, new Random(ownSeed))));
        }
        for (int i = 0; i < DISASTERS; i++) {
            letPass(50 + random.nextInt(200));
            disaster();
        }
        letPass(200);
        over = true;
        for (Future<?> one : running) {
            one.get(60, TimeUnit.SECONDS);
        }
        return this;
    }

    /** Often more than there is, sometimes nothing for longer than a lease is valid. */
    private void demand(int number, Random own) {
        while (!over) {
            Instance instance = instances.get(number);
            int requests = 1 + own.nextInt(own.nextInt(8) == 0 ? (int) limit.capacity() : 20);
            for (int i = 0; i < requests; i++) {
                instance.ask(own.nextInt(12) == 0 ? 2 + own.nextInt(4) : 1);
            }
            letPass(own.nextInt(20) == 0 ? 130 : own.nextInt(4));
        }
    }

    private static void letPass(long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private void disaster() {
        switch (random.nextInt(3)) {
            case 0 -> {
                redis.pause();
                letPass(20 + random.nextInt(200));
                redis.resume();
            }
            case 1 -> redis.command("CLIENT", "KILL", "TYPE", "normal");
            default -> die(random.nextInt(INSTANCES));
        }
    }

    private void die(int number) {
        Instance dead = instances.get(number);
        instances.set(number, new Instance(number));
        dead.store.close();
    }

    int lives() {
        return lives.size();
    }

    long takenAhead() {
        return lives.stream().mapToLong(one -> one.shared.takenAhead()).sum();
    }

    long lost() {
        return lives.stream().mapToLong(one -> one.shared.lost()).sum();
    }

    long longestUnheardNanos() {
        return lives.stream()
                .mapToLong(one -> one.shared.longestUnheardNanos())
                .max()
                .orElse(0);
    }

    @Override
    public String toString() {
        return "seed " + seed + " (replay with -Dsluice.seed=" + seed + "): " + limit + ", budget " + budget.toMillis()
                + " ms, " + lives() + " lives, granted " + grants.sum() + ", refused " + refused + ", taken ahead "
                + takenAhead();
    }

    @Override
    public void close() {
        over = true;
        threads.shutdownNow();
        lives.forEach(one -> one.store.close());
        redis.close();
    }
}
