package io.sluice.server.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.proof.SmugglingCorpus.Attack;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is done to the bytes of known attacks, the servers behind see no request that the gateway has not counted. */
@Tag("long")
class SmugglingPropertyTest {
    private static final int VARIANTS = 600;
    private static final String[] SALT = {
        "\r",
        "\n",
        "\r\n",
        "\r\n\r\n",
        " ",
        "\t",
        "\u0000",
        ":",
        ";",
        ",",
        "0",
        "5",
        "\u000b",
        "\u00ff",
        "chunked",
        "Content-Length: 7\r\n",
        "Transfer-Encoding: chunked\r\n",
        "HTTP/1.1",
        "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "0\r\n\r\n",
        "Host: b\r\n",
    };

    @TempDir
    Path folder;

    static LongStream seeds() {
        Long only = Long.getLong("sluice.seed");
        return only == null ? LongStream.range(0, 2) : LongStream.of(only);
    }

    @ParameterizedTest(name = "seed {0} (replay with -Dsluice.seed={0})")
    @MethodSource("seeds")
    void nothingIsHiddenFromAGatewayBeforeNginx(long seed) throws Exception {
        variants(seed, Nginx.start(folder));
    }

    @ParameterizedTest(name = "seed {0} (replay with -Dsluice.seed={0})")
    @MethodSource("seeds")
    void norBeforeAServerThatBelievesLengths(long seed) throws Exception {
        variants(seed, LenientServer.start(LenientServer.Believes.LENGTH));
    }

    @ParameterizedTest(name = "seed {0} (replay with -Dsluice.seed={0})")
    @MethodSource("seeds")
    void norBeforeAServerThatBelievesEncodings(long seed) throws Exception {
        variants(seed, LenientServer.start(LenientServer.Believes.ENCODING));
    }

    private static void variants(long seed, Behind behind) throws Exception {
        Random random = new Random(seed);
        List<Attack> corpus = SmugglingCorpus.all();
        List<String> lots = new ArrayList<>();
        for (int i = 0; i < VARIANTS; i++) {
            lots.add(mutated(corpus.get(random.nextInt(corpus.size())).numbered(i), random));
        }
        try (behind;
                Attacks attacks = Attacks.on(behind, ProofScene.HASTY)) {
            assertThat(attacks.send(lots)).allMatch(answers -> answers.isEmpty() || answers.startsWith("HTTP/1.1 "));
            attacks.assertNothingHidden();
        }
    }

    private static String mutated(String bytes, Random random) {
        StringBuilder text = new StringBuilder(bytes);
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + 1 + random.nextInt(4));
            switch (random.nextInt(5)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, text.substring(at, end));
                case 2 -> text.setCharAt(at, (char) random.nextInt(256));
                case 3 -> text.insert(at, SALT[random.nextInt(SALT.length)]);
                default -> text.replace(at, end, SALT[random.nextInt(SALT.length)]);
            }
        }
        return text.toString();
    }
}
