package io.sluice.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.benchmarks.redis.RoundTrips.Counted;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RoundTripsTest {
    private static final Offset<Double> NEARLY = within(0.02);

    @Test
    void oneCallIsOneRoundTrip() throws InterruptedException {
        Counted counted = RoundTrips.count(Entrant.EVALSHA);
        assertThat(counted.cold()).isCloseTo(1, NEARLY);
        assertThat(counted.warm()).isCloseTo(1, NEARLY);
        assertThat(counted.refused()).isCloseTo(1, NEARLY);
    }

    @Test
    void compareAndSwapTakesTwo() throws InterruptedException {
        Counted counted = RoundTrips.count(Entrant.BUCKET4J);
        assertThat(counted.cold()).isGreaterThan(1.9);
        assertThat(counted.warm()).isCloseTo(2, NEARLY);
        assertThat(counted.refused()).isCloseTo(1, NEARLY);
    }

    @Test
    void inMemoryTakesNone() throws InterruptedException {
        assertThat(RoundTrips.count(Entrant.MEMORY).warm()).isCloseTo(0, NEARLY);
    }
}
