package io.sluice.redis.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ForesightTest {
    private final Foresight foresight = new Foresight();

    @Test
    void beginsByTrying() {
        assertThat(foresight.isWorthWaiting()).isTrue();
    }

    @Test
    void givesUpAfterAMiss() {
        foresight.saw(false);
        assertThat(foresight.isWorthWaiting()).isFalse();
    }

    @Test
    void whereRepliesTakeLongOneOfManyIsTried() {
        see(false, 100);
        long tried = IntStream.range(0, 10 * Foresight.TRIED)
                .filter(i -> foresight.isWorthWaiting())
                .count();
        assertThat(tried).isEqualTo(10);
    }

    @Test
    void comesBackWhenTriesSucceed() {
        see(false, 100);
        see(true, Foresight.LIKELY - 1);
        assertThat(foresight.isWorthWaiting()).isFalse();
        see(true, 1);
        assertThat(foresight.isWorthWaiting()).isTrue();
    }

    @Test
    void afterManyThatCameSoonAFewMayBeLate() {
        see(true, 1_000);
        see(false, (Foresight.MOST - Foresight.LIKELY) / 2);
        assertThat(foresight.isWorthWaiting()).isTrue();
        see(false, 1);
        assertThat(foresight.isWorthWaiting()).isFalse();
    }

    @Test
    void waitsWhereMoreThanTwoOfThreeComeSoonAndNotWhereFewerDo() {
        assertThat(shareWaitedFor(0.9)).isGreaterThan(0.95);
        assertThat(shareWaitedFor(0.3)).isLessThan(0.1);
    }

    private static double shareWaitedFor(double soon) {
        Random random = new Random(7);
        Foresight foresight = new Foresight();
        int waited = 0;
        for (int i = 0; i < 100_000; i++) {
            if (foresight.isWorthWaiting()) {
                waited++;
                foresight.saw(random.nextDouble() < soon);
            }
        }
        return waited / 100_000.0;
    }

    private void see(boolean cameSoon, int times) {
        for (int i = 0; i < times; i++) {
            foresight.saw(cameSoon);
        }
    }
}
