package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines in, lines out. */
class SimulateStreamTest {
    private static final String[] SIMULATE = {"simulate", "--limit", "10/s burst 10"};
    private static final String SAMPLE = "{\"t\":0,\"key\":\"a\",\"allowed\":true,\"granted\":1,\"limit\":10,"
            + "\"remaining\":9,\"retryAfterNanos\":0,\"resetAfterNanos\":100000000,\"delayNanos\":0,"
            + "\"binding\":\"10/s burst 10\"}\n";

    @Test
    void answersTheSampleEventToTheLetter() {
        Run run = Run.simulate("10/s", "{\"t\": 0, \"key\": \"a\", \"permits\": 1, \"op\": \"acquire\"}");
        assertThat(run).isEqualTo(new Run(0, SAMPLE, ""));
    }

    @Test
    void keyPermitsAndOpMayBeLeftOut() {
        assertThat(Run.simulate("10/s", "{\"t\":0}").out()).isEqualTo(SAMPLE.replace("\"a\"", "\"\""));
    }

    @Test
    void aSmallerTimeCountsAsTheLargestSeen() {
        Run run = Run.simulate("10/s", "{\"t\":500}", "{\"t\":3}", "{\"t\":501}");
        assertThat(run.lines())
                .extracting(line -> line.substring(0, 9))
                .containsExactly("{\"t\":500,", "{\"t\":500,", "{\"t\":501,");
    }

    @Test
    void timeZeroIsTheBoundaryOfAWindow() {
        Run run = Run.simulate("1/min fixed-window", "{\"t\":59999999999}", "{\"t\":60000000000}");
        assertThat(run.answers()).containsExactly("true 1 0 0 1 0", "true 1 0 0 60000000000 0");
    }

    @Test
    void takesTimesSinceTheEpoch() {
        Run run = Run.simulate("10/s", "{\"t\":1700000000123456789}", "{\"t\":9223372036854775807}");
        assertThat(run.answers()).containsExactly("true 1 9 0 100000000 0", "true 1 9 0 100000000 0");
    }

    @Test
    void severalLimitsAreOneDecision() {
        Run run = Run.reading(
                "{\"t\":0,\"permits\":2}\n{\"t\":0,\"permits\":2}\n",
                "simulate",
                "--limit",
                "10/s",
                "--limit=3/min",
                "--max-keys",
                "100");
        assertThat(run.answers()).containsExactly("true 2 1 0 40000000000 0", "false 0 1 20000000000 40000000000 0");
        assertThat(run.lines()).allMatch(line -> line.endsWith("\"binding\":\"3/min burst 3\"}"));
    }

    @Test
    void skipsBlankLinesAndTakesAnyLineEnd() {
        Run run = Run.reading("\n{\"t\":0}\r\n \t\r\n\n  { \"t\" : 1 , \"key\" : \"\" }  ", SIMULATE);
        assertThat(run.status()).isZero();
        assertThat(run.lines()).hasSize(2);
    }

    @Test
    void noEventsGiveNoAnswers() {
        assertThat(Run.reading("", SIMULATE)).isEqualTo(new Run(0, "", ""));
    }

    @Test
    void keysComeBackAsTheyWere() {
        String key = "\"\\\"\\\\/\\b\\t\\n\\u000b\\f\\r\\u0000\\u001f\u007f\u00e9\u20ac\ud83d\ude00\"";
        Run run = Run.simulate("10/s", "{\"t\":0,\"key\":" + key + "}");
        assertThat(run.out()).contains("\"key\":" + key + ",");
    }

    @Test
    void escapesMeanTheCharactersTheyStandFor() {
        Run run = Run.simulate("10/s", "{\"\\u0074\":0,\"key\":\"\\/\\u00e9\\u20AC\\ud83d\\ude00\\u0041\"}");
        assertThat(run.out()).contains("\"key\":\"/\u00e9\u20ac\ud83d\ude00A\",");
    }

    @Test
    void takesTheLongestKeyEvenIfAllOfItIsEscaped() {
        Run run = Run.simulate("10/s", "{\"t\":0,\"key\":\"" + "\\u0001".repeat(65_536) + "\"}");
        assertThat(run.out()).contains("\"" + "\\u0001".repeat(65_536) + "\"");
    }

    @Test
    void readsLinesWhereverTheStreamCutsThem() {
        byte[] events = "{\"t\":0,\"key\":\"\u20ac\"}\n".repeat(50).getBytes(StandardCharsets.UTF_8);
        InputStream trickle = new ByteArrayInputStream(events) {
            @Override
            public int read(byte[] bytes, int offset, int length) {
                return super.read(bytes, offset, Math.min(length, 7));
            }
        };
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(Main.run(SIMULATE, trickle, out, System.err)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(50);
    }

    @Test
    void manyEventsAreAnsweredInOrder() {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            events.add("{\"t\":" + i + ",\"key\":\"k" + i + "\"}");
        }
        List<String> answers =
                Run.simulate("10/s", events.toArray(String[]::new)).lines();
        assertThat(answers).hasSize(20_000);
        for (int i = 0; i < answers.size(); i++) {
            assertThat(answers.get(i)).startsWith("{\"t\":" + i + ",\"key\":\"k" + i + "\",\"allowed\":true");
        }
    }

    @Test
    void answersBeforeItWaitsForMore() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<String> seenAtEachRead = new ArrayList<>();
        InputStream talk = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("reads in bulk");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
                seenAtEachRead.add(out.toString(StandardCharsets.UTF_8));
                byte[] event = "{\"t\":0,\"key\":\"a\"}\n".getBytes(StandardCharsets.UTF_8);
                System.arraycopy(event, 0, bytes, offset, event.length);
                return seenAtEachRead.size() > 1 ? -1 : event.length;
            }
        };
        assertThat(Main.run(SIMULATE, talk, out, System.err)).isZero();
        assertThat(seenAtEachRead).containsExactly("", SAMPLE);
    }

    @Test
    void readsEventsFromAFile(@TempDir Path folder) throws IOException {
        Path events = Files.writeString(folder.resolve("events.jsonl"), "{\"t\":0,\"key\":\"a\"}\n");
        Run run = Run.sluice("simulate", "--limit", "10/s", "--events", events.toString());
        assertThat(run).isEqualTo(new Run(0, SAMPLE, ""));
    }

    @Test
    void endsQuietlyWhenNobodyReadsTheAnswers() {
        assertThat(runInto("Broken pipe")).isEqualTo(new Run(0, "", ""));
    }

    @Test
    void saysSoWhenAnswersCannotBeWritten() {
        assertThat(runInto("No space left on device"))
                .isEqualTo(new Run(1, "", "sluice: cannot write the answers: No space left on device\n"));
    }

    private static Run runInto(String failure) {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(failure);
            }
        };
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        InputStream in = new ByteArrayInputStream("{\"t\":0}\n".getBytes(StandardCharsets.UTF_8));
        int status = Main.run(SIMULATE, in, broken, errors);
        return new Run(status, "", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void saysSoWhenEventsCannotBeRead() throws IOException {
        InputStream closed = InputStream.nullInputStream();
        closed.close();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        assertThat(Main.run(SIMULATE, closed, new ByteArrayOutputStream(), errors))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("sluice: cannot read the events: Stream closed\n");
    }
}
