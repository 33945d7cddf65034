package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** However the bytes of a request are cut, it means the same. */
class RequestHeadPropertyTest {
    private static final HeadLimits SMALL = new HeadLimits(48, 160, 5);
    private static final String[] PARTS = {
        "GET",
        "POST",
        " ",
        " ",
        "/",
        "/a?b",
        "http://h/p",
        "*",
        " HTTP/1.1\r\n",
        " HTTP/1.0\r\n",
        "\r\n",
        "\r\n",
        "\r\n\r\n",
        "\n",
        "\r",
        "Host: a\r\n",
        "Host: a\r\n",
        "Content-Length: 3\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Connection: close\r\n",
        "X-A: b\r\n",
        "X-A:b",
        ":",
        "\t",
        "\u0000",
        "\u00e4",
        "x".repeat(45),
        "GET / HTTP/1.1\r\nHost: a\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    };

    static LongStream seeds() {
        Long only = Long.getLong("sluice.seed");
        return only == null ? LongStream.range(0, 20) : LongStream.of(only);
    }

    @ParameterizedTest(name = "seed {0} (replay with -Dsluice.seed={0})")
    @MethodSource("seeds")
    void anyCutGivesTheSame(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = text(random).getBytes(ISO_8859_1);
            String whole = HeadText.outcome(SMALL, List.of(bytes));
            assertThat(HeadText.outcome(SMALL, cut(bytes, random, 1))).isEqualTo(whole);
            assertThat(HeadText.outcome(SMALL, cut(bytes, random, 1 + random.nextInt(40))))
                    .isEqualTo(whole);
        }
    }

    /** One object that reads all heads of a connection, many of them the same as the last, against a fresh one for each. */
    @ParameterizedTest(name = "seed {0} (replay with -Dsluice.seed={0})")
    @MethodSource("seeds")
    void whatWasReadBeforeMakesNoDifference(long seed) {
        Random random = new Random(seed);
        RequestHead head = new RequestHead(SMALL);
        String text = text(random);
        for (int i = 0; i < 2_000; i++) {
            text = random.nextInt(3) > 0 ? text : random.nextBoolean() ? text(random) : changed(text, random);
            byte[] bytes = text.getBytes(ISO_8859_1);
            List<byte[]> pieces = random.nextBoolean() ? List.of(bytes) : cut(bytes, random, 40);
            assertThat(HeadText.outcome(head, pieces)).isEqualTo(HeadText.outcome(SMALL, List.of(bytes)));
            head.reset();
        }
    }

    private static String changed(String text, Random random) {
        if (text.isEmpty()) {
            return text;
        }
        int at = random.nextInt(text.length());
        return text.substring(0, at) + (char) ('a' + random.nextInt(26)) + text.substring(at + random.nextInt(2));
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder(
                random.nextInt(4) > 0 ? "GET /" + "y".repeat(random.nextInt(36)) + " HTTP/1.1\r\n" : "");
        int parts = random.nextInt(12);
        for (int i = 0; i < parts; i++) {
            text.append(PARTS[random.nextInt(PARTS.length)]);
        }
        return text + (random.nextBoolean() ? "\r\n\r\n" : "");
    }

    private static List<byte[]> cut(byte[] bytes, Random random, int most) {
        List<byte[]> pieces = new ArrayList<>();
        int at = 0;
        while (at < bytes.length) {
            int end = Math.min(bytes.length, at + 1 + random.nextInt(most));
            pieces.add(Arrays.copyOfRange(bytes, at, end));
            at = end;
        }
        return pieces;
    }
}
