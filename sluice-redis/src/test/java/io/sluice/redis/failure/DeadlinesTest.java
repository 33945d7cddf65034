package io.sluice.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Clock;
import io.sluice.core.ManualClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeadlinesTest {
    private static final long MILLI = 1_000_000;

    private final ManualClock clock = new ManualClock();
    private final Deadlines deadlines = new Deadlines(clock, 20 * MILLI);
    private final List<Long> expired = new ArrayList<>();
    private Waiting last;

    private final class Waiting extends Deadlines.Entry {
        Waiting() {
            super(clock.nanos());
        }

        @Override
        void expire() {
            if (settle()) {
                expired.add(clock.nanos());
            }
        }
    }

    private void join(long afterMillis) {
        clock.advance(Duration.ofMillis(afterMillis));
        last = new Waiting();
        deadlines.add(last);
    }

    @Test
    void endsEachWaitAtItsTime() {
        join(0);
        join(5);
        join(0);
        join(14);
        clock.advance(Duration.ofMinutes(1));
        assertThat(expired).containsExactly(20 * MILLI, 25 * MILLI, 25 * MILLI, 39 * MILLI);
    }

    @Test
    void isLateByAMillisecondAtMostWhereManyComeDue() {
        List<Long> due = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            due.add(clock.nanos() + 20 * MILLI);
            deadlines.add(new Waiting());
            clock.advanceNanos(70_001);
        }
        clock.advance(Duration.ofMinutes(1));
        assertThat(expired).hasSameSizeAs(due);
        for (int i = 0; i < due.size(); i++) {
            assertThat(expired.get(i) - due.get(i)).isBetween(0L, Deadlines.LEAST_NANOS);
        }
    }

    @Test
    void setsOneAlarmForAll() {
        for (int i = 0; i < 1_000; i++) {
            join(0);
        }
        assertThat(clock.alarms()).hasSize(1);
        clock.advance(Duration.ofMillis(15));
        assertThat(clock.alarms()).containsExactly(20 * MILLI);
        clock.advance(Duration.ofMillis(5));
        assertThat(clock.alarms()).isEmpty();
        join(0);
        assertThat(clock.alarms()).hasSize(1);
    }

    @Test
    void leavesWhoIsAnsweredAlone() {
        join(0);
        last.settle();
        join(1);
        clock.advance(Duration.ofMinutes(1));
        assertThat(expired).containsExactly(21 * MILLI);
    }

    @Test
    void needsNoAlarmOnceAllAreAnswered() {
        join(0);
        last.settle();
        join(1);
        last.settle();
        clock.advance(Duration.ofMillis(19));
        assertThat(clock.alarms()).isEmpty();
    }

    @Test
    void whoComesLaterLetsGoOfThoseWhoAreAnswered() {
        join(0);
        last.settle();
        WeakReference<Waiting> first = new WeakReference<>(last);
        for (int i = 0; i < 2 * Deadlines.CLEARING; i++) {
            join(0);
            last.settle();
        }
        long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (first.get() != null && System.nanoTime() < patience) {
            System.gc();
        }
        assertThat(first.get()).isNull();
    }

    @Test
    void endsShortWaitsToo() {
        Deadlines tight = new Deadlines(clock, 200_000);
        tight.add(new Deadlines.Entry(clock.nanos()) {
            @Override
            void expire() {
                expired.add(clock.nanos());
            }
        });
        clock.advance(Duration.ofMinutes(1));
        assertThat(expired).containsExactly(200_000L);
    }

    /** The alarms of a machine that is busy elsewhere. */
    private static final class LateClock implements Clock {
        private final ManualClock time;
        private final long lateNanos;

        LateClock(ManualClock time, long lateNanos) {
            this.time = time;
            this.lateNanos = lateNanos;
        }

        @Override
        public long nanos() {
            return time.nanos();
        }

        @Override
        public Alarm schedule(long delayNanos, Runnable task) {
            return time.schedule(delayNanos + lateNanos, task);
        }
    }

    @ParameterizedTest
    @CsvSource({"5, 25", "6, 33"})
    void givesAnswersTimeToBeReadWhereThreadsHaveToWait(long lateMillis, long expiredMillis) {
        Deadlines starved = new Deadlines(new LateClock(clock, lateMillis * MILLI), 20 * MILLI);
        starved.add(new Waiting());
        clock.advance(Duration.ofMinutes(1));
        assertThat(expired).containsExactly(expiredMillis * MILLI);
    }

    @Test
    void goesOnWithWhoComesWhileOthersExpire() {
        deadlines.add(new Deadlines.Entry(clock.nanos()) {
            @Override
            void expire() {
                deadlines.add(new Waiting());
            }
        });
        clock.advance(Duration.ofMinutes(1));
        assertThat(expired).containsExactly(40 * MILLI);
    }
}
