package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.RawUpstream;
import io.sluice.testkit.http.JsonTimes;
import io.sluice.testkit.http.RawAnswer;
import io.sluice.testkit.http.RawHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** No JSON that a door writes has a duration without its unit, and one name means one thing everywhere. */
class JsonTimesTest {
    private static final String TOKEN = "token-of-this-test";
    private static final String RULES = """
            clients: { ip: { trusted-proxies: [127.0.0.0/8] } }
            rules:
              all: { match: /all, per: ip, limit: 1/min fixed-window, block: 15m }
              own: { match: /own, per: ip, limit: 1/day, when-limited: { status: 403, body: own.json } }
              never: { match: /never, per: ip, limit: 0/s }
              queue: { match: /queue, per: ip, limit: 2/s leaky-queue 3, when-limited: delay }
            """;
    private static final List<String> QUESTIONS = List.of(
            "{\"attributes\": {\"path\": \"/all\", \"ip\": \"192.0.2.1\"}}",
            "{\"attributes\": {\"path\": \"/all\", \"ip\": \"192.0.2.1\"}}",
            "{\"attributes\": {\"path\": \"/never\", \"ip\": \"192.0.2.1\"}}",
            "{\"attributes\": {\"path\": \"/nothing\"}}",
            "{\"attributes\": {\"path\": \"/queue\", \"ip\": \"192.0.2.1\"}}",
            "{\"attributes\": {\"path\": \"/queue\", \"ip\": \"192.0.2.1\"}}",
            "{\"limit\": [\"3/s\", \"1/h\"], \"key\": \"a\"}",
            "{\"checks\": [{\"limit\": \"1/h\", \"key\": \"a\"}, {\"limit\": \"1/h\", \"key\": \"a\"}, {\"limit\": \"x\", \"key\": \"a\"}], \"independent\": true}",
            "{\"checks\": [{\"limit\": \"1/h\", \"key\": \"b\"}, {\"limit\": \"1/h\", \"key\": \"c\"}]}",
            "{\"limit\": \"1/parsec\", \"key\": \"a\"}");

    @TempDir
    Path folder;

    private final RawUpstream upstream = RawUpstream.start(request -> request.ok("passed"));
    private ServerScene scene;

    @BeforeEach
    void start() throws Exception {
        Files.writeString(folder.resolve("own.json"), "{\"againAfterSeconds\": {{ retryAfterSeconds }}}");
        scene = ServerScene.of(
                RULES + ServerScene.to(upstream) + "server: { access-log: access.jsonl, admin: { token: " + TOKEN
                        + " } }",
                folder);
    }

    @AfterEach
    void close() {
        scene.close();
        upstream.close();
    }

    private static JsonNode checked(RawAnswer answer) {
        JsonTimes.check(answer.body());
        return JsonMapper.shared().readTree(answer.body());
    }

    private RawHttp gateway() {
        return RawHttp.to(scene.port("gateway"));
    }

    private RawAnswer admin(String path, String body) {
        return RawHttp.to(scene.port("admin"))
                .exchange("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
                        + TOKEN + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private RawAnswer check(String body) {
        return RawHttp.to(scene.port("api"))
                .exchange("POST /v1/check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    @Test
    void theGatewayTellsOfARefusalInSeconds() {
        gateway().get("/all");
        for (String accepted : List.of("application/problem+json", "application/json")) {
            RawAnswer refused = gateway().request("GET", "/all", "Accept: " + accepted);
            assertThat(checked(refused).get("retryAfterSeconds").asString())
                    .isEqualTo(refused.headers("Retry-After").get(0));
        }
        JsonNode blocked = checked(gateway().get("/all"));
        assertThat(blocked.get("blocked").asBoolean()).isTrue();
        assertThat(blocked.get("detail").asString())
                .startsWith("Blocked for exceeding 1 request per minute. Try again in ")
                .endsWith(" s, at " + blocked.get("blockedUntil").asString() + ".");
        assertThat(Duration.between(
                        Instant.now(), Instant.parse(blocked.get("blockedUntil").asString())))
                .isBetween(Duration.ofMinutes(13), Duration.ofSeconds(901));
        gateway().get("/own");
        RawAnswer own = gateway().get("/own");
        assertThat(checked(own).get("againAfterSeconds").asString())
                .isEqualTo(own.headers("Retry-After").get(0));
        assertThat(checked(gateway().get("/never")).get("retryAfterSeconds").isNull())
                .isTrue();
        checked(gateway().get("/a%2fb"));
    }

    @Test
    void theAccessLogTellsOfItInSeconds() throws IOException {
        gateway().get("/all");
        RawAnswer refused = gateway().get("/all");
        gateway().get("/nothing");
        scene.close();
        List<String> lines = Files.readAllLines(folder.resolve("access.jsonl"));
        assertThat(lines).hasSize(3).allSatisfy(JsonTimes::check);
        JsonNode second = JsonMapper.shared().readTree(lines.get(1));
        assertThat(second.get("retryAfterSeconds").asString())
                .isEqualTo(refused.headers("Retry-After").get(0));
        assertThat(second.get("durationMillis").isNumber()).isTrue();
    }

    @Test
    void theDecisionApiTellsOfTimesInTwoUnits() {
        QUESTIONS.forEach(question -> checked(check(question)));
        JsonNode refused = checked(check(QUESTIONS.get(0)));
        assertThat(refused.propertyNames())
                .contains("retryAfterSeconds", "retryAfterNanos", "resetAfterSeconds", "resetAfterNanos")
                .contains("delaySeconds", "delayNanos");
        RawHttp api = RawHttp.to(scene.port("api"));
        api.get("/v1/authorize/all");
        checked(api.get("/v1/authorize/all"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/rules",
                "/api/explain?path=/all&ip=192.0.2.1",
                "/api/explain?path=/never&ip=192.0.2.1",
                "/api/usage?key=all|ip:192.0.2.1",
                "/api/top",
                "/api/refusals",
                "/api/store",
                "/api/upstreams",
                "/api/nothing"
            })
    void theAdminPortTellsTimesWithTheirUnits(String path) {
        QUESTIONS.forEach(this::check);
        checked(RawHttp.to(scene.port("admin")).get(path));
    }

    @Test
    void soDoItsAnswersToCommands() {
        String key = "{\"key\":\"all|ip:192.0.2.1\"";
        JsonNode blocked = checked(admin("/api/block", key + ",\"duration\":\"15m\"}"))
                .get("counters")
                .get(0);
        assertThat(blocked.get("retryAfterSeconds").asLong()).isEqualTo(900);
        assertThat(blocked.get("retryAfterNanos").asLong()).isBetween(899_000_000_000L, 900_000_000_000L);
        checked(admin("/api/unblock", key + "}"));
        checked(admin("/api/refund", key + ",\"permits\":1}"));
        checked(admin("/api/reset", key + "}"));
        checked(admin("/api/reload", ""));
        checked(admin("/api/reset", "{}"));
    }

    /** What is promised has the same names as what is answered. */
    @Test
    void theOpenApiDocumentNamesUnits() {
        String document = RawHttp.to(scene.port("api")).get("/v1/openapi.json").body();
        JsonNode schemas =
                JsonMapper.shared().readTree(document).get("components").get("schemas");
        for (JsonNode schema : schemas) {
            JsonNode properties = schema.path("properties");
            assertThat(properties.propertyNames())
                    .filteredOn(name -> name.contains("After") || name.contains("delay"))
                    .allMatch(name -> name.endsWith("Seconds") || name.endsWith("Nanos"));
        }
        assertThat(schemas.get("Refusal").get("properties").has("retryAfterSeconds"))
                .isTrue();
    }
}
