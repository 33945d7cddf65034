package io.sluice.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConformanceTest {
    static Stream<ConformanceCase> cases() {
        return Stream.of(
                        "desired",
                        "express-rate-limit",
                        "flask-limiter",
                        "python-limits",
                        "throttled",
                        "uber-ratelimit",
                        "x-time-rate")
                .flatMap(origin -> ConformanceCase.in(origin).stream());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void answersAsExpected(ConformanceCase played) {
        Player player = new Player(played);
        played.lines().forEach(player::play);
    }
}
