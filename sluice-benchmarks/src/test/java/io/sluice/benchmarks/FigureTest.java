package io.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FigureTest {
    static Stream<Figure> figures() {
        return Figure.all(new Scores()).stream();
    }

    @ParameterizedTest
    @MethodSource("figures")
    void everyFigureIsAboutATrial(Figure figure) {
        assertThat(Trials.all())
                .anyMatch(trial ->
                        figure.what().equals(trial.name()) || figure.what().startsWith(trial.name() + " against "));
    }

    @ParameterizedTest
    @MethodSource("figures")
    void whatWasNotMeasuredIsNotMet(Figure figure) {
        assertThat(figure.met()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"8.99, true, false", "9, true, true", "9.01, true, true", "9, false, true", "9.01, false, false"})
    void isMetFromTheRequiredValueOn(double value, boolean atLeast, boolean met) {
        Figure figure = new Figure("some", "times", OptionalDouble.of(value), 9, atLeast, false);
        assertThat(figure.met()).isEqualTo(met);
    }

    @Test
    void aDisturbedFigureSaysSo() {
        Figure figure = new Figure("some", "times", OptionalDouble.of(9), 9, true, true);
        assertThat(figure.verdict()).isEqualTo("pass, but disturbed");
    }

    @Test
    void theMedianIgnoresWhatWasDisturbed() {
        assertThat(Scores.median(List.of(10.0, 900.0, 11.0))).hasValue(11);
        assertThat(Scores.median(List.of(10.0, 12.0))).hasValue(11);
        assertThat(Scores.median(List.of())).isEmpty();
    }
}
