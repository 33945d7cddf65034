package io.sluice.http.field;

import static io.sluice.http.TestRuling.SECOND;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.http.TestRules;
import io.sluice.http.TestRuling;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Field by field goes out what the list of fields says, in every dialect. */
class PairsTest {
    private static final long NOW = 1_372_700_000L * SECOND + 1;
    private static final Rule SEARCH = TestRules.rule("search", "100/min", "1000/h");
    private static final Rule WINDOW = TestRules.rule("win\"dow", "100/min fixed-window");

    /** Also a quota that never comes back: fields that would tell when are not there. */
    private static final List<Ruling> RULINGS = List.of(
            TestRuling.allowed(50, 30 * SECOND, SEARCH, WINDOW),
            TestRuling.allowed(0, Long.MAX_VALUE, WINDOW),
            TestRuling.allowed(100, 0, SEARCH));

    @ParameterizedTest
    @EnumSource(Preset.class)
    void pairsAreTheFields(Preset preset) {
        Fields fields = new Fields(List.of(preset));
        for (Ruling ruling : RULINGS) {
            Sink written = new Sink();
            fields.phrases(ruling.counted()).writePassing(ruling, NOW, written);
            Standing standing = Objects.requireNonNull(Standing.of(ruling));
            assertThat(written.fields).isEqualTo(fields.of(standing, NOW));
        }
    }

    private static final class Sink implements PairSink {
        private final List<Field> fields = new ArrayList<>();
        private final StringBuilder value = new StringBuilder();
        private String name = "";

        @Override
        public void begin(byte[] its) {
            name = new String(its, UTF_8);
            value.setLength(0);
        }

        @Override
        public void bytes(byte[] text) {
            value.append(new String(text, UTF_8));
        }

        @Override
        public void number(long number) {
            value.append(number);
        }

        @Override
        public void end() {
            fields.add(new Field(name, value.toString()));
        }
    }
}
