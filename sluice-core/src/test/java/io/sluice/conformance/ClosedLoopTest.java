package io.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Takers that ask again as soon as they were served, as in go.uber.org/ratelimit's tests: its slack of n is a burst of n + 1. */
class ClosedLoopTest {
    private static final String KEY = "shared by all takers";

    private final ManualClock clock = new ManualClock();
    private final PriorityQueue<Turn> turns = new PriorityQueue<>();
    private final List<Long> finished = new ArrayList<>();

    /** Somebody who goes from limiter to limiter, over and over, and is free at some instant to ask the next. */
    private record Turn(long at, long order, List<RateLimiter> sequence, int next) implements Comparable<Turn> {
        @Override
        public int compareTo(Turn other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "100/s burst 1, 4, 1, 100",
        "100/s burst 1, 4, 3, 300",
        "7/min burst 1, 2, 60, 7",
        "7/min burst 1, 2, 120, 14"
    })
    void takersTogetherGetTheRate(String limit, int takers, long seconds, long served) {
        RateLimiter limiter = limiter(limit);
        for (int i = 0; i < takers; i++) {
            turns.add(new Turn(0, i, List.of(limiter), 0));
        }
        assertThat(finishedBefore(seconds)).isEqualTo(served);
    }

    @ParameterizedTest
    @CsvSource({
        "100/s burst 1, 4, 20, 30, 1200",
        "100/s burst 11, 2, 2, 3, 130",
        "100/s burst 21, 2, 2, 3, 140",
        "100/s burst 151, 2, 2, 3, 270",
        "100/500ms burst 11, 2, 2, 3, 230",
        "100/500ms burst 21, 2, 2, 3, 240",
        "100/500ms burst 151, 2, 2, 3, 370"
    })
    void whatASlowTakerLeavesIsThereForThoseWhoComeLater(String limit, int takers, long from, long until, long served) {
        RateLimiter slow = limiter("10/s burst 1");
        RateLimiter fast = limiter(limit);
        turns.add(new Turn(0, 0, List.of(slow, fast), 0));
        for (int i = 1; i <= takers; i++) {
            turns.add(new Turn(from * 1_000_000_000, i, List.of(fast), 0));
        }
        assertThat(finishedBefore(until)).isEqualTo(served);
    }

    private RateLimiter limiter(String limit) {
        return RateLimiter.builder().clock(clock).limits(Limit.parse(limit)).build();
    }

    private long finishedBefore(long seconds) {
        long end = seconds * 1_000_000_000;
        for (Turn turn = turns.remove(); turn.at < end; turn = turns.remove()) {
            clock.moveTo(turn.at);
            boolean around = turn.next == turn.sequence.size();
            if (around) {
                finished.add(turn.at);
            }
            int next = around ? 0 : turn.next;
            long delay = turn.sequence.get(next).reserve(KEY, 1).decision().delayNanos();
            turns.add(new Turn(turn.at + delay, turn.order, turn.sequence, next + 1));
        }
        return finished.size();
    }
}
