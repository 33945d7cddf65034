package io.sluice.benchmarks.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.benchmarks.gateway.Contender.Kind;
import io.sluice.benchmarks.gateway.Results.Trial;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private final Results results = new Results();
    private final Trial sluice = trial(Load.ALLOWED, "Sluice, 2 threads");
    private final Trial oneWorker = trial(Load.ALLOWED, "nginx limit_req, 1 worker");
    private final Trial twoWorkers = trial(Load.ALLOWED, "nginx limit_req, 2 workers");

    private static Trial trial(Load load, String title) {
        return new Trial(
                load,
                Contender.ALL.stream()
                        .filter(each -> each.title().equals(title))
                        .findFirst()
                        .orElseThrow());
    }

    private static Sample sample(double perSecond, double others) {
        return new Sample(perSecond, 1_000, 0, 0, 500, 2_000, new Cost(10, 5, OptionalDouble.of(50), 0, others));
    }

    /** Behind the one with one thread. */
    private Wanted withTwoThreads() {
        return Wanted.of(results).stream()
                .filter(wanted -> wanted.what().startsWith("allowed and proxied, requests/s"))
                .toList()
                .get(1);
    }

    private void add(Trial trial, double... perSecond) {
        for (double each : perSecond) {
            results.add(trial, sample(each, 0));
        }
    }

    @Test
    void takesTheMedian() {
        add(sluice, 30, 10, 50);
        assertThat(results.median(sluice, Sample::perSecond)).hasValue(30);
        add(sluice, 40);
        assertThat(results.median(sluice, Sample::perSecond)).hasValue(35);
        assertThat(results.fastest(sluice)).hasValue(50);
        assertThat(results.median(oneWorker, Sample::perSecond)).isEmpty();
    }

    @Test
    void showsTheQuickestConfiguration() {
        add(oneWorker, 60);
        add(twoWorkers, 100);
        assertThat(results.best(Load.ALLOWED, Kind.NGINX)).hasValue(twoWorkers);
    }

    @Test
    void comparesEquals() {
        add(sluice, 90);
        add(oneWorker, 100);
        add(twoWorkers, 60);
        Wanted two = withTwoThreads();
        assertThat(two.what())
                .isEqualTo("allowed and proxied, requests/s, Sluice, 2 threads / nginx limit_req, 2 workers");
        assertThat(two.value()).hasValue(1.5);
        assertThat(two.verdict()).isEqualTo("pass");
    }

    @Test
    void comparesRoundByRound() {
        add(sluice, 50, 120, 80);
        add(twoWorkers, 25, 100, 80);
        assertThat(withTwoThreads().value()).hasValue(1.2);
    }

    @Test
    void comparesThoseThatSayTheSame() {
        add(trial(Load.REFUSED, "Sluice, nginx's answer, 1 thread"), 110);
        add(trial(Load.REFUSED, "Sluice, 1 thread"), 100);
        add(trial(Load.REFUSED, "nginx limit_req, 1 worker"), 100);
        add(trial(Load.REFUSED, "nginx limit_req, same fields, 1 worker"), 80);
        assertThat(Wanted.of(results))
                .filteredOn(wanted -> wanted.what().contains("the same said"))
                .extracting(wanted -> wanted.value().orElse(0))
                .containsExactly(1.1, 1.25);
    }

    @Test
    void comparesCallsWithBothThatAreEmpty() {
        add(trial(Load.CALLS, "Sluice, 2 threads"), 90);
        add(trial(Load.CALLS, "empty call, 2 threads"), 100);
        add(trial(Load.CALLS, "empty call, Sluice's door, 2 threads"), 120);
        assertThat(Wanted.of(results))
                .filteredOn(wanted -> wanted.what().contains("calls/s, Sluice, 2 threads"))
                .extracting(wanted -> wanted.value().orElse(0) + " " + wanted.verdict())
                .containsExactly("0.9 pass", "0.75 FAIL");
    }

    @Test
    void failsWhatIsTooSlow() {
        add(sluice, 90);
        add(twoWorkers, 100);
        assertThat(withTwoThreads().verdict()).isEqualTo("FAIL");
    }

    @Test
    void saysWhatWasNotMeasured() {
        add(sluice, 90);
        assertThat(withTwoThreads().verdict()).isEqualTo("not measured");
    }

    @Test
    void saysWhatOthersDisturbed() {
        results.add(sluice, sample(120, 0.3));
        add(twoWorkers, 100);
        assertThat(results.disturbed(sluice)).isTrue();
        assertThat(withTwoThreads().verdict()).isEqualTo("pass, but disturbed");
    }

    @Test
    void hasNoSpeedForWhoAnswersWrongly() {
        add(sluice, 120);
        results.reject(sluice, "7 answers were no 200");
        assertThat(results.median(sluice, Sample::perSecond)).isEmpty();
    }

    @Test
    void allowsTheRateAndTheBurst() {
        assertThat(Load.REFUSED.mostAllowed(3)).isEqualTo(51);
    }
}
