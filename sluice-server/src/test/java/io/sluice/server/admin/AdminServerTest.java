package io.sluice.server.admin;

import static io.sluice.server.admin.AdminScene.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.sluice.testkit.http.RawAnswer;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AdminServerTest {
    private static final String KEY = "login|ip:192.0.2.1";

    private AdminScene scene;

    @BeforeEach
    void start() throws IOException {
        scene = new AdminScene();
    }

    @AfterEach
    void stop() {
        scene.close();
    }

    private void threeLogins() {
        for (int i = 0; i < 3; i++) {
            scene.visit("POST", "/login", "192.0.2.1");
        }
    }

    private long remaining() {
        return json(scene.client.get("/api/usage?key=" + KEY))
                .get("counters")
                .get(0)
                .get("remaining")
                .longValue();
    }

    @Test
    void tellsThatItLives() {
        RawAnswer answer = scene.client.get("/healthz");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("ok\n");
    }

    @Test
    void saysWhichEventLoopDoesNotTurn() {
        scene.stuck.set(List.of("event loop sluice-2-1 has not turned for 7000 ms"));
        RawAnswer answer = scene.client.get("/healthz");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.body()).isEqualTo("event loop sluice-2-1 has not turned for 7000 ms\n");
    }

    @Test
    void tellsThatItLivesWhileEveryOtherQuestionWaits() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        Gauge.builder("slow", () -> {
                    await(goOn);
                    return 1;
                })
                .register(scene.limits.meters());
        List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiting.add(scene.client.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        }
        assertThat(scene.client.get("/healthz").status()).isEqualTo(200);
        goOn.countDown();
        for (Socket socket : waiting) {
            assertThat(socket.getInputStream().read()).isEqualTo('H');
            socket.close();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void isReadyUntilItDrains() {
        assertThat(scene.client.get("/readyz").status()).isEqualTo(200);
        scene.draining.set(true);
        RawAnswer answer = scene.client.get("/readyz");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.body()).isEqualTo("draining\n");
    }

    @Test
    void hasMetricsForPrometheus() {
        threeLogins();
        RawAnswer answer = scene.client.get("/metrics");
        assertThat(answer.headers("Content-Type")).containsExactly("text/plain; version=0.0.4; charset=utf-8");
        assertThat(answer.body())
                .contains(
                        "sluice_requests_total{outcome=\"allowed\",plan=\"none\",rule=\"login\"} 2.0",
                        "sluice_requests_total{outcome=\"refused\",plan=\"none\",rule=\"login\"} 1.0",
                        "sluice_keys ",
                        "jvm_memory_used_bytes",
                        "process_uptime_seconds");
    }

    @Test
    void showsTheRulesInForce() {
        threeLogins();
        JsonNode shown = json(scene.client.get("/api/rules"));
        assertThat(shown.get("source").stringValue()).isEqualTo("test.yaml");
        assertThat(shown.get("reloads").has("taken")).isTrue();
        JsonNode login = shown.get("rules").get(0);
        assertThat(login.get("name").stringValue()).isEqualTo("login");
        assertThat(login.get("match").stringValue()).isEqualTo("POST /login");
        assertThat(login.get("per").get(0).stringValue()).isEqualTo("ip");
        assertThat(login.get("limits").get("otherwise").get(0).stringValue()).isEqualTo("2/min burst 2");
        assertThat(login.get("requests").get("refused").longValue()).isEqualTo(1);
        JsonNode trial = shown.get("rules").get(1);
        assertThat(trial.get("match").stringValue()).isEqualTo("everything");
        assertThat(trial.get("mode").stringValue()).isEqualTo("shadow");
    }

    @Test
    void tellsWhatAKeyHasUsed() {
        scene.visit("POST", "/login", "192.0.2.1");
        JsonNode shown = json(scene.client.get("/api/usage?key=" + KEY));
        assertThat(shown.get("key").stringValue()).isEqualTo(KEY);
        JsonNode counter = shown.get("counters").get(0);
        assertThat(counter.get("name").stringValue()).isEqualTo("login");
        assertThat(counter.get("remaining").longValue()).isEqualTo(1);
        assertThat(counter.get("limit").longValue()).isEqualTo(2);
        assertThat(counter.get("blocked").booleanValue()).isFalse();
    }

    @Test
    void resetsAKey() {
        threeLogins();
        assertThat(remaining()).isZero();
        RawAnswer answer = scene.post("/api/reset", "{\"key\":\"" + KEY + "\"}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(remaining()).isEqualTo(2);
    }

    @Test
    void givesPermitsBack() {
        threeLogins();
        scene.post("/api/refund", "{\"key\":\"" + KEY + "\",\"permits\":1}");
        assertThat(remaining()).isEqualTo(1);
    }

    @Test
    void blocksAndUnblocks() {
        RawAnswer blocked = scene.post("/api/block", "{\"key\":\"" + KEY + "\",\"duration\":\"15m\"}");
        JsonNode counter = json(blocked).get("counters").get(0);
        assertThat(counter.get("blocked").booleanValue()).isTrue();
        assertThat(counter.get("retryAfterSeconds").longValue()).isEqualTo(900);
        scene.post("/api/unblock", "{\"key\":\"" + KEY + "\"}");
        assertThat(remaining()).isEqualTo(2);
    }

    @Test
    void namesWhoIsLimitedMost() {
        threeLogins();
        JsonNode limited = json(scene.client.get("/api/top")).get("limited").get(0);
        assertThat(limited.get("key").stringValue()).isEqualTo(KEY);
        assertThat(limited.get("refused").longValue()).isEqualTo(1);
    }

    @Test
    void tellsWhyWhoWasRefusedAndWhenAgain() {
        threeLogins();
        JsonNode refused = json(scene.client.get("/api/refusals")).get("refusals");
        assertThat(refused.size()).isEqualTo(1);
        JsonNode one = refused.get(0);
        assertThat(one.get("at").stringValue()).isEqualTo("2023-11-14T22:13:20Z");
        assertThat(one.get("outcome").stringValue()).isEqualTo("refused");
        assertThat(one.get("rule").stringValue()).isEqualTo("login");
        assertThat(one.get("key").stringValue()).isEqualTo(KEY);
        assertThat(one.get("limit").stringValue()).isEqualTo("2/min burst 2");
        assertThat(one.get("retryAfterSeconds").longValue()).isEqualTo(30);
    }

    @Test
    void explainsWhatARequestWouldMeet() {
        threeLogins();
        JsonNode rules = json(scene.client.get("/api/explain?method=POST&path=/login&ip=192.0.2.1"))
                .get("rules");
        assertThat(rules.get(0).get("key").stringValue()).isEqualTo(KEY);
        assertThat(rules.get(0).get("allowed").booleanValue()).isFalse();
        assertThat(rules.get(1).get("enforced").booleanValue()).isFalse();
        scene.clock.advance(Duration.ofMinutes(1));
        assertThat(remaining()).isEqualTo(2);
    }

    @Test
    void tellsOfTheStore() {
        JsonNode shown = json(scene.client.get("/api/store"));
        assertThat(shown.get("store").stringValue()).isEqualTo("memory");
        assertThat(shown.get("maxKeys").longValue()).isEqualTo(1_000_000);
    }

    @Test
    void tellsOfTheUpstreams() {
        JsonNode shown = json(scene.client.get("/api/upstreams"));
        assertThat(shown.get("targets").get(0).get("upstream").stringValue()).isEqualTo("app");
    }

    @Test
    void hasNothingToReloadWithoutAFile() {
        RawAnswer answer = scene.post("/api/reload", "");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(json(answer).get("detail").stringValue())
                .isEqualTo("there is no rule file to read again; start with --rules FILE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "/api/reset~~the body must be a JSON object such as {\"key\": \"login|ip:203.0.113.9\"}",
                "/api/reset~[]~the body must be a JSON object such as {\"key\": \"login|ip:203.0.113.9\"}",
                "/api/reset~{}~/key must be a text such as \"login|ip:203.0.113.9\"",
                "/api/reset~{\"key\":\"signup|ip:x\"}~no rule called signup; there are: login, trial",
                "/api/reset~{\"key\":\"login|ip:1.2.3.4\",\"all\":1}~/all means nothing here; there are: key",
                "/api/refund~{\"key\":\"login|ip:1.2.3.4\"}~/permits must be a whole number, 1 or more",
                "/api/refund~{\"key\":\"login|ip:1.2.3.4\",\"permits\":-1}~/permits must be a whole number, 1 or more",
                "/api/block~{\"key\":\"login|ip:1.2.3.4\",\"duration\":\"long\"}~duration is long; write 100ms, 5s, 15m, 2h or 1d, up to 366d"
            })
    void saysWhatIsWrongWithABody(String path, String body, String detail) {
        RawAnswer answer = scene.post(path, body == null ? "" : body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.headers("Content-Type")).containsExactly("application/problem+json");
        assertThat(json(answer).get("detail").stringValue()).isEqualTo(detail);
    }

    @Test
    void saysWhatIsWrongWithJson() {
        RawAnswer answer = scene.post("/api/reset", "{\"key\":");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(json(answer).get("detail").stringValue())
                .startsWith("the body is not one JSON value at line 1, column ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"key\":\"login|ip:1.2.3.4\",\"key\":\"trial|ip:1.2.3.4\"}",
                "{\"key\":\"login|path:\u00c0\u00af\"}",
                "{\"key\":\"login|path:\\ud800\"}"
            })
    void takesNoJsonThatCanBeReadInTwoWays(String body) {
        RawAnswer answer = scene.post("/api/reset", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(json(answer).get("detail").stringValue())
                .containsAnyOf("Duplicate", "byte 20 (0xC0)", "/key has \\ud800, which is half of a character");
    }

    @Test
    void namesAParameterThatIsMissing() {
        RawAnswer answer = scene.client.get("/api/usage");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(json(answer).get("detail").stringValue())
                .isEqualTo("the query parameter key is missing; give one such as ?key=login|ip:203.0.113.9");
    }

    @Test
    void namesWhatThereIsWhereThereIsNothing() {
        RawAnswer answer = scene.client.get("/api/nothing");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(json(answer).get("detail").stringValue())
                .startsWith("there is nothing at /api/nothing; there are: GET /healthz, ");
    }

    @Test
    void namesTheMethodsItTakes() {
        RawAnswer put = scene.client.request("PUT", "/api/rules");
        assertThat(put.status()).isEqualTo(405);
        assertThat(put.headers("Allow")).containsExactly("GET, HEAD");
        assertThat(scene.client.get("/api/reset").headers("Allow")).containsExactly("POST");
    }

    @Test
    void headHasNoBody() {
        RawAnswer answer = scene.client.request("HEAD", "/healthz");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers("Content-Length")).containsExactly("3");
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void bodiesAreBounded() {
        RawAnswer answer = scene.post("/api/reset", "x".repeat(AdminServer.LARGEST_BODY + 1));
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.headers("Content-Type")).containsExactly("application/problem+json");
    }

    @Test
    void answersInTurnOnOneConnection() {
        String first = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
        String second = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        RawAnswer both = scene.client.exchange(first + second);
        assertThat(both.body()).startsWith("ok\nHTTP/1.1 200 OK").endsWith("ready\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/usage?key=%zz", "/%", "/api/explain?path=%4"})
    void aTargetThatCannotBeReadIsTheAskersFault(String target) {
        RawAnswer answer = scene.client.get(target);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(json(answer).get("detail").stringValue())
                .isEqualTo("the target of the request is no URI; write % as %25");
    }

    @Test
    void whatIsNoRequestIsSaidToBeNone() {
        assertThat(scene.client.exchange("GET /healthz HTTP/9\r\n\r\n").status())
                .isEqualTo(400);
    }
}
