package io.sluice.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How requests are written, and what is none. */
class ProtocolTest {
    private final Talk talk = new Talk();

    @Test
    void answersEveryRequestOfAPipelineInOrder() {
        String both = Talk.command("PING", "1") + Talk.command("nonsense") + Talk.command("PING", "2");
        assertThat(talk.send(both))
                .isEqualTo("$1\r\n1\r\n-ERR unknown command 'nonsense', with args beginning with: \r\n$1\r\n2\r\n");
    }

    @Test
    void waitsForTheRest() {
        assertThat(talk.send("*1\r\n$4\r\nPI")).isEmpty();
        assertThat(talk.send("NG\r")).isEmpty();
        assertThat(talk.send("\n")).isEqualTo("+PONG\r\n");
    }

    @Test
    void readsLinesAsPeopleTypeThem() {
        assertThat(talk.send("PING\n")).isEqualTo("+PONG\r\n");
        assertThat(talk.send("  ping \t hi \r\n")).isEqualTo("$2\r\nhi\r\n");
        assertThat(talk.send("echo \"a \\x41\\n\\t\\r\\b\\a\\\"\\q\"\r\n"))
                .isEqualTo("$9\r\na A\n\t\r\b\7\"q\r\n".replace("$9", "$10"));
        assertThat(talk.send("echo 'it\\'s \\n'\r\n")).isEqualTo("$7\r\nit's \\n\r\n");
        assertThat(talk.send("echo \"\"\r\n")).isEqualTo("$0\r\n\r\n");
        assertThat(talk.send("echo \"\\xzz\"\r\n")).isEqualTo("$3\r\nxzz\r\n");
    }

    @Test
    void doesNotAnswerNothing() {
        assertThat(talk.send("\r\n\n   \r\n*0\r\n*-1\r\n")).isEmpty();
        assertThat(talk.ask("PING")).isEqualTo("+PONG\r\n");
    }

    private void isWrong(String bytes, String why) {
        assertThat(talk.send(bytes)).isEqualTo("-ERR Protocol error: " + why + "\r\n");
        assertThat(talk.isOpen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"*x\r\n", "*01\r\n", "*1025\r\n", "*99999999999999999999\r\n", "*+1\r\n", "*\r\n", "*-0\r\n"})
    void refusesCountsThatAreNone(String bytes) {
        isWrong(bytes, "invalid multibulk length");
    }

    @ParameterizedTest
    @ValueSource(strings = {"$x\r\n", "$-1\r\n", "$524289\r\n", "$\r\n"})
    void refusesLengthsThatAreNone(String bytes) {
        isWrong("*1\r\n" + bytes, "invalid bulk length");
    }

    @Test
    void refusesArgumentsWithoutALength() {
        isWrong("*1\r\nPING\r\n", "expected '$', got 'P'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo \"a\n", "echo 'a\n", "echo \"a\"b\n", "echo 'a'b\n"})
    void refusesQuotesThatDoNotClose(String bytes) {
        isWrong(bytes, "unbalanced quotes in request");
    }

    @Test
    void refusesLinesWithoutAnEnd() {
        isWrong("x".repeat(RequestReader.LONGEST_LINE + 1), "too big inline request");
    }

    @Test
    void refusesCountsWithoutAnEnd() {
        isWrong("*" + "1".repeat(RequestReader.LONGEST_LINE + 1), "too big mbulk count string");
    }

    @Test
    void refusesLengthsWithoutAnEnd() {
        isWrong("*1\r\n$" + "1".repeat(RequestReader.LONGEST_LINE + 1), "too big bulk count string");
    }

    @Test
    void refusesMoreThanItWouldKeep() {
        String half =
                "$" + RequestReader.LONGEST_ARGUMENT + "\r\n" + "a".repeat(RequestReader.LONGEST_ARGUMENT) + "\r\n";
        isWrong("*4\r\n" + half + half, "too big request");
    }

    @Test
    void answersWhatCameBeforeAnError() {
        assertThat(talk.send(Talk.command("PING") + "*x\r\n" + Talk.command("PING")))
                .isEqualTo("+PONG\r\n-ERR Protocol error: invalid multibulk length\r\n");
    }

    @Test
    void takesTheLongestArgument() {
        String longest = "a".repeat(RequestReader.LONGEST_ARGUMENT);
        assertThat(talk.ask("ECHO", longest)).isEqualTo("$" + longest.length() + "\r\n" + longest + "\r\n");
        assertThat(talk.ask("PING")).isEqualTo("+PONG\r\n");
    }
}
