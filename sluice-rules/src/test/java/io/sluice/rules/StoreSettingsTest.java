package io.sluice.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.Clock;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.rules.file.BadRulesException;
import io.sluice.rules.file.RuleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a rule file to an open store. */
class StoreSettingsTest {
    @TempDir
    Path folder;

    private RuleSet load(String lines) throws IOException {
        return RuleFile.load(Files.writeString(folder.resolve("sluice.yaml"), lines));
    }

    @Test
    void withoutAStoreCountersAreInMemory() throws IOException {
        Clock clock = new ManualClock();
        try (Store store =
                load("version: 1\nrules: { a: { limit: 1/s } }\n").store().open(clock)) {
            assertThat(store.clock()).isSameAs(clock);
        }
    }

    @Test
    void aBadFileIsAnExceptionWithEveryProblemAndItsPlace() {
        assertThatThrownBy(() -> load("version: 1\nrules:\n  a: { limt: 1/s }\n  b: { limit: 1/parsec }\n"))
                .isInstanceOfSatisfying(
                        BadRulesException.class,
                        bad -> assertThat(bad.problems())
                                .hasSizeGreaterThanOrEqualTo(2)
                                .allSatisfy(problem -> assertThat(bad).hasMessageContaining(problem.toString())))
                .hasMessageContaining("sluice.yaml:3:8: error: ")
                .hasMessageContaining("sluice.yaml:4:");
        assertThatThrownBy(() -> RuleFile.load(folder.resolve("nowhere.yaml")))
                .isInstanceOf(BadRulesException.class)
                .hasMessageContaining("nowhere.yaml");
    }
}
