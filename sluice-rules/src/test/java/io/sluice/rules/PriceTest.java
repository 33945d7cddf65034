package io.sluice.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriceTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7", "' 12 ', 12", "-3, -3", "007, 7", "2147483647, 2147483647", "2147483648, 2147483647"})
    void readsWholeNumbers(String text, long number) {
        assertThat(Price.number(text)).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-", "+1", "1.5", "1e3", "0x10", "1 2", "ten", "\u0661", "--1", "1,2"})
    void knowsWhatIsNone(String text) {
        assertThat(Price.number(text)).isEqualTo(Price.NO_NUMBER);
    }

    @Test
    void staysWithinBounds() {
        Price said = Price.of(new Cost.Said(Attribute.of("query.n"), 2, 9, 4), PathSettings.DEFAULT);
        for (Map.Entry<String, Long> one : Map.of("1", 2L, "2", 2L, "9", 9L, "10", 9L, "x", 4L, "9".repeat(100_000), 9L)
                .entrySet()) {
            assertThat(said.of(Attributes.of(Map.of("query.n", one.getKey())), Gathered.ofThread()))
                    .isEqualTo(one.getValue());
        }
        assertThat(said.of(Attributes.of(Map.of()), Gathered.ofThread())).isEqualTo(4);
    }
}
