package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A bad line ends the run with its place, what is wrong and what would be right; it does nothing else. */
class BadEventsTest {
    private static final String OBJECT = "; a line is an object such as {\"t\":0,\"key\":\"a\"}";
    private static final String NANOS = "; give whole nanoseconds from 0 to 9223372036854775807";
    private static final String PERMITS = "; give a whole number from 0 to 2147483647";
    private static final String OPS =
            "; give one of acquire, acquire_at_most, peek, reserve, cancel, refund, penalize, "
                    + "reset, block, unblock, reconfigure";
    private static final String LIMIT = "; give a text such as \"10/s burst 20\", or a list of them";
    private static final String ID = "; give a text such as \"r1\", or a whole number";
    private static final String ESCAPE = "; \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u00e9 are right";

    static Stream<Arguments> badLines() {
        return Stream.of(
                arguments("x", 1, "found 'x'" + OBJECT),
                arguments("[]", 1, "found '['" + OBJECT),
                arguments("  7", 3, "found '7'" + OBJECT),
                arguments("\ufeff{\"t\":0}", 1, "found byte 0xef" + OBJECT),
                arguments("{", 2, "found the end of the line; the name of a field such as \"t\" is right"),
                arguments("{t:0}", 2, "found 't'; the name of a field such as \"t\" is right"),
                arguments("{\"t\"}", 5, "found '}'; ':' is right"),
                arguments("{\"t\" 0}", 6, "found '0'; ':' is right"),
                arguments("{\"t\":0", 7, "found the end of the line; ',' or '}' is right"),
                arguments("{\"t\":0 \"key\":\"a\"}", 8, "found '\"'; ',' or '}' is right"),
                arguments("{\"t\":0,}", 8, "found '}'; the name of a field such as \"t\" is right"),
                arguments("{\"t\":0,,}", 8, "found ','; the name of a field such as \"t\" is right"),
                arguments("{\"t\":0}}", 8, "found '}'; one object a line is right"),
                arguments("{\"t\":0}{\"t\":1}", 8, "found '{'; one object a line is right"),
                arguments("{\"t\":0} // why", 9, "found '/'; one object a line is right"));
    }

    static Stream<Arguments> badValues() {
        return Stream.of(
                arguments("{}", 1, "t is missing; give the nanoseconds since the start, such as \"t\":0"),
                arguments(" {\"key\":\"a\"}", 2, "t is missing; give the nanoseconds since the start, such as \"t\":0"),
                arguments("{\"t\":}", 6, "t has no value" + NANOS),
                arguments("{\"t\":-1}", 6, "t is -1" + NANOS),
                arguments("{\"t\":1.5}", 6, "t is 1.5" + NANOS),
                arguments("{\"t\":1e9}", 6, "t is 1e9" + NANOS),
                arguments("{\"t\":01}", 6, "t is 01" + NANOS),
                arguments("{\"t\":+1}", 6, "t is +1" + NANOS),
                arguments("{\"t\":-}", 6, "t is -" + NANOS),
                arguments("{\"t\":\"0\"}", 6, "t is \"0\"" + NANOS),
                arguments("{\"t\":null}", 6, "t is null" + NANOS),
                arguments("{\"t\":NaN}", 6, "t is NaN" + NANOS),
                arguments("{\"t\":[0]}", 6, "t is a list" + NANOS),
                arguments("{\"t\":{}}", 6, "t is an object" + NANOS),
                arguments("{\"t\":9223372036854775808}", 6, "t is 9223372036854775808" + NANOS),
                arguments("{\"t\":" + "9".repeat(50) + "}", 6, "t is " + "9".repeat(40) + "..." + NANOS),
                arguments("{\"t\":0,\"t\":0}", 8, "t is there twice; give it once"),
                arguments("{\"t\":0,\"permits\":-1}", 18, "permits is -1" + PERMITS),
                arguments("{\"t\":0,\"permits\":0.5}", 18, "permits is 0.5" + PERMITS),
                arguments("{\"t\":0,\"permits\":2147483648}", 18, "permits is 2147483648" + PERMITS),
                arguments("{\"t\":0,\"permits\":true}", 18, "permits is true" + PERMITS),
                arguments("{\"t\":0,\"key\":5}", 14, "key is 5; give a text such as \"a\""),
                arguments("{\"t\":0,\"key\":null}", 14, "key is null; give a text such as \"a\""),
                arguments("{\"t\":0,\"op\":\"take\"}", 13, "op is \"take\"" + OPS),
                arguments("{\"t\":0,\"op\":\"Acquire\"}", 13, "op is \"Acquire\"" + OPS),
                arguments("{\"t\":0,\"op\":1}", 13, "op is 1" + OPS),
                arguments("{\"t\":0,\"op\":\"a\\nb\"}", 13, "op is \"a?b\"" + OPS),
                arguments(
                        "{\"t\":0,\"permit\":1}",
                        8,
                        "unknown field \"permit\"; the fields are t, key, permits, op, id, maxWaitNanos, durationNanos,"
                                + " limit"));
    }

    static Stream<Arguments> badTexts() {
        return Stream.of(
                arguments("{\"t\":0,\"key\":\"a}", 17, "the line ends within a text; a closing '\"' is right"),
                arguments("{\"t\":0,\"key\":\"a\tb\"}", 16, "a control character within a text; write it as \\u0009"),
                arguments("{\"t\":0,\"key\":\"\\x\"}", 15, "unknown escape" + ESCAPE),
                arguments("{\"t\":0,\"key\":\"\\u12g4\"}", 15, "unknown escape" + ESCAPE),
                arguments("{\"t\":0,\"key\":\"\\u12", 15, "unknown escape" + ESCAPE),
                arguments("{\"t\":0,\"key\":\"\\", 15, "unknown escape" + ESCAPE),
                arguments(
                        "{\"t\":0,\"key\":\"\u00e9\u20ac\ud83d\ude00\\ud83d\"}",
                        18,
                        "half a surrogate pair; give both halves, such as \\ud83d\\ude00"),
                arguments(
                        "{\"t\":0,\"key\":\"\\ud83d\\u0041\"}",
                        15,
                        "half a surrogate pair; give both halves, such as \\ud83d\\ude00"),
                arguments(
                        "{\"t\":0,\"key\":\"\\ude00\"}",
                        15,
                        "half a surrogate pair; give both halves, such as \\ud83d\\ude00"),
                arguments(
                        "{\"t\":0,\"key\":\"" + "k".repeat(65_537) + "\"}",
                        14,
                        "key has 65537 characters; give at most 65536"));
    }

    static Stream<Arguments> badOps() {
        return Stream.of(
                arguments("{\"t\":0,\"op\":\"cancel\"}", 1, "cancel needs id" + ID),
                arguments("{\"t\":0,\"op\":\"cancel\",\"id\":true}", 27, "id is true" + ID),
                arguments(
                        "{\"t\":0,\"op\":\"cancel\",\"id\":\"q\"}",
                        27,
                        "no reservation has the id \"q\"; give that of an earlier reserve"),
                arguments(
                        "{\"t\":0,\"op\":\"reserve\",\"id\":\"r\"}",
                        28,
                        "the id \"r\" is in use; give another, or cancel it before"),
                arguments(
                        "{\"t\":0,\"op\":\"reserve\",\"maxWaitNanos\":-1}",
                        38,
                        "maxWaitNanos is -1" + NANOS + ", or null for no bound"),
                arguments(
                        "{\"t\":0,\"op\":\"block\",\"durationNanos\":\"1s\"}",
                        37,
                        "durationNanos is \"1s\"" + NANOS + ", or null for no bound"),
                arguments(
                        "{\"t\":0,\"maxWaitNanos\":1}",
                        23,
                        "acquire takes no maxWaitNanos; leave it out, or give op reserve"),
                arguments(
                        "{\"id\":\"r\",\"t\":0,\"op\":\"peek\"}",
                        7,
                        "peek takes no id; leave it out, or give op reserve or cancel"),
                arguments("{\"t\":0,\"op\":\"reconfigure\"}", 1, "reconfigure needs limit" + LIMIT),
                arguments("{\"t\":0,\"op\":\"reconfigure\",\"limit\":5}", 35, "limit is 5" + LIMIT),
                arguments("{\"t\":0,\"op\":\"reconfigure\",\"limit\":[]}", 35, "limit is an empty list" + LIMIT),
                arguments("{\"t\":0,\"op\":\"reconfigure\",\"limit\":[5]}", 36, "limit is 5" + LIMIT),
                arguments(
                        "{\"t\":0,\"op\":\"reconfigure\",\"limit\":[\"1/s\" \"2/s\"]}",
                        42,
                        "found '\"'; ',' or ']' is right"),
                arguments(
                        "{\"t\":0,\"op\":\"reconfigure\",\"limit\":[\"1/s\"[\"2/s\"]}",
                        41,
                        "found '['; ',' or ']' is right"),
                arguments("{\"t\":0,\"op\":\"reconfigure\",\"limit\":[[\"1/s\"]]}", 36, "limit is a list" + LIMIT),
                arguments(
                        "{\"t\":0,\"op\":\"reconfigure\",\"limit\":[\"1/s\"]\"key\":\"\"}",
                        42,
                        "found '\"'; ',' or '}' is right"),
                arguments("{\"t\":0,\"op\":\"reconfigure\",\"limit\":[\"1/s\",]}", 42, "limit has no value" + LIMIT),
                arguments(
                        "{\"t\":0,\"op\":\"reconfigure\",\"limit\":\"10/x\"}",
                        35,
                        "bad limit at character 4: expected a unit of time: ns, us, ms, s, min, h, day, week, month or year"
                                + LIMIT));
    }

    @ParameterizedTest
    @MethodSource({"badLines", "badValues", "badTexts", "badOps"})
    void namesThePlaceAndWhatWouldBeRight(String line, int column, String problem) {
        String before = "{\"t\":0,\"op\":\"reserve\",\"id\":\"r\"}\n\n";
        Run run = Run.reading(before + line + "\n{\"t\":1}\n", "simulate", "--limit", "10/s");
        assertThat(run.err()).isEqualTo("line 3, column " + column + ": " + problem + "\n");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.answers()).containsExactly("true 1 9 0 100000000 0");
    }

    @Test
    void refusesBytesThatAreNotUtf8() {
        for (byte[] bad : new byte[][] {
            {(byte) 0xff},
            {(byte) 0xc0, (byte) 0x80},
            {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
            {(byte) 0xe2, (byte) 0x82}
        }) {
            ByteArrayOutputStream in = new ByteArrayOutputStream();
            in.writeBytes("{\"t\":0,\"key\":\"\u00e9".getBytes(StandardCharsets.UTF_8));
            in.writeBytes(bad);
            in.writeBytes("\"}".getBytes(StandardCharsets.UTF_8));
            assertThat(Run.reading(in.toByteArray(), "simulate", "--limit", "10/s"))
                    .isEqualTo(new Run(
                            2,
                            "",
                            "line 1, column 16: the text is not UTF-8; write it in UTF-8, or characters as escapes such"
                                    + " as \\u00e9\n"));
        }
    }

    @Test
    void refusesALineThatDoesNotEnd() {
        Run run = Run.simulate("10/s", "{\"t\":0}", "{\"t\":0,\"key\":\"" + "k".repeat(10_000_000) + "\"}");
        assertThat(run.err())
                .isEqualTo("line 2, column 1048577: the line is longer than 1048576 bytes; give one object a line\n");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.lines()).hasSize(1);
    }

    @Test
    void everyPrefixOfAnEventIsAnErrorOrNothing() {
        String event = "{\"t\":0,\"key\":\"\\u00e9\u20ac\",\"op\":\"reconfigure\",\"limit\":[\"1/s\",\"2/min\"]}";
        for (int length = 1; length < event.length(); length++) {
            Run run = Run.simulate("10/s", event.substring(0, length));
            assertThat(run.status()).as(event.substring(0, length)).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).matches("line 1, column \\d+: [^;\n]+; [^\n]+\n");
        }
        assertThat(Run.simulate("10/s", event).status()).isZero();
    }
}
