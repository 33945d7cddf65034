package io.sluice.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DemoServerTest {
    private final ManualClock clock = new ManualClock(1_700_000_000_000_000_000L);
    private final HttpClient client = HttpClient.newHttpClient();
    private @Nullable DemoServer server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private void start(String limit) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        server = DemoServer.start(anyPort, Limit.parse(limit), clock);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.url()).resolve(path));
    }

    private HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("absent");
    }

    @Test
    void letsTenPassAndRefusesTheEleventh() throws Exception {
        start("5/s burst 10");
        for (int left = 9; left >= 0; left--) {
            HttpResponse<String> answer = get("/");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(header(answer, "X-RateLimit-Limit")).isEqualTo("10");
            assertThat(header(answer, "X-RateLimit-Remaining")).isEqualTo(Integer.toString(left));
            assertThat(answer.body()).isEqualTo("You passed. " + left + " of 10 permits remain.\n");
        }
        HttpResponse<String> refused = get("/");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(header(refused, "Retry-After")).isEqualTo("1");
        assertThat(header(refused, "X-RateLimit-Limit")).isEqualTo("10");
        assertThat(header(refused, "X-RateLimit-Remaining")).isEqualTo("0");
        assertThat(header(refused, "X-RateLimit-Reset")).isEqualTo("1700000002");
        assertThat(header(refused, "Cache-Control")).isEqualTo("no-store");
        assertThat(header(refused, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(refused.body())
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Too Many Requests\",\"status\":429,"
                        + "\"detail\":\"Maximum 5 requests per second allowed, bursts of 10. Try again in 1 s.\","
                        + "\"retryAfter\":1}\n");
    }

    @Test
    void letsPassAgainAfterTheWait() throws Exception {
        start("1/min");
        assertThat(get("/").statusCode()).isEqualTo(200);
        assertThat(header(get("/"), "Retry-After")).isEqualTo("60");
        clock.advance(Duration.ofSeconds(60));
        assertThat(get("/").statusCode()).isEqualTo(200);
    }

    @Test
    void doesNotBelieveForwardedAddresses() throws Exception {
        start("1/min");
        assertThat(get("/", "X-Forwarded-For", "192.0.2.1").statusCode()).isEqualTo(200);
        assertThat(get("/", "X-Forwarded-For", "192.0.2.2").statusCode()).isEqualTo(429);
    }

    @Test
    void countsEveryPath() throws Exception {
        start("1/min");
        assertThat(get("/some/where?x=1").statusCode()).isEqualTo(200);
        assertThat(get("/").statusCode()).isEqualTo(429);
    }

    @Test
    void browsersGetAPage() throws Exception {
        start("5/s burst 10");
        HttpResponse<String> page = get("/", "Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
        assertThat(header(page, "Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(page.body()).startsWith("<!doctype html>").contains("<strong>9</strong> of 10 permits remain");
    }

    @Test
    void headGetsTheHeadersOnly() throws Exception {
        start("1/min");
        HttpRequest head =
                request("/").method("HEAD", HttpRequest.BodyPublishers.noBody()).build();
        HttpResponse<String> first = client.send(head, BodyHandlers.ofString());
        HttpResponse<String> second = client.send(head, BodyHandlers.ofString());
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(header(first, "X-RateLimit-Remaining")).isEqualTo("0");
        assertThat(second.statusCode()).isEqualTo(429);
        assertThat(first.body() + second.body()).isEmpty();
    }

    @Test
    void aQueueAnswersWhenItIsOnesTurn() throws Exception {
        start("1/min leaky-queue 2");
        assertThat(get("/").statusCode()).isEqualTo(200);
        CompletableFuture<HttpResponse<String>> queued =
                client.sendAsync(request("/").build(), BodyHandlers.ofString());
        while (clock.alarms().isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(queued).isNotDone();
        clock.advance(Duration.ofMinutes(1));
        assertThat(queued.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }

    @Test
    void whatNeverPassesHasNoTimeToRetry() throws Exception {
        start("0/s");
        HttpResponse<String> refused = get("/");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(header(refused, "Retry-After")).isEqualTo("absent");
        assertThat(refused.body())
                .contains("Maximum 0 requests per second allowed. Trying again will not help.", "\"retryAfter\":null");
    }

    @Test
    void startsAgainOnThePortItLeft() throws Exception {
        start("1/min");
        int port = URI.create(server.url()).getPort();
        server.close();
        server = DemoServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), Limit.parse("1/min"), clock);
        assertThat(get("/").statusCode()).isEqualTo(200);
    }
}
