package io.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every contender set up as for a measurement, with few keys. */
class ContendersTest {
    private static final int KEYS = 300;

    private interface Ask {
        void once(Workload workload, Caller caller);
    }

    private static Workload workload(Traffic traffic) {
        Workload workload = new Workload();
        workload.keys = KEYS;
        workload.draws = KEYS;
        workload.traffic = traffic;
        workload.makeKeys();
        return workload;
    }

    /** Sets a contender up, asks about every key once and checks the grants as a trial does. */
    private static Caller ask(Traffic traffic, Ask ask) {
        Workload workload = workload(traffic);
        Caller caller = new Caller();
        caller.begin(workload, 0, 1);
        ask.once(workload, caller);
        caller.check(workload);
        return caller;
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void sluiceGrantsWhatItShould(Traffic traffic) {
        ask(traffic, (workload, caller) -> {
            SluiceBenchmark.Keyed keyed = new SluiceBenchmark.Keyed();
            keyed.setUp(workload);
            SluiceBenchmark.Hashed hashed = new SluiceBenchmark.Hashed();
            hashed.setUp(workload);
            SluiceBenchmark.Batches batches = new SluiceBenchmark.Batches();
            batches.setUp(keyed);
            SluiceBenchmark benchmark = new SluiceBenchmark();
            for (int i = 0; i < KEYS; i++) {
                assertThat(benchmark.keyed(keyed, caller)).isEqualTo(traffic.passes());
                assertThat(benchmark.hashed(keyed, hashed, caller)).isEqualTo(traffic.passes());
                assertThat(benchmark.kept(keyed, caller).allowed()).isEqualTo(traffic.passes());
            }
            benchmark.batch(batches, caller);
        });
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void bucket4jGrantsWhatItShould(Traffic traffic) {
        ask(traffic, (workload, caller) -> {
            Bucket4jBenchmark.Keyed keyed = new Bucket4jBenchmark.Keyed();
            keyed.setUp(workload);
            assertThat(new Bucket4jBenchmark().keyed(keyed, caller)).isEqualTo(traffic.passes());
        });
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void resilience4jGrantsWhatItShould(Traffic traffic) {
        ask(traffic, (workload, caller) -> {
            Resilience4jBenchmark.Keyed keyed = new Resilience4jBenchmark.Keyed();
            keyed.setUp(workload);
            assertThat(new Resilience4jBenchmark().keyed(keyed, caller)).isEqualTo(traffic.passes());
        });
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void guavaGrantsWhatItShould(Traffic traffic) {
        ask(traffic, (workload, caller) -> {
            GuavaBenchmark.Keyed keyed = new GuavaBenchmark.Keyed();
            keyed.setUp(workload);
            assertThat(new GuavaBenchmark().keyed(keyed, caller)).isEqualTo(traffic.passes());
        });
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void failsafeGrantsWhatItShould(Traffic traffic) {
        ask(traffic, (workload, caller) -> {
            FailsafeBenchmark.Keyed keyed = new FailsafeBenchmark.Keyed();
            keyed.setUp(workload);
            assertThat(new FailsafeBenchmark().keyed(keyed, caller)).isEqualTo(traffic.passes());
        });
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void theHandmadeOneGrantsWhatItShould(Traffic traffic) {
        ask(traffic, (workload, caller) -> {
            HandmadeBenchmark.Keyed keyed = new HandmadeBenchmark.Keyed();
            keyed.setUp(workload);
            assertThat(new HandmadeBenchmark().keyed(keyed, caller)).isEqualTo(traffic.passes());
        });
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void theFloorAnswersAsALimiterWould(Traffic traffic) {
        ask(traffic, (workload, caller) -> {
            FloorBenchmark.Lines lines = new FloorBenchmark.Lines();
            lines.setUp(workload);
            assertThat(new FloorBenchmark().keyed(lines, caller)).isEqualTo(traffic.passes());
        });
    }

    @Test
    void threeLimitsOnAKeyGrant() {
        ask(Traffic.ALLOWED, (workload, caller) -> {
            SluiceBenchmark.ThreeLimits sluice = new SluiceBenchmark.ThreeLimits();
            sluice.setUp(workload);
            assertThat(new SluiceBenchmark().threeLimits(sluice, caller)).isTrue();
            Bucket4jBenchmark.ThreeLimits bucket4j = new Bucket4jBenchmark.ThreeLimits();
            bucket4j.setUp(workload);
            assertThat(new Bucket4jBenchmark().threeLimits(bucket4j, caller)).isTrue();
        });
    }

    static Stream<java.util.function.Predicate<SingleCaller>> singles() {
        GateBenchmark.Single gates = new GateBenchmark.Single();
        gates.setUp();
        return Stream.of(
                caller -> new GateBenchmark().gate(gates, caller),
                caller -> new GateBenchmark().leasedGate(gates, caller),
                caller -> new Bucket4jBenchmark().single(new Bucket4jBenchmark.Single(), caller),
                caller -> new Resilience4jBenchmark().single(new Resilience4jBenchmark.Single(), caller),
                caller -> new GuavaBenchmark().single(new GuavaBenchmark.Single(), caller),
                caller -> new FailsafeBenchmark().single(new FailsafeBenchmark.Single(), caller),
                caller -> new HandmadeBenchmark().single(new HandmadeBenchmark.Single(), caller));
    }

    @ParameterizedTest
    @MethodSource("singles")
    void oneCounterGrants(java.util.function.Predicate<SingleCaller> ask) {
        SingleCaller caller = new SingleCaller();
        assertThat(ask.test(caller)).isTrue();
        assertThatCode(caller::check).doesNotThrowAnyException();
    }

    @Test
    void aTrialThatIsGrantedTooFewRejectsItself() {
        SingleCaller caller = new SingleCaller();
        caller.count(true);
        caller.count(false);
        assertThatThrownBy(caller::check).hasMessage("1 permits granted of 2 calls, 2 would be right");
    }

    @Test
    void aTrialThatIsGrantedTooManyRejectsItself() {
        Caller caller = new Caller();
        caller.count(true);
        assertThatThrownBy(() -> caller.check(workload(Traffic.REFUSED)))
                .hasMessage("1 permits granted of 1 calls, 0 would be right");
    }

    @Test
    void aSetupThatGrantsTheWrongNumberRejectsItself() {
        assertThatThrownBy(() -> workload(Traffic.REFUSED).introduce(key -> true))
                .hasMessage("600 permits granted in the setup, 300 would be right");
    }
}
