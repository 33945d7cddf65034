package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SystemClockTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long EPOCH = 1_760_000_000L * SECOND;

    private final AtomicLong monotonic = new AtomicLong(500);
    private final AtomicLong wall = new AtomicLong(EPOCH);
    private final SystemClock clock = new SystemClock(monotonic::get, wall::get);

    private void pass(long nanos) {
        monotonic.addAndGet(nanos);
        wall.addAndGet(nanos);
    }

    @Test
    void followsTheWallClock() {
        for (int i = 0; i < 100; i++) {
            assertThat(clock.wallNanos()).isEqualTo(wall.get());
            pass(7_000_000);
        }
    }

    @Test
    void jumpsWithAWallClockPutForward() {
        wall.addAndGet(3600 * SECOND);
        pass(SECOND / 10);
        assertThat(clock.wallNanos()).isEqualTo(wall.get());
    }

    @Test
    void runsAtHalfSpeedAfterAWallClockPutBack() {
        pass(SECOND);
        long before = clock.wallNanos();
        wall.addAndGet(-10 * SECOND);
        long last = before;
        for (int i = 0; i < 200; i++) {
            pass(SECOND / 20);
            long now = clock.wallNanos();
            assertThat(now).isBetween(last + SECOND / 40 - 1, last + SECOND / 20);
            last = now;
        }
        pass(15 * SECOND);
        assertThat(clock.wallNanos()).isEqualTo(wall.get());
    }

    @Test
    void neverRunsBackwardsWhateverTheWallClockDoes() {
        java.util.Random random = new java.util.Random(1);
        long last = clock.wallNanos();
        for (int i = 0; i < 10_000; i++) {
            pass(random.nextInt(50_000_000));
            wall.addAndGet(random.nextInt(2_000_000_000) - 1_000_000_000L);
            long now = clock.wallNanos();
            assertThat(now).isGreaterThanOrEqualTo(last);
            last = now;
        }
    }

    @Test
    void theMachinesClockTellsTheEpochAndNeverRunsBackwards() {
        Clock system = Clock.system();
        long now = Instant.now().getEpochSecond();
        assertThat(system.nanos() / SECOND).isBetween(now - 3600, now + 3600);
        assertThat(system.wallNanos() / SECOND).isBetween(now - 3600, now + 3600);
        long first = system.nanos();
        assertThat(system.nanos()).isGreaterThanOrEqualTo(first);
        assertThat(system).isSameAs(Clock.system());
    }

    @Test
    void runsAlarmsAndForgetsCancelledOnes() throws InterruptedException {
        CountDownLatch rang = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        Clock.Alarm alarm = clock.schedule(Duration.ofDays(1).toNanos(), cancelled::countDown);
        alarm.cancel();
        clock.schedule(1, rang::countDown);
        assertThat(rang.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(cancelled.getCount()).isEqualTo(1);
    }
}
