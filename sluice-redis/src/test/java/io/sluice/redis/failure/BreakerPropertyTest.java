package io.sluice.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.redis.failure.Circuit.Pass;
import io.sluice.redis.failure.Health.Phase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The breaker and one written down as plainly as possible, told the same random story. */
class BreakerPropertyTest {
    private static final long MILLI = 1_000_000;

    /** Keeps the answers since a failure in a list and the pauses in a table. */
    private static final class Plain {
        private static final long[] PAUSES = {50, 100, 200, 400, 800, 1600, 2500};

        private final List<Boolean> failed = new ArrayList<>();
        private long from;
        private Phase phase = Phase.CLOSED;
        private long closedAt;
        private int generation;
        private int openings;
        private long nextTry;

        /** The generation let through, or -1. */
        int tryPass(long now) {
            if (phase == Phase.CLOSED) {
                return generation;
            }
            if (now < nextTry) {
                return -1;
            }
            phase = Phase.HALF_OPEN;
            nextTry = now + 5_000 * MILLI;
            return ++generation;
        }

        void report(int pass, boolean bad, long now) {
            if (pass != generation) {
                return;
            }
            if (phase == Phase.HALF_OPEN) {
                if (bad) {
                    open(now);
                } else {
                    phase = Phase.CLOSED;
                    closedAt = now;
                    generation++;
                }
            } else if (bad) {
                failedWhileClosed(now);
            } else if (!failed.isEmpty()) {
                failed.add(false);
            }
        }

        private void failedWhileClosed(long now) {
            if (failed.isEmpty()) {
                from = now;
            }
            failed.add(true);
            int bad = Collections.frequency(failed, true);
            if (now - from < 50 * MILLI) {
                return;
            }
            if (bad >= 8 && 2 * bad >= failed.size()) {
                if (now - closedAt >= 10_000 * MILLI) {
                    openings = 0;
                }
                open(now);
            } else if (failed.size() >= 16) {
                failed.clear();
                failed.add(true);
                from = now;
            }
        }

        private void open(long now) {
            phase = Phase.OPEN;
            generation++;
            failed.clear();
            nextTry = now + PAUSES[Math.min(openings, PAUSES.length - 1)] * MILLI;
            openings++;
        }
    }

    private record Let(Pass pass, int generation) {}

    @Test
    void agreesWithThePlainOne() {
        Seeded.run(300, BreakerPropertyTest::tellAStory);
    }

    private static void tellAStory(Random random) {
        ManualClock clock = new ManualClock();
        Breaker breaker = new Breaker(clock, () -> 0);
        Plain plain = new Plain();
        List<Let> underWay = new ArrayList<>();
        double badness = random.nextDouble();
        for (int step = 0; step < 600; step++) {
            if (random.nextInt(100) == 0) {
                badness = random.nextDouble();
            }
            clock.advanceNanos(random.nextInt(4) == 0 ? random.nextInt(400) * MILLI : random.nextInt(1_000));
            if (underWay.isEmpty() || random.nextInt(20) < 9) {
                ask(breaker, plain, clock, underWay);
            } else {
                Let one = underWay.remove(random.nextInt(underWay.size()));
                report(breaker, plain, clock, one, random.nextDouble() < badness);
            }
            assertThat(breaker.phase()).as("step %s", step).isEqualTo(plain.phase);
        }
    }

    private static void ask(Breaker breaker, Plain plain, ManualClock clock, List<Let> underWay) {
        Pass pass = breaker.tryPass();
        int generation = plain.tryPass(clock.nanos());
        assertThat(pass != null).isEqualTo(generation >= 0);
        if (pass != null) {
            underWay.add(new Let(pass, generation));
        }
    }

    private static void report(Breaker breaker, Plain plain, ManualClock clock, Let one, boolean failed) {
        Phase before = plain.phase;
        plain.report(one.generation, failed, clock.nanos());
        if (failed) {
            breaker.failed(one.pass);
        } else {
            boolean closes = before != Phase.CLOSED && plain.phase == Phase.CLOSED;
            assertThat(breaker.succeeded(one.pass)).isEqualTo(closes);
        }
    }
}
