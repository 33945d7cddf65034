package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ArrivalTimesTest {
    private final ManualClock clock = new ManualClock(1_000);
    private final ArrivalTimes times = new ArrivalTimes(clock, 100_000);

    private long take(long hash, long nanos, long tolerance) {
        return times.take(hash, times.nanos(), nanos, tolerance);
    }

    @Test
    void takesUpToTheTolerance() {
        assertThat(take(1, 40, 100)).isEqualTo(40);
        assertThat(take(1, 60, 100)).isEqualTo(100);
        assertThat(take(1, 1, 100)).isEqualTo(~100L);
        clock.advanceNanos(1);
        assertThat(take(1, 1, 100)).isEqualTo(100);
    }

    @Test
    void countsFromNowOnceEverythingIsEarned() {
        assertThat(take(1, 40, 100)).isEqualTo(40);
        clock.advanceNanos(1_000);
        assertThat(take(1, 0, 100)).isZero();
        assertThat(take(1, 40, 100)).isEqualTo(40);
    }

    @Test
    void takesTheToleranceOfEveryQuestion() {
        assertThat(take(1, 40, 100)).isEqualTo(40);
        assertThat(take(1, 0, 39)).isEqualTo(~40L);
        assertThat(take(1, 0, 40)).isEqualTo(40);
        assertThat(take(1, 160, 200)).isEqualTo(200);
    }

    @Test
    void makesNoRoomForQuestionsThatTakeNothing() {
        assertThat(take(1, 0, 100)).isZero();
        assertThat(take(1, 101, 100)).isEqualTo(~0L);
        assertThat(take(1, 0, -1)).isEqualTo(~0L);
        assertThat(times.keys()).isZero();
    }

    @Test
    void givesBackUpToFull() {
        assertThat(take(1, 40, 100)).isEqualTo(40);
        assertThat(times.giveBack(1, 10)).isEqualTo(30);
        assertThat(times.giveBack(1, 50)).isZero();
        assertThat(times.giveBack(2, 50)).isZero();
        assertThat(take(1, 100, 100)).isEqualTo(100);
    }

    @Test
    void remembersWhileItGrows() {
        for (long key = 0; key < 50_000; key++) {
            assertThat(take(hash(key), 7, 100)).isEqualTo(7);
        }
        for (long key = 0; key < 50_000; key++) {
            assertThat(take(hash(key), 0, 100)).isEqualTo(7);
        }
        assertThat(times.keys()).isEqualTo(50_000);
        assertThat(times.evictions()).isZero();
    }

    @Test
    void forgetsWhoOwesLeastWhereThereIsNoRoom() {
        ArrivalTimes few = new ArrivalTimes(clock, 16);
        for (long key = 0; key < 1_000; key++) {
            few.take(hash(key), few.nanos(), key == 0 ? 100 : 1, 100);
        }
        assertThat(few.take(hash(0), few.nanos(), 0, 100)).isEqualTo(100);
        assertThat(few.evictions()).isPositive();
    }

    @Test
    void tellsKeysApartByBytesAndSpace() {
        byte[] bytes = "xxabcdefghijxx".getBytes(StandardCharsets.US_ASCII);
        byte[] alone = "abcdefghij".getBytes(StandardCharsets.US_ASCII);
        long hash = ArrivalTimes.hash(bytes, 2, 12, 0);
        assertThat(hash).isEqualTo(ArrivalTimes.hash(alone, 0, 10, 0));
        assertThat(hash).isNotEqualTo(ArrivalTimes.hash(bytes, 2, 11, 0));
        assertThat(hash).isNotEqualTo(ArrivalTimes.hash(bytes, 1, 12, 0));
        assertThat(hash).isNotEqualTo(ArrivalTimes.hash(bytes, 2, 12, 1));
    }

    @Test
    void conservesWhatManyThreadsTake() throws Exception {
        int threads = 4;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Integer>> takers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                takers.add(() -> taken(20_000));
            }
            long all = 0;
            for (Future<Integer> taken : pool.invokeAll(takers)) {
                all += taken.get();
            }
            assertThat(all).isEqualTo(1_000L * 25);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Of a thousand keys with room for 25 each, while the table grows. */
    private int taken(int tries) {
        int taken = 0;
        for (int i = 0; i < tries; i++) {
            taken += take(hash(i % 1_000), 4, 100) >= 0 ? 1 : 0;
        }
        return taken;
    }

    private static long hash(long key) {
        return Key.and(Key.parts(), key);
    }
}
