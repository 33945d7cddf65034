package io.sluice.core.algorithm;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.sluice.core.Limit;
import io.sluice.property.Judge;
import io.sluice.property.Story;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A few stories of each kind against the oracle: quick enough to be told to every mutant. */
class AgreementTest {
    @ParameterizedTest
    @EnumSource(Limit.Kind.class)
    void agreesWithTheOracle(Limit.Kind kind) {
        for (int seed = 1; seed <= 60; seed++) {
            Story story = Story.draw(new Random(seed), 40, kind);
            assertThatCode(() -> Judge.agree(story)).as("seed %s", seed).doesNotThrowAnyException();
        }
    }
}
