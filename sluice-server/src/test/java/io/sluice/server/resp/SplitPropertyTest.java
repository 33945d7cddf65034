package io.sluice.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** However the network cuts a stream of requests to pieces, the replies are the same. */
class SplitPropertyTest {
    private static final int STREAMS = 300;
    private static final List<String> KEYS = List.of("a", "b", "", "\0\r\n\377", "k".repeat(2000));

    @Test
    void repliesDoNotDependOnWhereTheStreamIsCut() {
        Long only = Long.getLong("sluice.seed");
        for (long seed = only == null ? 0 : only; seed < (only == null ? STREAMS : only + 1); seed++) {
            String stream = stream(new Random(seed));
            String whole = new Talk().send(stream);
            assertThat(inPieces(stream, new Random(~seed)))
                    .as("seed %d (replay with -Dsluice.seed=%d)", seed, seed)
                    .isEqualTo(whole);
        }
    }

    @Test
    void repliesDoNotDependOnASingleCutAnywhere() {
        String stream = stream(new Random(4));
        String whole = new Talk().send(stream);
        for (int cut = 0; cut <= stream.length(); cut++) {
            Talk talk = new Talk();
            String replies = talk.send(stream.substring(0, cut)) + talk.send(stream.substring(cut));
            assertThat(replies).as("cut at %d", cut).isEqualTo(whole);
        }
    }

    private static String inPieces(String stream, Random random) {
        Talk talk = new Talk();
        StringBuilder replies = new StringBuilder();
        int at = 0;
        while (at < stream.length()) {
            int to = Math.min(stream.length(), at + 1 + random.nextInt(random.nextBoolean() ? 3 : 400));
            replies.append(talk.send(stream.substring(at, to)));
            at = to;
        }
        return replies.toString();
    }

    private static String stream(Random random) {
        StringBuilder stream = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            stream.append(request(random));
        }
        return stream.append(random.nextInt(4) == 0 ? "*x\r\n" + Talk.command("PING") : "")
                .toString();
    }

    private static String request(Random random) {
        String key = KEYS.get(random.nextInt(KEYS.size()));
        return switch (random.nextInt(8)) {
            case 0 -> Talk.command("PING", key);
            case 1 -> "PING 'in line'\r\n";
            case 2 -> "\r\n*0\r\n";
            case 3 -> Talk.command("HELLO", random.nextBoolean() ? "2" : "3");
            case 4 -> Talk.command("nonsense", key);
            case 5 -> Talk.command("SELECT", Integer.toString(random.nextInt(18)));
            default ->
                Talk.command(
                        "cl.throttle",
                        key,
                        Integer.toString(random.nextInt(4)),
                        "1",
                        "60",
                        Integer.toString(random.nextInt(3)));
        };
    }
}
