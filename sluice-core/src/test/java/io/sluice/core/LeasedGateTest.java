package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeasedGateTest {
    private static final long TODAY = 1_760_000_000_000_000_000L;
    private static final long MILLISECOND = 1_000_000;
    private static final int STRIPES = 16;

    private final ManualClock clock = new ManualClock(TODAY);
    /** One after the other, but each with stripes of its own. */
    private final List<ExecutorService> threads = new ArrayList<>();

    @AfterEach
    void endThreads() {
        threads.forEach(ExecutorService::shutdown);
    }

    private long acquire(LeasedGate gate, int thread, int times) throws ExecutionException, InterruptedException {
        while (threads.size() <= thread) {
            threads.add(Executors.newSingleThreadExecutor());
        }
        return threads.get(thread)
                .submit(() -> {
                    long allowed = 0;
                    for (int i = 0; i < times; i++) {
                        allowed += gate.tryAcquire() ? 1 : 0;
                    }
                    return allowed;
                })
                .get();
    }

    private record Used(long at, long permits) {}

    @ParameterizedTest
    @CsvSource({"100000, 100000", "1000000, 50000", "20000, 300", "1000000, 1000", "3000, 10000"})
    void neverOverAdmitsInAnyInterval(long rate, long burst) throws ExecutionException, InterruptedException {
        LeasedGate gate = LeasedGate.of(Limit.parse(rate + "/s burst " + burst), clock);
        Random random = new Random(7);
        List<Used> all = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            clock.advanceNanos(random.nextInt(4) == 0 ? random.nextInt(3_000_000) : random.nextInt(200_000));
            long allowed = acquire(gate, random.nextInt(6), 1 + random.nextInt((int) Math.min(3_000, burst / 4)));
            all.add(new Used(clock.nanos(), allowed));
        }
        for (int from = 0; from < all.size(); from++) {
            long sum = 0;
            for (int to = from; to < all.size(); to++) {
                sum += all.get(to).permits;
                long distance = all.get(to).at - all.get(from).at;
                assertThat(sum).isLessThanOrEqualTo(burst + distance * rate / 1_000_000_000);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, TODAY, 4_000_000_000_000_000_000L})
    void underAdmitsByNoMoreThanItSays(long start) throws ExecutionException, InterruptedException {
        clock.moveTo(start);
        long rate = 1_000_000;
        LeasedGate gate = LeasedGate.of(Limit.parse(rate + "/s burst 100000"), clock);
        assertThat(gate.slice()).isBetween(2L, 100_000L / 64);
        long allowed = acquire(gate, 0, 200_000);
        assertThat(allowed).isGreaterThanOrEqualTo(100_000 - rate / 1_000);
        int steps = 500;
        for (int i = 0; i < steps; i++) {
            clock.advanceNanos(MILLISECOND);
            allowed += acquire(gate, i % 4, 2_000);
        }
        long ideal = 100_000 + rate * steps / 1_000;
        assertThat(allowed).isBetween(ideal - rate / 1_000 - STRIPES * gate.slice() * (steps + 1), ideal);
        assertThat(allowed)
                .as("callers who use their slices up lose next to nothing")
                .isGreaterThan(ideal * 95 / 100);
    }

    @Test
    void usesASliceUpBeforeItTakesAnother() throws ExecutionException, InterruptedException {
        LeasedGate gate = LeasedGate.of(Limit.parse("1000/h burst 6400"), clock);
        assertThat(acquire(gate, 0, 10_000)).isGreaterThanOrEqualTo(6_398);
    }

    @Test
    void aSliceExpires() throws ExecutionException, InterruptedException {
        LeasedGate gate = LeasedGate.of(Limit.parse("1/h burst 6400"), clock);
        long slices = 0;
        while (acquire(gate, 0, 1) == 1) {
            clock.advanceNanos(MILLISECOND);
            slices++;
        }
        assertThat(slices).isLessThan(6_400 / gate.slice() + gate.slice() + 2);
    }

    @Test
    void isExactWhereTheBurstIsTooSmallToLease() {
        Limit small = Limit.parse("1000/s burst 60");
        LeasedGate gate = LeasedGate.of(small, clock);
        assertThat(gate.slice()).isZero();
        assertThat(gate.limit()).isEqualTo(small);
        int allowed = 0;
        while (gate.tryAcquire()) {
            allowed++;
        }
        assertThat(allowed).isEqualTo(60);
        clock.advanceNanos(MILLISECOND);
        assertThat(gate.tryAcquire()).isTrue();
        assertThat(gate.tryAcquire()).isFalse();
    }

    @Test
    void goesOnAfterYears() throws ExecutionException, InterruptedException {
        LeasedGate gate = LeasedGate.of(Limit.parse("1000000/s burst 100000"), clock);
        for (int years = 0; years < 20; years++) {
            assertThat(acquire(gate, 0, 100_000)).isGreaterThanOrEqualTo(98_000);
            clock.advanceNanos(366L * 86_400_000_000_000L);
        }
    }

    @Test
    void takesLimitsThatCannotBeLeased() {
        LeasedGate gate = LeasedGate.of(Limit.parse("1000/s leaky-bucket 1000"));
        assertThat(gate.slice()).isZero();
        assertThat(gate.tryAcquire()).isTrue();
    }
}
