package io.sluice.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients send before they ask anything, byte by byte as Redis 7 answers it. */
class ConnectionTest {
    private final Talk talk = new Talk();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PING | +PONG",
                "ping | +PONG",
                "PING hi | $2..hi",
                "PING a b | -ERR wrong number of arguments for 'ping' command",
                "ECHO hi | $2..hi",
                "ECHO | -ERR wrong number of arguments for 'echo' command",
                "SELECT 15 | +OK",
                "SELECT 16 | -ERR DB index is out of range",
                "SELECT x | -ERR value is not an integer or out of range",
                "CLIENT GETNAME | $-1",
                "CLIENT SETNAME web | +OK",
                "CLIENT ID | :7",
                "CLIENT SETINFO LIB-NAME jedis | +OK",
                "CLIENT SETINFO LIB-COLOR red | -ERR Unrecognized option 'LIB-COLOR'",
                "CLIENT NO-EVICT on | +OK",
                "CLIENT NO-TOUCH off | +OK",
                "CLIENT NO-TOUCH maybe | -ERR syntax error",
                "CLIENT KILL 1.2.3.4:5 | -NOPERM connections cannot end each other here",
                "CLIENT DANCE | -ERR unknown subcommand 'DANCE'. Try CLIENT HELP.",
                "CLIENT | -ERR wrong number of arguments for 'client' command",
                "COMMAND COUNT | :14",
                "COMMAND INFO nope | *1..*-1",
                "COMMAND DANCE | -ERR unknown subcommand 'DANCE'. Try COMMAND HELP.",
                "CONFIG GET save | *2..$4..save..$0..",
                "CONFIG GET appendonly | *2..$10..appendonly..$2..no",
                "CONFIG GET maxmemory | *0",
                "CONFIG SET a b | -ERR unknown subcommand 'SET'. Try CONFIG HELP.",
                "CLUSTER INFO | -ERR This instance has cluster support disabled",
                "READONLY | -ERR This instance has cluster support disabled",
                "RESET | +RESET",
                "QUIT | +OK",
                "HELLO 4 | -NOPROTO unsupported protocol version",
                "HELLO x | -ERR Protocol version is not an integer or out of range",
                "HELLO 2 NONSENSE | -ERR Syntax error in HELLO option 'NONSENSE'",
                "AUTH secret | -ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct?",
                "AUTH default any | +OK",
                "AUTH other any | -WRONGPASS invalid username-password pair or user is disabled.",
                "AUTH a b c | -ERR syntax error",
            })
    void answersAsRedisDoes(String words, String reply) {
        assertThat(talk.ask(words.split(" ", -1))).isEqualTo(reply.replace("..", "\r\n") + "\r\n");
    }

    @Test
    void saysWhatItDoesNotKnowAsRedisDoes() {
        assertThat(talk.ask("FLUSHALL")).isEqualTo("-ERR unknown command 'FLUSHALL', with args beginning with: \r\n");
        assertThat(talk.ask("get", "a\r\nb", "c"))
                .isEqualTo("-ERR unknown command 'get', with args beginning with: 'a  b' 'c' \r\n");
    }

    @Test
    void namesBothWordsWhereTheSecondIsGivenTooMuch() {
        assertThat(talk.ask("CLIENT", "ID", "3"))
                .isEqualTo("-ERR wrong number of arguments for 'client|id' command\r\n");
    }

    @Test
    void cutsLongArgumentsOffInWhatItDoesNotKnow() {
        String shown = talk.ask("x", "a".repeat(100), "b".repeat(100), "c");
        assertThat(shown)
                .isEqualTo("-ERR unknown command 'x', with args beginning with: '" + "a".repeat(100) + "' '"
                        + "b".repeat(25) + "' \r\n");
    }

    @Test
    void greetsInBothProtocols() {
        assertThat(talk.ask("HELLO"))
                .startsWith("*14\r\n$6\r\nserver\r\n$5\r\nredis\r\n")
                .contains("proto\r\n:2\r\n");
        assertThat(talk.ask("HELLO", "3", "SETNAME", "web"))
                .startsWith("%7\r\n")
                .contains("proto\r\n:3\r\n");
        assertThat(talk.ask("CLIENT", "GETNAME")).isEqualTo("$3\r\nweb\r\n");
        assertThat(talk.ask("CONFIG", "GET", "dir")).isEqualTo("%0\r\n");
        assertThat(talk.ask("RESET")).isEqualTo("+RESET\r\n");
        assertThat(talk.ask("CLIENT", "GETNAME")).isEqualTo("$-1\r\n");
    }

    @Test
    void describesItsCommands() {
        assertThat(lines("COMMAND", "INFO", "cl.throttle"))
                .containsExactly(
                        "*1",
                        "*10",
                        "$11",
                        "cl.throttle",
                        ":-1",
                        "*3",
                        "+write",
                        "+denyoom",
                        "+fast",
                        ":1",
                        ":1",
                        ":1",
                        "*0",
                        "*0",
                        "*0",
                        "*0");
        assertThat(talk.ask("COMMAND")).startsWith("*14\r\n*10\r\n");
        assertThat(talk.ask("COMMAND", "LIST")).startsWith("*14\r\n$11\r\ncl.throttle\r\n");
        assertThat(lines("COMMAND", "DOCS", "ping", "nope"))
                .containsExactly(
                        "*2",
                        "$4",
                        "ping",
                        "*4",
                        "$7",
                        "summary",
                        "$8",
                        "Answers.",
                        "$5",
                        "group",
                        "$10",
                        "connection");
    }

    private String[] lines(String... words) {
        return talk.ask(words).split("\r\n", 0);
    }

    @Test
    void tellsAboutItself() {
        assertThat(talk.ask("INFO")).contains("redis_version:7.0.0", "loading:0", "role:master", "cluster_enabled:0");
        assertThat(talk.ask("INFO", "replication")).contains("role:master").doesNotContain("redis_version");
        assertThat(talk.ask("INFO", "nonsense")).isEqualTo("$0\r\n\r\n");
        talk.ask("HELLO", "3");
        assertThat(talk.ask("INFO", "cluster")).isEqualTo("=34\r\ntxt:# Cluster\r\ncluster_enabled:0\r\n\r\n");
    }

    @Test
    void closesWhenAskedTo() {
        assertThat(talk.send(Talk.command("QUIT") + Talk.command("PING"))).isEqualTo("+OK\r\n");
        assertThat(talk.isOpen()).isFalse();
    }

    @Test
    void doesNotGoOnWithWhatABrowserSends() {
        String command = "CL.THROTTLE a 0 1 60\r\n";
        assertThat(talk.send("POST / HTTP/1.1\r\nHost: x\r\n\r\n" + command)).isEmpty();
        assertThat(talk.isOpen()).isFalse();
        Talk other = new Talk();
        assertThat(other.send("GET / HTTP/1.1\r\nhost: x\r\n\r\n" + command)).startsWith("-ERR unknown command 'GET'");
        assertThat(other.isOpen()).isFalse();
    }

    @Test
    void asksForThePasswordFirst() {
        Talk locked = new Talk(Optional.of("s3cret"));
        assertThat(locked.throttle("a 1 1 1")).isEqualTo("-NOAUTH Authentication required.\r\n");
        assertThat(locked.throttle("a")).isEqualTo("-NOAUTH Authentication required.\r\n");
        assertThat(locked.ask("PING")).isEqualTo("-NOAUTH Authentication required.\r\n");
        assertThat(locked.ask("NONSENSE")).isEqualTo("-NOAUTH Authentication required.\r\n");
        assertThat(locked.ask("HELLO", "3")).startsWith("-NOAUTH HELLO must be called with the client already");
        assertThat(locked.ask("AUTH", "wrong")).startsWith("-WRONGPASS ");
        assertThat(locked.ask("HELLO", "3", "AUTH", "default", "wrong")).startsWith("-WRONGPASS ");
        assertThat(locked.ask("AUTH", "s3cret")).isEqualTo("+OK\r\n");
        assertThat(locked.throttle("a 1 1 1")).startsWith("0 ");
        assertThat(locked.ask("RESET")).isEqualTo("+RESET\r\n");
        assertThat(locked.ask("PING")).startsWith("-NOAUTH ");
        assertThat(locked.ask("HELLO", "3", "AUTH", "default", "s3cret")).startsWith("%7\r\n");
        assertThat(locked.ask("PING")).isEqualTo("+PONG\r\n");
    }

    @Test
    void listensToNothingLongBeforeThePassword() {
        assertThat(new Talk(Optional.of("s")).send("*11\r\n"))
                .isEqualTo("-ERR Protocol error: unauthenticated multibulk length\r\n");
        assertThat(new Talk(Optional.of("s")).send("*1\r\n$16385\r\n"))
                .isEqualTo("-ERR Protocol error: unauthenticated bulk length\r\n");
    }
}
