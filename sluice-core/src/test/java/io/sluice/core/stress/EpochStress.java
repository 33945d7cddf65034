package io.sluice.core.stress;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Many threads, more keys than slots, and a clock that jumps from epoch to epoch, each long enough to make every cell as good as
 * new. So in each epoch each key may have {@link #BURST} permits, whatever was before, and half of the keys in use must take over
 * the slots of others.
 *
 * <p>A grant is counted if the epoch was the same before and after: those in between are left out, in favour of the tested.
 */
public final class EpochStress {
    public static final int BURST = 2;
    public static final long INTERVAL = 1_000;
    public static final int KEYS = 24;

    private static final int MOVE = 2;
    private static final long EPOCH = 10 * BURST * INTERVAL;
    private static final int STEPS = 48;

    private final BareClock clock;
    private final Counters counters;
    private final Load load;
    private final AtomicIntegerArray granted;
    private final Interleavings seen = new Interleavings();

    /** What is tested: counters for {@link #KEYS} keys. */
    @FunctionalInterface
    public interface Counters {
        boolean tryAcquire(int key);
    }

    /** How much at once, and how long. A thread left behind may add a key of an earlier epoch to those in use. */
    public record Load(int threads, int keysInUse, int epochs) {}

    /** Permits granted beyond the limit, permits granted, and how often the threads took turns. */
    public record Report(long tooMany, long granted, long turns) {}

    public EpochStress(BareClock clock, Counters counters, Load load) {
        this.clock = clock;
        this.counters = counters;
        this.load = load;
        this.granted = new AtomicIntegerArray(KEYS * (load.epochs + 1));
    }

    public Report run() {
        StartTogether.run(load.threads, thread -> {
            SplittableRandom random = new SplittableRandom(thread);
            for (int step = 1, epoch = epoch(); epoch < load.epochs; step++, epoch = epoch()) {
                ask(epoch, random);
                seen.by(thread);
                if (thread == 0 && step % STEPS == 0) {
                    clock.advanceNanos(EPOCH);
                }
            }
            return thread;
        });
        return report();
    }

    private void ask(int epoch, SplittableRandom random) {
        int key = (epoch * MOVE + random.nextInt(load.keysInUse)) % KEYS;
        if (counters.tryAcquire(key) && epoch() == epoch) {
            granted.incrementAndGet(epoch * KEYS + key);
        }
    }

    private int epoch() {
        return (int) (clock.nanos() / EPOCH);
    }

    private Report report() {
        long tooMany = 0;
        long all = 0;
        for (int i = 0; i < granted.length(); i++) {
            all += granted.get(i);
            tooMany += Math.max(0, granted.get(i) - BURST);
        }
        return new Report(tooMany, all, seen.count());
    }
}
