package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Header lines, the names that are known, and the bytes they are made of. */
class FieldLinesTest {
    private static FieldLines lines(String text) {
        AnswerHead head = new AnswerHead(HeadLimits.USUAL);
        head.read(Unpooled.copiedBuffer("HTTP/1.1 200 OK\r\n" + text + "\r\n", ISO_8859_1), false);
        assertThat(head.bad()).isNull();
        return head.fields();
    }

    private static String copied(FieldLines lines, int from, int to) {
        ByteBuf out = Unpooled.buffer();
        lines.copy(out, from, to);
        return out.toString(ISO_8859_1);
    }

    @Test
    void copiesLinesAsTheyAre() {
        FieldLines lines = lines("A:1\r\nB: \t 2 \r\nc:\r\n");
        assertThat(copied(lines, 0, 3)).isEqualTo("A:1\r\nB: \t 2 \r\nc:\r\n");
        assertThat(copied(lines, 1, 2)).isEqualTo("B: \t 2 \r\n");
        assertThat(copied(lines, 2, 3)).isEqualTo("c:\r\n");
        assertThat(copied(lines, 1, 1)).isEmpty();
        ByteBuf value = Unpooled.buffer();
        lines.copyValue(value, 1);
        assertThat(value.toString(ISO_8859_1)).isEqualTo("2");
    }

    @Test
    void findsNamesInAnyCase() {
        FieldLines lines = lines("X-a: 1\r\nHost: h\r\nx-A: 2\r\nX-B: 3\r\n");
        assertThat(lines.find("x-a", 0)).isZero();
        assertThat(lines.find("X-A", 1)).isEqualTo(2);
        assertThat(lines.find("x-a", 3)).isEqualTo(-1);
        assertThat(lines.find("x-", 0)).isEqualTo(-1);
        assertThat(lines.find(FieldName.HOST, 0)).isEqualTo(1);
        assertThat(lines.find(FieldName.HOST, 1)).isEqualTo(1);
        assertThat(lines.find(FieldName.HOST, 2)).isEqualTo(-1);
        assertThat(lines.values("x-A")).containsExactly("1", "2");
        assertThat(lines.values("x-c")).isEmpty();
        assertThat(lines.nameText(2)).isEqualTo("x-A");
    }

    @Test
    void comparesValuesWithoutMakingText() {
        FieldLines lines = lines("A: b\u00e4c \r\nB:\r\n");
        assertThat(lines.hasValue(0, "b\u00e4c")).isTrue();
        assertThat(lines.hasValue(0, "b\u00e4")).isFalse();
        assertThat(lines.hasValue(0, "b\u00e4d")).isFalse();
        assertThat(lines.hasValue(0, "B\u00e4c")).isFalse();
        assertThat(lines.hasValue(1, "")).isTrue();
    }

    @Test
    void knowsManyLines() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 90; i++) {
            text.append("X-").append(i).append(": ").append(i * i).append("\r\n");
        }
        FieldLines lines = lines(text.toString());
        assertThat(lines.size()).isEqualTo(90);
        for (int i = 0; i < 90; i++) {
            assertThat(lines.nameText(i)).isEqualTo("X-" + i);
            assertThat(lines.value(i)).isEqualTo(Integer.toString(i * i));
        }
        assertThat(copied(lines, 0, 90)).isEqualTo(text.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "'close', true",
        "'CLOSE', true",
        "'a, close', true",
        "'close,b', true",
        "'a,\tClose ,b', true",
        "',,close', true",
        "'closed', false",
        "'a close', false",
        "'clos', false",
        "'', false",
        "'close;q=1', false",
    })
    void findsWordsInLists(String value, boolean there) {
        assertThat(lines("Connection: " + value + "\r\n").names(0, "close".getBytes(US_ASCII)))
                .isEqualTo(there);
    }

    @ParameterizedTest
    @CsvSource({
        "'x-foo', true",
        "'X-FOO', true",
        "'a,x-foo', true",
        "'x-foo ,b', true",
        "' ,\t,x-foo', true",
        "'a x-foo', true",
        "'x-foo;b', true",
        "';x-foo', true",
        "'x-fo', false",
        "'x-foo1', false",
        "'x foo', false",
        "'', false",
    })
    void findsNamesOfOtherLinesInLists(String value, boolean there) {
        assertThat(lines("Connection: " + value + "\r\nX-Foo: 1\r\n").names(0, 1))
                .isEqualTo(there);
    }

    /** What differs by a bit only is not the same letter in another case: {@code ^} and {@code ~}, {@code @} and {@code `}. */
    @Test
    void onlyLettersHaveTwoCases() {
        FieldLines lines = lines("a^: 1\r\na~: 2\r\nConnection: a^\r\n");
        assertThat(lines.find("A~", 0)).isEqualTo(1);
        assertThat(lines.find("A^", 0)).isZero();
        assertThat(lines.names(2, 0)).isTrue();
        assertThat(lines.names(2, 1)).isFalse();
        assertThat(lines("z: 1\r\nA: 2\r\n").find("Z", 0)).isZero();
        assertThat(lines("z: 1\r\nA: 2\r\n").find("a", 0)).isEqualTo(1);
    }

    private static FieldName name(String text) {
        byte[] bytes = (" " + text + ":").getBytes(US_ASCII);
        return FieldName.of(bytes, 1, text.length() + 1);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"RATE", "OTHER", "X_RATELIMIT_REDUCED"})
    void knowsTheNamesOfTheProtocol(FieldName known) {
        String text = known.name().toLowerCase(Locale.ROOT).replace('_', '-');
        assertThat(name(text)).isEqualTo(known);
        assertThat(name(text.toUpperCase(Locale.ROOT))).isEqualTo(known);
        assertThat(name(text + "s")).isEqualTo(FieldName.OTHER);
        assertThat(name("y" + text.substring(1))).isEqualTo(FieldName.OTHER);
        assertThat(known.mayTrail()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "RateLimit, RATE",
        "ratelimit-policy, RATE",
        "RateLimit-Remaining, RATE",
        "RateLimits, RATE",
        "ratelimi, OTHER",
        "rate-limit, OTHER",
        "X-RateLimit-Reset, RATE",
        "x-ratelimit-, RATE",
        "x-ratelimit, OTHER",
        "x-ratelimit-reduced, X_RATELIMIT_REDUCED",
        "X-Envoy-RateLimited, RATE",
        "X-Envoy-RateLimite, OTHER",
        "x-rate-limit-limit, OTHER",
        "x, OTHER",
        "r, OTHER",
        "content-security-policy, OTHER",
        "content-security-policy-report-only, OTHER",
    })
    void knowsWhatTellsHowAClientStands(String text, FieldName known) {
        assertThat(name(text)).isEqualTo(known);
    }

    @Test
    void knowsWhatEndsWithAConnectionAndWhatTellsWhereARequestComesFrom() {
        assertThat(java.util.Arrays.stream(FieldName.values()).filter(FieldName::isHopByHop))
                .containsExactly(
                        FieldName.CONNECTION,
                        FieldName.KEEP_ALIVE,
                        FieldName.PROXY_CONNECTION,
                        FieldName.PROXY_AUTHENTICATE,
                        FieldName.PROXY_AUTHORIZATION,
                        FieldName.TE,
                        FieldName.UPGRADE,
                        FieldName.HTTP2_SETTINGS);
        assertThat(java.util.Arrays.stream(FieldName.values()).filter(FieldName::isForwarding))
                .containsExactly(
                        FieldName.FORWARDED,
                        FieldName.X_FORWARDED_FOR,
                        FieldName.X_FORWARDED_PROTO,
                        FieldName.X_FORWARDED_HOST,
                        FieldName.X_FORWARDED_PORT,
                        FieldName.X_FORWARDED_PREFIX,
                        FieldName.X_REAL_IP,
                        FieldName.X_RATELIMIT_REDUCED);
        assertThat(java.util.Arrays.stream(FieldName.values()).filter(FieldName::mayTrail))
                .containsExactly(FieldName.OTHER);
    }

    /** As RFC 9110 and RFC 3986 list them. */
    @Test
    void knowsWhichBytesMayStandWhere() {
        String letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        String token = letters + "0123456789!#$%&'*+-.^_`|~";
        String authority = letters + "0123456789-._~:[]!$&'()*+;=%";
        List<Integer> target =
                IntStream.range(0x21, 0x7F).filter(c -> c != '#').boxed().toList();
        assertThat(all(b -> Octets.isToken((byte) b))).containsExactlyInAnyOrderElementsOf(codes(token));
        assertThat(all(b -> Octets.isAuthority((byte) b))).containsExactlyInAnyOrderElementsOf(codes(authority));
        assertThat(all(b -> Octets.isTarget((byte) b))).containsExactlyInAnyOrderElementsOf(target);
    }

    private static List<Integer> all(IntPredicate kind) {
        return IntStream.range(0, 256).filter(kind).boxed().toList();
    }

    private static List<Integer> codes(String text) {
        return text.chars().boxed().toList();
    }
}
