package io.sluice.benchmarks.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One of the processes that ask for more than there is, as steadily as it can, whatever becomes of the answers. */
public final class OverloadCaller {
    private static final String KEY = "everybody";
    private static final long TICK_NANOS = 500_000;
    private static final int WARMUP = 500;
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(3);

    private final Contender contender;
    private final double perSecond;
    private final Collection<Grant> grants = new ConcurrentLinkedQueue<>();
    /** By when they were noticed. */
    private final Map<Long, Long> fallbacks = new TreeMap<>();

    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong longest = new AtomicLong();
    private long asked;

    private OverloadCaller(Contender contender, double perSecond) {
        this.contender = contender;
        this.perSecond = perSecond;
    }

    /** Says that it is ready, is told when to begin and when to end, and then writes what it was granted. */
    public static void main(String[] args) throws IOException {
        Contender contender = Entrant.valueOf(args[1]).openOneOf(Overload.PROCESSES, args[0], Overload.LOAD);
        for (int i = 0; i < WARMUP; i++) {
            contender.tryAcquire("warm-up " + i).toCompletableFuture().join();
        }
        System.out.println("ready");
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        OverloadCaller caller = new OverloadCaller(contender, Double.parseDouble(args[2]));
        caller.run(Long.parseLong(orders.readLine()), Long.parseLong(orders.readLine()));
        caller.fallbacks.forEach((time, count) -> System.out.println("fallbacks " + time + " " + count));
        caller.grants.forEach(grant -> System.out.println(grant.asked() + " " + grant.received()));
        System.out.println("done " + caller.asked + " " + caller.failed + " " + caller.longest);
        System.exit(0);
    }

    static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    private void run(long begin, long end) {
        long known = contender.fallbacks();
        for (long now = now(); now < end; now = now()) {
            long due = (long) ((now - begin) * perSecond / 1e6);
            while (asked < due) {
                ask();
            }
            long more = contender.fallbacks() - known;
            if (more > 0) {
                fallbacks.put(now, more);
                known += more;
            }
            LockSupport.parkNanos(TICK_NANOS);
        }
        long patience = end + LAST_ANSWERS.toNanos() / 1_000;
        while (answered.get() < asked && now() < patience) {
            LockSupport.parkNanos(TICK_NANOS);
        }
    }

    private void ask() {
        asked++;
        long when = now();
        try {
            contender.tryAcquire(KEY).whenComplete((granted, problem) -> answer(when, granted, problem));
        } catch (RuntimeException e) {
            answer(when, null, e);
        }
    }

    private void answer(long when, @Nullable Boolean granted, @Nullable Throwable problem) {
        long now = now();
        longest.accumulateAndGet(now - when, Math::max);
        if (problem != null) {
            failed.incrementAndGet();
        } else if (Boolean.TRUE.equals(granted)) {
            grants.add(new Grant(when, now));
        }
        answered.incrementAndGet();
    }
}
