package io.sluice.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.net.Loops;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DemoApplicationTest {
    private final Loops loops = Loops.start(Loops.Transport.NIO, 1);
    private final HttpClient client = HttpClient.newHttpClient();
    private DemoApplication demo;

    @BeforeEach
    void start() throws IOException {
        demo = DemoApplication.start(loops);
    }

    @AfterEach
    void stop() {
        demo.close();
        loops.close();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(demo.url() + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void welcomesProgramsAndBrowsers() throws Exception {
        assertThat(send(request("/?x=1")).body()).isEqualTo("You passed.\n");
        HttpResponse<String> page = send(request("/").header("Accept", "text/html,*/*"));
        assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(page.body()).startsWith("<!doctype html>");
    }

    @Test
    void answersInJson() throws Exception {
        assertThat(send(request("/api/items/1")).body()).isEqualTo("{\"path\":\"/api/items/1\",\"answer\":42}\n");
    }

    @Test
    void takesItsTime() throws Exception {
        assertThat(send(request("/slow?ms=1")).body()).isEqualTo("That took 1 ms.\n");
    }

    @Test
    void streamsEvents() throws Exception {
        HttpResponse<String> events = send(request("/stream"));
        assertThat(events.headers().firstValue("Content-Type")).contains("text/event-stream");
        assertThat(events.body()).startsWith("id: 1\ndata: event 1 of 10\n\n").endsWith("data: event 10 of 10\n\n");
    }

    @Test
    void echoes() throws Exception {
        assertThat(send(request("/echo").POST(BodyPublishers.ofString("hello"))).body())
                .isEqualTo("hello");
    }

    @Test
    void hasNothingElse() throws Exception {
        assertThat(send(request("/other")).statusCode()).isEqualTo(404);
    }

    @Test
    void headHasNoBody() throws Exception {
        HttpResponse<String> answer = send(request("/").method("HEAD", BodyPublishers.noBody()));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValueAsLong("Content-Length")).hasValue(12);
    }

    @Test
    void echoesOverAWebSocket() throws Exception {
        CompletableFuture<String> heard = new CompletableFuture<>();
        WebSocket socket = client.newWebSocketBuilder()
                .buildAsync(URI.create(demo.url().replace("http:", "ws:") + "/ws"), new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
                        heard.complete(text.toString());
                        return CompletableFuture.completedFuture(null);
                    }
                })
                .get(30, TimeUnit.SECONDS);
        socket.sendText("hello", true).get(30, TimeUnit.SECONDS);
        socket.request(1);
        assertThat(heard.get(30, TimeUnit.SECONDS)).isEqualTo("hello");
        socket.abort();
    }
}
