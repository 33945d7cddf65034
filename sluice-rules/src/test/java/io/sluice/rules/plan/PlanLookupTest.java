package io.sluice.rules.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.rules.Attribute;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanLookupTest {
    @TempDir
    Path folder;

    private PlanLookup lookup(String text) throws IOException {
        Path file = folder.resolve("plans.csv");
        Files.writeString(file, text);
        return PlanLookup.read(file, Attribute.API_KEY);
    }

    @Test
    void aLineSaysWhoHasWhichPlan() throws IOException {
        PlanLookup lookup = lookup(
                "k1,free\nk2 , premium\r\n\n# nobody\n\"a,b\",basic\n\"say \"\"hi\"\"\",\"free\"\n\"#5\",free\nk1,free\n");
        assertThat(lookup.plan("k1")).isEqualTo("free");
        assertThat(lookup.plan("k2")).isEqualTo("premium");
        assertThat(lookup.plan("a,b")).isEqualTo("basic");
        assertThat(lookup.plan("say \"hi\"")).isEqualTo("free");
        assertThat(lookup.plan("#5")).isEqualTo("free");
        assertThat(lookup.plan("K1")).isNull();
        assertThat(lookup.plan("")).isNull();
        assertThat(lookup.size()).isEqualTo(5);
        assertThat(lookup.key()).isEqualTo(Attribute.API_KEY);
        assertThat(lookup).hasToString(folder.resolve("plans.csv").toString());
    }

    @Test
    void aHeadingIsNoValue() throws IOException {
        assertThat(lookup("\uFEFFapi-key,Plan\nk1,free\n").plan("api-key")).isNull();
        assertThat(lookup("k1,free\napi-key,plan\n").plan("api-key")).isEqualTo("plan");
    }

    @Test
    void anEmptyFileGivesNobodyAPlan() throws IOException {
        assertThat(lookup("").plan("k1")).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
                    k1 | no comma; write value,plan, such as k-123,premium
                    a,b,free | more than one comma; write value,plan, such as k-123,premium, or "a,b",premium if it belongs to the value
                    ,free | nothing in front of the comma; write value,plan, such as k-123,premium
                    k1, | what is behind the comma is not the name of a plan; it begins with a letter and goes on with letters, digits and _ . -
                    k1,9lives | what is behind the comma is not the name of a plan; it begins with a letter and goes on with letters, digits and _ . -
                    "k1,free | a quote that does not end; write "" for one inside quotes
                    k"1",free | a quote in the middle; put the whole field in quotes, and write "" for one inside
                    k0,premium | this value stands further up with plan free; remove one of the two
                    """)
    void aBadLineIsNamed(String line, String what) {
        assertThatThrownBy(() -> lookup("k0,free\n" + line + "\nk9,free\n"))
                .isInstanceOf(IOException.class)
                .hasMessage(folder.resolve("plans.csv") + ":2: " + what);
    }

    @Test
    void allBadLinesAreNamedUpToTwenty() {
        assertThatThrownBy(() -> lookup("x\n".repeat(30)))
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(21))
                .hasMessageEndingWith("and 10 more");
    }

    @Test
    void whatIsNoTextIsABadLine() throws IOException {
        Path file = folder.resolve("binary.csv");
        Files.write(file, new byte[] {'k', ',', 'p', '\n', (byte) 0xff, (byte) 0xfe});
        assertThatThrownBy(() -> PlanLookup.read(file, Attribute.USER)).hasMessageContaining("not UTF-8 text");
        assertThatThrownBy(() -> PlanLookup.read(folder.resolve("none.csv"), Attribute.USER))
                .hasMessage(folder.resolve("none.csv") + ": no such file");
        assertThatThrownBy(() -> PlanLookup.read(folder, Attribute.USER))
                .hasMessageStartingWith(folder + ": cannot be read");
    }

    @Test
    void aChangedFileIsReadAgainAndABadOneIsNot() throws IOException {
        PlanLookup lookup = lookup("k1,free\n");
        Path file = folder.resolve("plans.csv");
        Files.writeString(file, "k1,premium\nk2,basic\n");
        lookup.look();
        assertThat(lookup.plan("k1")).isEqualTo("premium");
        Files.writeString(file, "k1,free\nk2\n");
        lookup.look();
        assertThat(lookup.plan("k1")).isEqualTo("premium");
        Files.delete(file);
        lookup.look();
        assertThat(lookup.plan("k2")).isEqualTo("basic");
        Files.writeString(file, "k1,free\n");
        lookup.look();
        assertThat(lookup.plan("k1")).isEqualTo("free");
        assertThat(lookup.plan("k2")).isNull();
    }

    @Test
    void aMillionLinesAreFoundAgain() throws IOException {
        Path file = folder.resolve("million.csv");
        Random random = new Random(Long.getLong("sluice.seed", 3));
        Map<String, String> sample = new HashMap<>();
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            for (int i = 0; i < 1_000_000; i++) {
                String value = "key-" + i + "-" + Long.toHexString(random.nextLong());
                String plan = random.nextInt(10) == 0 ? "premium" : "free";
                writer.write(value + "," + plan + "\n");
                if (i % 101 == 0) {
                    sample.put(value, plan);
                }
            }
        }
        PlanLookup lookup = PlanLookup.read(file, Attribute.API_KEY);
        assertThat(lookup.size()).isEqualTo(1_000_000);
        sample.forEach((value, plan) -> assertThat(lookup.plan(value)).isEqualTo(plan));
        sample.keySet().forEach(value -> assertThat(lookup.plan(value + "x")).isNull());
    }
}
