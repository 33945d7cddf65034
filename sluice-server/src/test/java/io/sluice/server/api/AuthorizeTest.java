package io.sluice.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Question;
import io.sluice.core.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What proxies are told. */
class AuthorizeTest {
    private static final String RULES = """
            headers: [ietf, x-ratelimit]
            clients:
              ip: { trusted-proxies: [127.0.0.0/8] }
            rules:
              login:
                match: POST /login
                per: ip
                limit: 2/min
              queue:
                match: /queue
                limit: 1/s leaky-queue 5
                when-limited: delay
              host:
                match: { path: /hosted, host: shop.example }
                limit: 1/min
              odd:
                match: /odd
                limit: 1/min
              closed:
                match: /closed
                limit: 1/min
                when-limited: { status: 503 }
              paid:
                match: /paid
                limit: 1/min
                when-limited: { status: 402 }
              decoy:
                match: /decoy
                limit: 1/min
                when-limited: { decoy: "DECOY" }
              feed:
                match: /feed
                limit: 1/min
                when-limited: { reduced: { extra: 1 } }
              steps:
                match: /steps
                limit: 1/min fixed-window
                when-limited: { delay: { step: 100ms, max: 1s } }
              never:
                match: /never
                limit: 1/min fixed-window
                when-limited: { delay: { step: 100ms, max: 1s, refuse: never } }
            """;

    @TempDir
    private Path folder;

    private ApiScene scene;
    private RawClient client;

    private void open() throws IOException {
        open(new ApiScene(rules()));
    }

    private String rules() throws IOException {
        Path decoy = Files.writeString(folder.resolve("decoy.json"), "{}");
        return RULES.replace("DECOY", decoy.toString());
    }

    private void open(ApiScene opened) throws IOException {
        scene = opened;
        client = new RawClient(scene.port());
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        scene.close();
    }

    private String ask(String target, String... fields) throws IOException {
        client.send("GET " + target + " HTTP/1.1\r\nHost: sluice\r\n" + String.join("\r\n", fields)
                + (fields.length == 0 ? "" : "\r\n") + "\r\n");
        return client.answer();
    }

    private String login(String target, String address) throws IOException {
        return ask(target, "X-Forwarded-Method: POST", "X-Forwarded-Uri: /login?x=1", "X-Forwarded-For: " + address);
    }

    @Test
    void tellsCaddyAndTraefik() throws IOException {
        open();
        String first = login("/v1/authorize", "203.0.113.9");
        assertThat(first)
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("RateLimit: \"login\";r=1;t=30\r\n", "X-RateLimit-Remaining: 1\r\n", "Content-Length: 0\r\n");
        login("/v1/authorize", "203.0.113.9");
        String refused = login("/v1/authorize", "203.0.113.9");
        assertThat(refused)
                .startsWith("HTTP/1.1 429 Too Many Requests\r\n")
                .contains("Retry-After: 30\r\n", "Cache-Control: no-store\r\n", "\"rule\":\"login\"");
        assertThat(login("/v1/authorize", "203.0.113.10")).startsWith("HTTP/1.1 200");
        scene.clock.advance(Duration.ofSeconds(30));
        assertThat(login("/v1/authorize", "203.0.113.9")).startsWith("HTTP/1.1 200");
    }

    @Test
    void refusesStepsUntilPermitsAreThere() throws IOException {
        open();
        ask("/v1/authorize", "X-Forwarded-Uri: /steps");
        String refused = ask("/v1/authorize", "X-Forwarded-Uri: /steps");
        assertThat(refused).startsWith("HTTP/1.1 429");
        int wait = Integer.parseInt(refused.replaceAll("(?s).*\r\nRetry-After: (\\d+)\r\n.*", "$1"));
        scene.clock.advance(Duration.ofSeconds(wait));
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /steps")).startsWith("HTTP/1.1 200");
    }

    @Test
    void letsPassMarkedWhatIsNeverToBeRefused() throws IOException {
        open();
        String first = ask("/v1/authorize", "X-Forwarded-Uri: /never");
        assertThat(first).startsWith("HTTP/1.1 200").doesNotContain("X-RateLimit-Reduced");
        for (int i = 0; i < 15; i++) {
            assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /never"))
                    .startsWith("HTTP/1.1 200")
                    .contains("X-RateLimit-Reduced: true\r\n", "X-RateLimit-Remaining: 0\r\n");
        }
    }

    @Test
    void tellsNginxWithTheStatusItKnows() throws IOException {
        open();
        for (int i = 0; i < 2; i++) {
            assertThat(ask("/v1/authorize?deny_status=403", "X-Original-Method: POST", "X-Original-URI: /login"))
                    .startsWith("HTTP/1.1 200");
        }
        assertThat(ask("/v1/authorize?deny_status=403", "X-Original-Method: POST", "X-Original-URI: /login"))
                .startsWith("HTTP/1.1 403 Forbidden\r\n")
                .contains("Retry-After: 30\r\n", "\"title\":\"Quota Exceeded\",\"status\":403,", "\"rule\":\"login\"");
        assertThat(ask("/v1/authorize?deny_status=403", "X-Forwarded-Uri: /a%2Fb"))
                .startsWith("HTTP/1.1 403 Forbidden\r\n")
                .contains("\"title\":\"Forbidden\",\"status\":403,", "more than one way");
    }

    @Test
    void tellsEnvoyByThePathBehind() throws IOException {
        open();
        for (int i = 0; i < 2; i++) {
            client.send(
                    "POST /v1/authorize/login?deny_status=401 HTTP/1.1\r\nHost: sluice\r\nContent-Length: 0\r\n\r\n");
            assertThat(client.answer()).startsWith("HTTP/1.1 200");
        }
        client.send(
                "POST /v1/authorize/login?deny_status=401 HTTP/1.1\r\nHost: sluice\r\nContent-Length: 3\r\n\r\nabc");
        assertThat(client.answer()).as("the query is the client's").startsWith("HTTP/1.1 429");
        assertThat(ask("/v1/authorize/other")).startsWith("HTTP/1.1 200");
    }

    @Test
    void looksAtTheHostThatTheProxyTells() throws IOException {
        open();
        String[] shop = {"X-Forwarded-Uri: /hosted", "X-Forwarded-Host: Shop.Example"};
        assertThat(ask("/v1/authorize", shop)).contains("RateLimit: \"host\";r=0");
        assertThat(ask("/v1/authorize", shop)).startsWith("HTTP/1.1 429");
        assertThat(ask("/v1/authorize", "X-Original-URI: /hosted", "X-Forwarded-Host: shop.example"))
                .as("what nginx does not set is the client's word")
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void takesNothingThatLetsAClientChoose() throws IOException {
        open();
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /free", "X-Original-URI: /login"))
                .startsWith("HTTP/1.1 400")
                .contains("application/problem+json");
        assertThat(ask("/v1/authorize", "X-Original-URI: /free", "X-Original-URI: /login"))
                .startsWith("HTTP/1.1 400");
        assertThat(ask("/v1/authorize", "X-Original-URI: /x", "X-Original-Method: GET", "X-Original-Method: POST"))
                .startsWith("HTTP/1.1 400");
    }

    @Test
    void readsAsMuchAsProxiesPassOn() throws IOException {
        open();
        String long8k = "x".repeat(8_000);
        String[] fields = Stream.concat(
                        Stream.of(
                                "X-Original-URI: /odd?" + long8k,
                                "Cookie: " + long8k,
                                "X-A: " + long8k,
                                "X-B: " + long8k),
                        IntStream.range(0, 300).mapToObj(i -> "X-" + i + ": 1"))
                .toArray(String[]::new);
        assertThat(ask("/v1/authorize", fields)).startsWith("HTTP/1.1 200");
        assertThat(ask("/v1/authorize", fields)).startsWith("HTTP/1.1 429");
    }

    @Test
    void refusesWhatItCannotReadByTheStatusThatTheProxyKnows() throws IOException {
        open();
        String nginx = "GET /v1/authorize?deny_status=403 HTTP/1.1\r\nHost: sluice\r\nX-Original-URI: /odd\r\n";
        List<String> unread = List.of(
                "X-A: a\u0001b\r\n\r\n",
                "X-A: 1\r\n".repeat(501) + "\r\n",
                "X-A: " + "a".repeat(65_536) + "\r\n\r\n",
                "Content-Length: 2000000\r\n\r\n",
                "X-Forwarded-Uri: /free\r\n\r\n",
                "X-Original-Method: GET\r\nX-Original-Method: PUT\r\n\r\n");
        for (String rest : unread) {
            try (RawClient other = new RawClient(scene.port())) {
                other.send(nginx + rest);
                assertThat(other.answer())
                        .as(rest.substring(0, Math.min(60, rest.length())))
                        .startsWith("HTTP/1.1 403 Forbidden\r\n")
                        .contains("\"status\":403");
            }
        }
        client.send("GET /v1/authorize/odd?deny_status=403 HTTP/1.1\r\nHost: sluice\r\nX-A: \u0001\r\n\r\n");
        assertThat(client.answer()).as("the query is the client's").startsWith("HTTP/1.1 400");
    }

    @ParameterizedTest
    @ValueSource(strings = {"200", "503", "403x", "", "503&deny_status=403"})
    void leavesAloneWhatIsNoStatusOfARefusal(String status) throws IOException {
        open();
        login("/v1/authorize", "203.0.113.9");
        login("/v1/authorize", "203.0.113.9");
        assertThat(login("/v1/authorize?deny_status=" + status, "203.0.113.9")).startsWith("HTTP/1.1 429");
    }

    @Test
    void theFirstStatusCounts() throws IOException {
        open();
        login("/v1/authorize", "203.0.113.9");
        login("/v1/authorize", "203.0.113.9");
        assertThat(login("/v1/authorize?deny_status=403&deny_status=404", "203.0.113.9"))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void saysWhenItIsNotToldWhereTheRequestGoes() throws IOException {
        open();
        assertThat(ask("/v1/authorize")).startsWith("HTTP/1.1 400").contains("X-Forwarded-Uri", "X-Original-URI");
        assertThat(ask("/v1/authorizer")).startsWith("HTTP/1.1 404");
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /a%2Fb"))
                .as("a path that servers read differently")
                .startsWith("HTTP/1.1 400");
    }

    @Test
    void readsEveryRequestOfAConnectionAnew() throws IOException {
        open();
        assertThat(ask("/v1/authorize/odd")).contains("RateLimit: \"odd\";r=0");
        assertThat(ask("/v1/authorize", "X-Original-URI:")).doesNotContain("odd");
        assertThat(ask("/v1/authorize", "X-Original-URI: /odd?a=1")).startsWith("HTTP/1.1 429");
        assertThat(ask("/v1/authorize", "X-Original-URI: /free")).startsWith("HTTP/1.1 200");
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /odd")).startsWith("HTTP/1.1 429");
        assertThat(ask("/v1/authorize/free")).startsWith("HTTP/1.1 200");
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /odd")).startsWith("HTTP/1.1 429");
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /login", "X-Forwarded-Method: POST"))
                .contains("RateLimit: \"login\"");
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /login", "X-Forwarded-Method: PUT"))
                .doesNotContain("RateLimit");
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /hosted", "X-Forwarded-Host: shop.example"))
                .contains("RateLimit: \"host\"");
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /hosted")).doesNotContain("RateLimit");
    }

    @Test
    void neverSaysYesByARefusal() throws IOException {
        open();
        ask("/v1/authorize", "X-Forwarded-Uri: /decoy");
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /decoy"))
                .as("decoys have status 200")
                .startsWith("HTTP/1.1 429")
                .doesNotContain("RateLimit");
        ask("/v1/authorize", "X-Forwarded-Uri: /odd", "Content-Type: application/grpc");
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /odd", "Content-Type: application/grpc"))
                .as("gRPC's refusals have status 200")
                .startsWith("HTTP/1.1 429");
    }

    @Test
    void aRefusalIsNeverTakenForAServiceThatIsGone() throws IOException {
        open();
        for (String status : List.of("", "?deny_status=403")) {
            ask("/v1/authorize" + status, "X-Forwarded-Uri: /closed");
            assertThat(ask("/v1/authorize" + status, "X-Forwarded-Uri: /closed"))
                    .as("behind 5xx proxies let requests pass")
                    .startsWith(status.isEmpty() ? "HTTP/1.1 429" : "HTTP/1.1 403")
                    .contains("Retry-After: 60\r\n", status.isEmpty() ? "\"status\":429" : "\"status\":403");
        }
        ask("/v1/authorize", "X-Forwarded-Uri: /paid");
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /paid")).startsWith("HTTP/1.1 402 Payment Required");
    }

    @Test
    void refusesWhoWouldHaveToWait() throws IOException {
        open();
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /queue")).startsWith("HTTP/1.1 200");
        for (int i = 0; i < 10; i++) {
            assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /queue"))
                    .startsWith("HTTP/1.1 429")
                    .contains("Retry-After: 1\r\n");
        }
        scene.clock.advance(Duration.ofSeconds(1));
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /queue")).startsWith("HTTP/1.1 200");
    }

    @Test
    void marksWhatPassesReduced() throws IOException {
        open();
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /feed")).doesNotContain("X-RateLimit-Reduced");
        assertThat(ask("/v1/authorize", "X-Forwarded-Uri: /feed"))
                .startsWith("HTTP/1.1 200")
                .contains("X-RateLimit-Reduced: true\r\n");
    }

    @Test
    void answersPipelinedRequestsInOrderHoweverTheyAreCut() throws IOException {
        open();
        String login =
                "GET /v1/authorize HTTP/1.1\r\nHost: sluice\r\nX-Original-Method: POST\r\nX-Original-URI: /login\r\n\r\n";
        String check =
                "POST /v1/check HTTP/1.1\r\nHost: sluice\r\nContent-Type: application/json\r\nContent-Length: 25\r\n\r\n{\"limit\":\"9/s\",\"key\":\"a\"}";
        String all = login + check + login + login;
        for (int i = 0; i < all.length(); i++) {
            client.send(all.substring(i, i + 1));
        }
        assertThat(client.answer()).contains("r=1");
        assertThat(client.answer()).contains("\"remaining\":8");
        assertThat(client.answer()).contains("r=0");
        assertThat(client.answer()).startsWith("HTTP/1.1 429");
    }

    @Test
    void answersWhatIsDecidedLaterInOrderToo() throws IOException {
        Store memory = Store.memory();
        open(new ApiScene(rules(), new Store() {
            @Override
            public CompletionStage<Answer> ask(Question question) {
                return memory.ask(question).thenApplyAsync(answer -> answer, ForkJoinPool.commonPool());
            }

            @Override
            public Clock clock() {
                return memory.clock();
            }

            @Override
            public void close() {
                memory.close();
            }
        }));
        String login =
                "GET /v1/authorize HTTP/1.1\r\nHost: sluice\r\nX-Original-Method: POST\r\nX-Original-URI: /login\r\n\r\n";
        client.send(login + login + login);
        assertThat(client.answer()).contains("r=1");
        assertThat(client.answer()).contains("r=0");
        assertThat(client.answer()).startsWith("HTTP/1.1 429");
    }

    @Test
    void closesWhereAskedToAndWhereItCannotGoOn() throws IOException {
        open();
        client.send("GET / HTTP/1.1\r\nHost: sluice\r\nConnection: close\r\n\r\n");
        assertThat(client.answer()).contains("Connection: close\r\n");
        assertThat(client.isClosed()).isTrue();
        try (RawClient other = new RawClient(scene.port())) {
            other.send("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
            assertThat(other.answer()).startsWith("HTTP/1.1 400");
            assertThat(other.isClosed()).isTrue();
        }
        try (RawClient other = new RawClient(scene.port())) {
            other.send("GET / HTTP/1.0\r\n\r\n");
            assertThat(other.answer()).startsWith("HTTP/1.1 200");
            assertThat(other.isClosed()).isTrue();
        }
    }
}
