package io.sluice.server.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.http.HttpRequest;
import io.sluice.http.Verdict;
import io.sluice.http.client.ClientAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What stands in a line. */
class LineWriterTest {
    private static final String ONE_A_MINUTE = "rules: { api: { per: ip, limit: 2/min } }\n";

    private static String line(LogScene scene, Exchange exchange) {
        ClientAddress clients = new ClientAddress(scene.engine.rules().clients());
        JsonLine line = new LineWriter(scene.clock).write(exchange, clients);
        return new String(line.bytes(), 0, line.length(), StandardCharsets.UTF_8);
    }

    private static Exchange undecided(HttpRequest request, @Nullable Verdict verdict) {
        return new Exchange(request, "HTTP/2", verdict, null, null, 400, 5, 6, 7_000_000);
    }

    @Test
    void hasAllThereIsToTellAndNoQuery() {
        try (LogScene scene = new LogScene(ONE_A_MINUTE)) {
            TestRequest request = TestRequest.get("/v1/items");
            assertThat(line(scene, scene.exchange(request, 200)))
                    .isEqualTo(
                            "{\"time\":\"2026-11-15T18:44:54.123Z\",\"ip\":\"203.0.113.9\",\"protocol\":\"HTTP/1.1\","
                                    + "\"method\":\"GET\",\"host\":\"api.example.com\",\"path\":\"/v1/items\",\"status\":200,"
                                    + "\"bytesIn\":0,\"bytesOut\":12,\"durationMillis\":0.412,\"outcome\":\"allowed\",\"rule\":\"api\","
                                    + "\"remaining\":1,\"retryAfterSeconds\":0,\"target\":null,\"error\":null}\n");
            scene.exchange(request, 200);
            JsonNode refused = LogScene.json(line(scene, scene.exchange(request, 429)));
            assertThat(refused.get("outcome").asString()).isEqualTo("refused");
            assertThat(refused.get("remaining").asLong()).isZero();
            assertThat(refused.get("retryAfterSeconds").asLong()).isEqualTo(30);
            assertThat(refused.get("status").asInt()).isEqualTo(429);
        }
    }

    @Test
    void saysNullWhereNothingWasDecided() {
        try (LogScene scene = new LogScene(ONE_A_MINUTE)) {
            TestRequest odd = new TestRequest("GET", "/a%2fb", null, null, "not an address", Map.of());
            Verdict bad = scene.decide(odd);
            for (Exchange exchange : new Exchange[] {undecided(odd, bad), undecided(odd, null)}) {
                JsonNode line = LogScene.json(line(scene, exchange));
                for (String key :
                        new String[] {"outcome", "rule", "remaining", "retryAfterSeconds", "target", "error", "host"}) {
                    assertThat(line.get(key).isNull()).as(key).isTrue();
                }
                assertThat(line.get("ip").asString()).isEqualTo("not an address");
                assertThat(line.get("path").asString()).isEqualTo("/a%2fb");
                assertThat(line.get("durationMillis").asDouble()).isEqualTo(7.0);
            }
        }
    }

    @Test
    void theAddressIsTheClientsBehindProxiesThatAreTrusted() {
        try (LogScene scene = new LogScene("clients: { ip: { trusted-proxies: [203.0.113.9] } }\n" + ONE_A_MINUTE)) {
            TestRequest request =
                    new TestRequest("GET", "/", null, "a", "203.0.113.9", Map.of("x-forwarded-for", "198.51.100.7"));
            assertThat(LogScene.json(line(scene, scene.exchange(request, 200)))
                            .get("ip")
                            .asString())
                    .isEqualTo("198.51.100.7");
        }
    }

    @Test
    void nothingInARequestMakesASecondLineOrAnotherMember() {
        try (LogScene scene = new LogScene(ONE_A_MINUTE)) {
            String evil = "/a\",\"status\":200}\r\n{\"time\":\u2028\u0085\u0000\\\u001b[31m\ud83d\ude00\ud83d";
            TestRequest request = new TestRequest("G\nT", evil, null, evil, evil, Map.of());
            String line = line(scene, undecided(request, null));
            assertThat(line).endsWith("}\n");
            assertThat(line.substring(0, line.length() - 1)).doesNotContainAnyWhitespaces();
            assertThat(line).matches(text -> text.chars().allMatch(c -> c == '\n' || (c >= ' ' && c < 0x7f)));
            JsonNode read = LogScene.json(line);
            assertThat(read.get("path").asString()).isEqualTo(evil);
            assertThat(read.get("status").asInt()).isEqualTo(400);
        }
    }

    @Test
    void whateverIsWrittenIsReadBack() {
        Long only = Long.getLong("sluice.seed");
        long first = only == null ? 1 : only;
        long last = only == null ? 2_000 : only;
        JsonLine line = new JsonLine();
        for (long seed = first; seed <= last; seed++) {
            String text = text(new Random(seed));
            line.clear();
            line.text(text);
            String written = new String(line.bytes(), 0, line.length(), StandardCharsets.UTF_8);
            assertThat(LogScene.json(written).asString())
                    .as("replay with -Dsluice.seed=%d", seed)
                    .isEqualTo(text);
            assertThat(written).doesNotContain("\n", "\r", "\u2028", "\u2029", "\u0085");
        }
    }

    private static String text(Random random) {
        int[] tops = {0x20, 0x80, 0x100, 0x900, 0x2100, 0xe000, 0x10000};
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(60); length > 0; length--) {
            text.append((char) random.nextInt(tops[random.nextInt(tops.length)]));
        }
        return text.toString();
    }

    @Test
    void longTextsAreCut() {
        JsonLine line = new JsonLine();
        line.text("x".repeat(100_000));
        assertThat(line.length()).isEqualTo(2_048 + 5);
    }

    @Test
    void numbersAreWrittenAsTheyAre() {
        JsonLine line = new JsonLine();
        for (long number : new long[] {0, 9, 10, 99, 100, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            line.clear();
            line.number(number);
            assertThat(new String(line.bytes(), 0, line.length(), StandardCharsets.US_ASCII))
                    .isEqualTo(Long.toString(number));
        }
    }
}
