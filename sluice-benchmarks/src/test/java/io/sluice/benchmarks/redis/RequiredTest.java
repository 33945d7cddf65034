package io.sluice.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.benchmarks.redis.Required.Bound;
import io.sluice.benchmarks.redis.Results.Trial;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RequiredTest {
    private static List<Sample> speeds(double... perSecond) {
        return DoubleStream.of(perSecond)
                .mapToObj(speed -> new Sample(speed, 1, 1e6 / speed, 1, 1, 1))
                .toList();
    }

    static Stream<Required> figures() {
        return Required.ofSpeed(new Results()).stream();
    }

    @ParameterizedTest
    @MethodSource("figures")
    void whatWasNotMeasuredIsNotMet(Required figure) {
        assertThat(figure.met()).isFalse();
        assertThat(figure.verdict()).isEqualTo("not measured");
    }

    @ParameterizedTest
    @CsvSource({
        "7.99, AT_LEAST, FAIL",
        "8, AT_LEAST, pass",
        "8.01, AT_LEAST, pass",
        "8, AT_MOST, pass",
        "8.01, AT_MOST, FAIL"
    })
    void isMetFromTheRequiredValueOn(double value, Bound bound, String verdict) {
        Required figure = new Required("some", "times", OptionalDouble.of(value), bound, 8, false);
        assertThat(figure.verdict()).isEqualTo(verdict);
    }

    @Test
    void comparesMedians() {
        Results results = new Results();
        results.add(new Trial(Load.MANY_KEYS, Entrant.SLUICE), speeds(130, 120, 10));
        results.add(new Trial(Load.MANY_KEYS, Entrant.INCR), speeds(90, 100, 110));
        Required first = Required.ofSpeed(results).get(0);
        assertThat(first.value()).hasValue(1.2);
        assertThat(first.verdict()).isEqualTo("pass");
    }

    @Test
    void latencyIsBetterWhenLess() {
        Results results = new Results();
        results.add(new Trial(Load.MANY_KEYS_16, Entrant.SLUICE), speeds(200));
        results.add(new Trial(Load.MANY_KEYS_16, Entrant.EVALSHA), speeds(100));
        Required last = Required.ofSpeed(results).get(4);
        assertThat(last.value()).hasValue(0.5);
        assertThat(last.verdict()).isEqualTo("pass");
    }

    @Test
    void saysWhenTheMachineWasBusy() {
        Results results = new Results();
        results.add(new Trial(Load.MANY_KEYS, Entrant.SLUICE), speeds(200, 120, 110));
        results.add(new Trial(Load.MANY_KEYS, Entrant.INCR), speeds(100));
        assertThat(Required.ofSpeed(results).get(0).verdict()).isEqualTo("pass, but disturbed");
    }

    @Test
    void whatWasRejectedIsNotMeasured() {
        Results results = new Results();
        Trial trial = new Trial(Load.MANY_KEYS, Entrant.SLUICE);
        results.add(trial, speeds(200));
        results.reject(trial, "wrong");
        assertThat(results.median(Load.MANY_KEYS, Entrant.SLUICE, Sample::perSecond))
                .isEmpty();
    }
}
