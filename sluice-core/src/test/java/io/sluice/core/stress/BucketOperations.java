package io.sluice.core.stress;

import static io.sluice.core.stress.TokenBuckets.BURST;
import static io.sluice.core.stress.TokenBuckets.INTERVAL;

import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.RateLimiter;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;

/** What Lincheck does to a limiter that is to behave like {@link TokenBuckets}, with keys that fight for eight slots. */
@Param(name = "key", gen = IntGen.class, conf = "0:2")
@Param(name = "permits", gen = IntGen.class, conf = "1:2")
public abstract class BucketOperations {
    /** 0 to 2 are used by operations, the others fill the set. */
    static final List<Key> KEYS = CrowdedSet.keys(CrowdedSet.SLOTS + 2);

    /** Never refuses here, and is as good as new when the tested limit is. */
    static final Limit WIDE = Limit.of(1, Duration.ofNanos(INTERVAL)).burst(10_000);

    final BareClock clock = new BareClock();
    final RateLimiter limiter;

    /** With other limits that never refuse, but change the layout of the table. */
    BucketOperations(Limit... others) {
        Limit tested = Limit.of(1, Duration.ofNanos(INTERVAL)).burst(BURST);
        limiter = RateLimiter.builder()
                .limits(Stream.concat(Stream.of(tested), Stream.of(others)).toArray(Limit[]::new))
                .maxKeys(1)
                .clock(clock)
                .build();
    }

    @Operation
    public long tryAcquire(@Param(name = "key") int key, @Param(name = "permits") int permits) {
        return limiter.tryAcquire(KEYS.get(key), permits).granted();
    }

    @Operation
    public void refund(@Param(name = "key") int key, @Param(name = "permits") int permits) {
        limiter.refund(KEYS.get(key), permits);
    }

    @Operation
    public void reset(@Param(name = "key") int key) {
        limiter.reset(KEYS.get(key));
    }

    @Operation(nonParallelGroup = "clock")
    public void advance(@Param(name = "permits") int intervals) {
        clock.advanceNanos(INTERVAL * intervals);
    }

    static ModelCheckingOptions everyInterleaving() {
        return new ModelCheckingOptions()
                .iterations(2)
                .invocationsPerIteration(250)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(2)
                .sequentialSpecification(TokenBuckets.class)
                .verifier(NeverTooManyVerifier.class);
    }

    static StressOptions stress() {
        return new StressOptions()
                .iterations(6)
                .invocationsPerIteration(500)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(2)
                .sequentialSpecification(TokenBuckets.class)
                .verifier(NeverTooManyVerifier.class);
    }
}
