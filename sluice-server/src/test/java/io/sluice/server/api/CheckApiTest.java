package io.sluice.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code /v1/check}, and that the OpenAPI document tells the truth about every answer seen here. */
class CheckApiTest {
    private static final String RULES = """
            headers: [ietf, x-ratelimit]
            deny: [192.0.2.0/24]
            rules:
              search:
                match: GET /api/search/**
                per: user
                limit: [2/s burst 2, 10/min]
              shop:
                match: { host: shop.example }
                per: host
                limit: 2/min
              queue:
                match: /queue
                limit: 2/s leaky-queue 3
                when-limited: delay
              forbidden:
                match: /forbidden
                limit: 0/s
                when-limited: { status: 403 }
            """;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private ApiScene scene;
    private JsonNode openapi;

    @BeforeEach
    void open() throws Exception {
        scene = new ApiScene(RULES);
        openapi = JSON.readTree(client.send(
                        HttpRequest.newBuilder(scene.uri("/v1/openapi.json")).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body());
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private HttpResponse<String> post(String body) throws IOException, InterruptedException {
        return post(body, "application/json");
    }

    private HttpResponse<String> post(String body, String type) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(scene.uri("/v1/check"))
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode decided(String body) throws IOException, InterruptedException {
        HttpResponse<String> response = post(body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertFits(response.body(), JSON.readTree(response.body()).has("results") ? "Results" : "Decision");
        return JSON.readTree(response.body());
    }

    /** Against the schema of that name in the document that is served. */
    private void assertFits(String json, String name) {
        ObjectNode schema = JSON.createObjectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("$ref", "#/components/schemas/" + name);
        schema.set("components", openapi.get("components"));
        Schema checker = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema.toString(), InputFormat.JSON);
        assertThat(checker.validate(json, InputFormat.JSON)).as(json).isEmpty();
    }

    @Test
    void decidesByRules() throws Exception {
        String question = "{\"attributes\": {\"method\": \"get\", \"path\": \"/api//search/x\", \"user\": \"ann\"}}";
        JsonNode first = decided(question);
        assertThat(first.get("allowed").booleanValue()).isTrue();
        assertThat(first.get("outcome").stringValue()).isEqualTo("allowed");
        assertThat(first.get("rule").stringValue()).isEqualTo("search");
        assertThat(first.get("key").stringValue()).isEqualTo("search|user:ann");
        assertThat(first.get("remaining").intValue()).isEqualTo(1);
        assertThat(first.get("headers").get("X-RateLimit-Remaining").stringValue())
                .isEqualTo("1");
        decided(question);
        JsonNode refused = decided(question);
        assertThat(refused.get("allowed").booleanValue()).isFalse();
        assertThat(refused.get("status").intValue()).isEqualTo(429);
        assertThat(refused.get("retryAfterSeconds").intValue()).isEqualTo(1);
        assertThat(refused.get("retryAfterNanos").longValue()).isEqualTo(500_000_000);
        assertThat(refused.get("headers").get("Retry-After").stringValue()).isEqualTo("1");
        scene.clock.advance(Duration.ofMillis(500));
        assertThat(decided(question).get("allowed").booleanValue()).isTrue();
    }

    @Test
    void saysWhatElseBecomesOfARequest() throws Exception {
        assertThat(decided("{\"attributes\": {\"path\": \"/nothing\"}}")
                        .get("outcome")
                        .stringValue())
                .isEqualTo("unlimited");
        assertThat(decided("{\"attributes\": {\"ip\": \"192.0.2.7\"}}")
                        .get("status")
                        .intValue())
                .isEqualTo(403);
        JsonNode never = decided("{\"attributes\": {\"path\": \"/forbidden\"}}");
        assertThat(never.get("status").intValue()).isEqualTo(403);
        assertThat(never.get("retryAfterSeconds").isNull()).isTrue();
        decided("{\"attributes\": {\"path\": \"/queue\"}}");
        JsonNode delayed = decided("{\"attributes\": {\"path\": \"/queue\"}}");
        assertThat(delayed.get("outcome").stringValue()).isEqualTo("delayed");
        assertThat(delayed.get("delaySeconds").intValue()).isEqualTo(1);
        assertThat(delayed.get("delayNanos").longValue()).isEqualTo(500_000_000);
    }

    @Test
    void decidesByALimitThatComesAlong() throws Exception {
        JsonNode first = decided("{\"limit\": \"10/s burst 20\", \"key\": \"a\", \"permits\": 15}");
        assertThat(first.get("remaining").intValue()).isEqualTo(5);
        assertThat(first.get("rule").stringValue()).isEqualTo("10/s burst 20");
        assertThat(first.get("key").stringValue()).isEqualTo("a");
        assertThat(decided("{\"limit\": \"10/s burst 20\", \"key\": \"a\", \"permits\": 0}")
                        .get("remaining")
                        .intValue())
                .isEqualTo(5);
        assertThat(decided("{\"limit\": \"10/s burst 20\", \"key\": \"a\", \"permits\": 6}")
                        .get("allowed")
                        .booleanValue())
                .isFalse();
        assertThat(decided("{\"limit\": \"10/s burst 20\", \"key\": \"b\"}")
                        .get("remaining")
                        .intValue())
                .isEqualTo(19);
        JsonNode several = decided("{\"limit\": [\"10/s\", \"3/min\"], \"key\": \"a\", \"name\": \"mails\"}");
        assertThat(several.get("limit").intValue()).isEqualTo(3);
        assertThat(several.get("rule").stringValue()).isEqualTo("mails");
        scene.clock.advance(Duration.ofSeconds(1));
        assertThat(decided("{\"limit\": [\"10/s\", \"5/min\"], \"key\": \"a\", \"name\": \"mails\"}")
                        .get("remaining")
                        .intValue())
                .as("other numbers, and what was used stays used")
                .isEqualTo(3);
    }

    @Test
    void aNameHasOneSetOfLimitsForAllKeys() throws Exception {
        decided("{\"limit\": \"10/s\", \"key\": \"ann\", \"name\": \"api\"}");
        HttpResponse<String> other = post("{\"limit\": \"100/s\", \"key\": \"ben\", \"name\": \"api\"}");
        assertThat(other.statusCode()).isEqualTo(400);
        assertFits(other.body(), "Problem");
        JsonNode problem = JSON.readTree(other.body());
        assertThat(problem.get("pointer").stringValue()).isEqualTo("/limit");
        assertThat(problem.get("detail").stringValue())
                .contains("the limits of the name api became 10/s", "same limits for all keys", "api-premium");
        decided("{\"limit\": \"10/s\", \"key\": \"ann\", \"name\": \"api\"}");
        scene.clock.advance(Duration.ofSeconds(1));
        assertThat(decided("{\"limit\": \"100/s\", \"key\": \"ben\", \"name\": \"api\"}")
                        .get("limit")
                        .intValue())
                .isEqualTo(100);
    }

    @Test
    void aHostHasOneCounterHoweverItIsSpelled() throws Exception {
        decided("{\"attributes\": {\"host\": \"Shop.Example\"}}");
        decided("{\"attributes\": {\"host\": \"shop.example.\"}}");
        JsonNode third = decided("{\"attributes\": {\"host\": \"SHOP.example.\"}}");
        assertThat(third.get("allowed").booleanValue()).isFalse();
        assertThat(third.get("key").stringValue()).isEqualTo("shop|host:shop.example");
    }

    @Test
    void answersEveryQuestionOfABatchByItself() throws Exception {
        JsonNode results = decided("""
                        {"checks": [{"limit": "1/s", "key": "a"}, {"limit": "nonsense", "key": "a"}, {"limit": "1/s", "key": "a"}, 7],
                         "independent": true}
                        """).get("results");
        assertThat(results.size()).isEqualTo(4);
        assertThat(results.get(0).get("allowed").booleanValue()).isTrue();
        assertThat(results.get(1).get("error").get("pointer").stringValue()).isEqualTo("/checks/1/limit");
        assertThat(results.get(2).get("allowed").booleanValue()).isFalse();
        assertThat(results.get(3).get("error").get("pointer").stringValue()).isEqualTo("/checks/3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "{ ~ `` ~ the body is not one JSON value at line 1",
                "{\"a\":1,\"a\":2} ~ `` ~ Duplicate",
                "{\"limit\":\"1/s\",\"key\":\"\\ud800\"} ~ /key ~ half of a character",
                "[] ~ `` ~ a question is an object",
                "{} ~ `` ~ ask with attributes, or with limit and key",
                "{\"attributes\":{},\"limit\":\"1/s\"} ~ `` ~ exclude each other",
                "{\"attributes\":{},\"premits\":1} ~ /premits ~ known beside it are attributes, permits",
                "{\"attributes\":[]} ~ /attributes ~ an object",
                "{\"attributes\":{\"user\":7}} ~ /attributes/user ~ a text",
                "{\"attributes\":{\"path\":\"/a%2Fb\"}} ~ /attributes/path ~ one way only",
                "{\"attributes\":{\"path\":\"/a?b\"}} ~ /attributes/path ~ no query",
                "{\"attributes\":{\"ip\":\"127.1\"}} ~ /attributes/ip ~ such as 203.0.113.9",
                "{\"attributes\":{\"endpoint\":\"/\"}} ~ /attributes/endpoint ~ leave it out",
                "{\"attributes\":{\"header.X\":\"1\",\"header.x\":\"2\"}} ~ /attributes/header.x ~ twice",
                "{\"attributes\":{},\"permits\":-1} ~ /permits ~ from 0",
                "{\"attributes\":{},\"permits\":1.5} ~ /permits ~ whole number",
                "{\"limit\":\"10/fortnight\",\"key\":\"a\"} ~ /limit ~ fortnight",
                "{\"limit\":[],\"key\":\"a\"} ~ /limit ~ 1 to 16",
                "{\"limit\":\"1/s\"} ~ `` ~ key is missing",
                "{\"limit\":\"1/s\",\"key\":\"\"} ~ /key ~ 1 to 1024",
                "{\"checks\":[]} ~ /checks ~ 1 to 1000",
                "{\"checks\":[{}],\"permits\":2} ~ /checks ~ stands alone",
                "{\"checks\":[{}],\"independent\":1} ~ /checks ~ true or false",
                "{\"checks\":[{\"limit\":\"1/s\",\"key\":\"a\"},{\"limit\":\"x\",\"key\":\"b\"}]} ~ /checks/1/limit ~ expected",
                "{\"checks\":[{\"limit\":\"1/s\",\"key\":\"a\"},{\"attributes\":{}}]} ~ /checks/1 ~ independent",
            })
    void tellsWhereAQuestionIsWrongAndWhatWouldBeRight(String body, String pointer, String right) throws Exception {
        HttpResponse<String> response = post(body);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertFits(response.body(), "Problem");
        JsonNode problem = JSON.readTree(response.body());
        assertThat(problem.get("pointer").stringValue()).isEqualTo(pointer);
        assertThat(problem.get("detail").stringValue()).contains(right);
    }

    @Test
    void takesOnlySoManyLimitsQuestionsAndBytes() throws Exception {
        String tooMany = IntStream.rangeClosed(0, CheckApi.MOST)
                .mapToObj(i -> "{\"limit\":\"1/s\",\"key\":\"a\"}")
                .collect(Collectors.joining(",", "{\"checks\":[", "]}"));
        assertThat(post(tooMany).statusCode()).isEqualTo(400);
        assertThat(post(" ".repeat(RequestBody.MOST + 1)).statusCode()).isEqualTo(413);
        String names = IntStream.range(0, GivenLimits.MOST)
                .mapToObj(i -> "{\"limit\":\"1/s\",\"key\":\"a\",\"name\":\"n" + i + "\"}")
                .collect(Collectors.joining(",", "{\"independent\":true,\"checks\":[", "]}"));
        decided(names);
        HttpResponse<String> one = post("{\"limit\":\"1/s\",\"key\":\"a\",\"name\":\"another\"}");
        assertThat(one.statusCode()).isEqualTo(400);
        assertThat(one.body()).contains("use one of them", "same name", "write a rule");
        assertThat(decided("{\"limit\":\"1/s\",\"key\":\"b\",\"name\":\"n7\"}")
                        .get("allowed")
                        .booleanValue())
                .isTrue();
    }

    @Test
    void saysWhatElseItTakes() throws Exception {
        HttpResponse<String> get = client.send(
                HttpRequest.newBuilder(scene.uri("/v1/check")).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(get.statusCode()).isEqualTo(405);
        assertThat(get.headers().firstValue("Allow")).hasValue("POST");
        assertFits(get.body(), "Problem");
        assertThat(post("{}", "text/plain").statusCode()).isEqualTo(415);
        HttpResponse<String> missing =
                client.send(HttpRequest.newBuilder(scene.uri("/v2")).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(missing.statusCode()).isEqualTo(404);
        assertFits(missing.body(), "Problem");
    }

    @Test
    void takesChunkedBodies() throws Exception {
        byte[] body = "{\"limit\":\"1/s\",\"key\":\"a\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(scene.uri("/v1/check"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertFits(response.body(), "Decision");
    }

    @Test
    void examplesOfTheDocumentAreTaken() throws Exception {
        JsonNode examples = openapi.at("/paths/~1v1~1check/post/requestBody/content/application~1json/examples");
        assertThat(examples.size()).isEqualTo(4);
        for (JsonNode example : examples) {
            String body = example.get("value").toString();
            assertFits(body, example.get("value").has("checks") ? "Batch" : "Check");
            decided(body);
        }
    }
}
