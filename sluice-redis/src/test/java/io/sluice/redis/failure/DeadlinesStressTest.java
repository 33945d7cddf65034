package io.sluice.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Many threads and the real clock: everybody is settled once, and nobody early. */
class DeadlinesStressTest {
    private static final int THREADS = 4;
    private static final int EACH = 50_000;
    private static final long BUDGET = 3_000_000;

    private final Clock clock = Clock.system();
    private final Deadlines deadlines = new Deadlines(clock, BUDGET);
    private final AtomicInteger expired = new AtomicInteger();
    private final AtomicInteger early = new AtomicInteger();

    private final class Waiting extends Deadlines.Entry {
        private final long deadline;

        Waiting(long deadline) {
            super(deadline);
            this.deadline = deadline;
        }

        @Override
        void expire() {
            if (settle()) {
                expired.incrementAndGet();
                early.addAndGet(clock.nanos() < deadline ? 1 : 0);
                complete(NOTHING);
            }
        }
    }

    private static final Answer NOTHING = new Answer(Decision.refused(Limit.perSecond(1), 0, 0, 0), null);

    @Test
    void settlesEverybodyOnceAndNobodyEarly() throws Exception {
        List<Integer> answered = StartTogether.run(THREADS, this::waitManyTimes);
        int answers = answered.stream().mapToInt(Integer::intValue).sum();
        assertThat(answers).as("answered in time").isPositive();
        assertThat(expired.get()).as("late").isPositive();
        assertThat(answers + expired.get()).isEqualTo(THREADS * EACH);
        assertThat(early).hasValue(0);
    }

    /** Answers every other one itself, some at once and some much later, in a race with the deadline. */
    private int waitManyTimes() throws Exception {
        List<Waiting> all = new ArrayList<>();
        int answered = 0;
        for (int i = 0; i < EACH; i++) {
            Waiting waiting = new Waiting(clock.nanos());
            deadlines.add(waiting);
            all.add(waiting);
            Waiting due = all.get(i % 4 == 0 ? i : i / 2);
            answered += i % 2 == 0 && due.settle() ? answer(due) : 0;
        }
        for (Waiting waiting : all) {
            waiting.get(1, TimeUnit.MINUTES);
        }
        return answered;
    }

    private static int answer(Waiting waiting) {
        waiting.complete(NOTHING);
        return 1;
    }

    /** The next one comes just when the last one has gone, and nobody is left to look after. */
    @Test
    void wakesUpForEveryoneWhoComesAlone() {
        Deadlines tight = new Deadlines(clock, 20_000);
        for (int i = 0; i < 10_000; i++) {
            Waiting alone = new Waiting(clock.nanos());
            tight.add(alone);
            long patience = clock.nanos() + TimeUnit.SECONDS.toNanos(20);
            while (!alone.isSettled()) {
                Thread.onSpinWait();
                if (clock.nanos() > patience) {
                    throw new AssertionError("nobody woke up in round " + i);
                }
            }
        }
        assertThat(early).hasValue(0);
    }
}
