package io.sluice.core.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Batch;
import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.RateLimiter;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 24 keys, eight slots: they keep taking over each other's. */
class TakeoverStressTest {
    private static final int EPOCHS = 10_000;
    private static final long ENOUGH_TURNS = 1_000;
    private static final int MOST_ROUNDS = 50;
    private static final List<Key> KEYS = CrowdedSet.keys(EpochStress.KEYS);

    /** Four keys and at most three of an earlier epoch: nobody in use has to leave. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1/us burst 2",
                "1/us burst 2; 1/us burst 1000",
                "2/2us fixed-window",
                "2/2us fixed-window anchored",
                "2/2us sliding-window",
                "2/2us sub-windows 2",
                "2/2us sliding-log",
            })
    void losesNoGrant(String limits) {
        losesNoGrant(limits, limiter -> key -> limiter.tryAcquire(KEYS.get(key)).allowed());
    }

    /** A batch finds the places of its keys before it takes from them. */
    @Test
    void losesNoGrantOfABatch() {
        losesNoGrant("1/us burst 2", limiter -> {
            ThreadLocal<Batch> batches = ThreadLocal.withInitial(() -> limiter.batch(1));
            return key -> {
                Batch batch = batches.get();
                batch.clear();
                batch.add(KEYS.get(key), 1);
                batch.tryAcquire();
                return batch.allowed(0);
            };
        });
    }

    private static void losesNoGrant(String limits, Function<RateLimiter, EpochStress.Counters> counters) {
        EpochStress.Load load = new EpochStress.Load(4, 4, EPOCHS);
        for (long round = 0, turns = 0; turns < ENOUGH_TURNS; round++) {
            assertThat(round).as("rounds until the threads took turns").isLessThan(MOST_ROUNDS);
            BareClock clock = new BareClock();
            RateLimiter limiter = limiter(limits, clock);
            EpochStress.Report report = new EpochStress(clock, counters.apply(limiter), load).run();
            assertThat(limiter.usage().liveEvictions()).isZero();
            assertThat(report.granted()).isGreaterThan(EPOCHS);
            assertThat(report.tooMany()).isZero();
            turns += report.turns();
        }
    }

    /** Eight threads may be left behind with more keys than there are slots: then somebody in use leaves, and that is counted. */
    @ParameterizedTest
    @ValueSource(strings = {"1/us burst 2", "1/us burst 2; 1/us burst 1000"})
    void losesNoMoreThanItSays(String limits) {
        EpochStress.Load load = new EpochStress.Load(8, 6, EPOCHS);
        BareClock clock = new BareClock();
        RateLimiter limiter = limiter(limits, clock);
        EpochStress.Report report =
                new EpochStress(clock, key -> limiter.tryAcquire(KEYS.get(key)).allowed(), load).run();
        assertThat(report.granted()).isGreaterThan(EPOCHS);
        assertThat(report.tooMany()).isLessThanOrEqualTo(limiter.usage().debtLost());
        assertThat(limiter.usage().debtLost())
                .isLessThanOrEqualTo(EpochStress.BURST * limiter.usage().liveEvictions());
    }

    private static RateLimiter limiter(String limits, BareClock clock) {
        Limit[] all = Arrays.stream(limits.split("; ")).map(Limit::parse).toArray(Limit[]::new);
        return RateLimiter.builder().limits(all).maxKeys(1).clock(clock).build();
    }
}
