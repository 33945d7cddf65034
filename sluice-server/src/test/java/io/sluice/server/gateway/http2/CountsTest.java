package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.RawClient;
import io.sluice.server.keys.ServerScene;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code /metrics} says of a gateway is the same whatever clients and targets speak. */
@ParameterizedClass
@ValueSource(strings = {"http", "h2c"})
class CountsTest {
    private static final String BODY = "12345";

    @Parameter
    String scheme;

    @TempDir
    Path folder;

    private TestApplication application() {
        return scheme.equals("http") ? TestApplication.http1() : TestApplication.http2();
    }

    /** Three requests are let through. */
    private ServerScene scene(TestApplication application) throws Exception {
        return ServerScene.of("""
                rules: { three: { per: ip, limit: 3/day } }
                upstreams: { app: "%s://127.0.0.1:%d" }
                """.formatted(scheme, application.port()), folder);
    }

    private static void counts(ServerScene scene, String meter, String value) {
        String name = "sluice_gateway_" + meter;
        ServerScene.until(name + " " + value, () -> scene.meter(name).equals(value));
    }

    /** Two with a body of five bytes each, answered by its hash; one that is never answered, and one refused. */
    private static void seen(ServerScene scene) {
        counts(scene, "requests_total", "4.0");
        counts(scene, "requests_active", "1.0");
        counts(scene, "bytes_in_total", "10.0");
        counts(scene, "upstream_seconds_count", "2");
        counts(scene, "connections_opened_total", "2.0");
        assertThat(scene.meter("sluice_gateway_upstream_seconds_sum")).isNotEqualTo("0.0");
    }

    @Test
    void clientsOfHttp1AreCounted() throws Exception {
        try (TestApplication application = application();
                ServerScene scene = scene(application);
                RawClient client = scene.connect();
                RawClient waiting = scene.connect()) {
            String post = "POST /hash HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n" + BODY;
            assertThat(client.send(post).reply().status()).isEqualTo(200);
            assertThat(client.send(post).reply().status()).isEqualTo(200);
            waiting.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n");
            counts(scene, "requests_active", "1.0");
            counts(scene, "bytes_out_total", "128.0");
            RawClient.Reply refused = client.get("/");
            assertThat(refused.status()).isEqualTo(429);
            counts(scene, "bytes_out_total", 128.0 + refused.body().length + "");
            seen(scene);
            waiting.socket.close();
            counts(scene, "requests_active", "0.0");
        }
    }

    @Test
    void clientsOfHttp2AreCounted() throws Exception {
        try (TestApplication application = application();
                ServerScene scene = scene(application);
                FrameClient client = new FrameClient(scene.port("gateway"));
                FrameClient waiting = new FrameClient(scene.port("gateway"))) {
            for (int i = 0; i < 2; i++) {
                FrameAnswer hash = client.request("POST", "/hash", 0);
                client.body(hash, BODY.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                assertThat(hash.whole().status()).isEqualTo(200);
            }
            FrameAnswer never = waiting.get("/never");
            counts(scene, "requests_active", "1.0");
            counts(scene, "bytes_out_total", "128.0");
            FrameAnswer refused = client.get("/").whole();
            assertThat(refused.status()).isEqualTo(429);
            counts(scene, "bytes_out_total", 128.0 + refused.bytes().length + "");
            seen(scene);
            waiting.reset(never.stream);
            counts(scene, "requests_active", "0.0");
        }
    }

    /** Whether in bytes that are kept ready, for HTTP/1.1, or not. */
    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1", "HTTP/1.0"})
    void bodiesOfRefusalsAreCountedIfTheyAreSent(String protocol) throws Exception {
        String rest = " / " + protocol + "\r\nHost: a\r\nConnection: keep-alive\r\n\r\n";
        try (TestApplication application = application();
                ServerScene scene = scene(application);
                RawClient client = scene.connect()) {
            for (int i = 0; i < 3; i++) {
                client.send("HEAD" + rest).replyWithoutBody();
            }
            assertThat(client.send("HEAD" + rest).replyWithoutBody().status()).isEqualTo(429);
            int sent = client.send("GET" + rest).reply().body().length
                    + client.send("GET" + rest).reply().body().length;
            client.send("HEAD" + rest).replyWithoutBody();

            counts(scene, "requests_total", "7.0");
            counts(scene, "requests_active", "0.0");
            assertThat(scene.meter("sluice_gateway_bytes_out_total")).isEqualTo((double) sent + "");
            assertThat(sent).isPositive();
        }
    }

    @Test
    void whatIsWrongIsCountedToo() throws Exception {
        try (TestApplication application = application();
                ServerScene scene = scene(application);
                FrameClient client = new FrameClient(scene.port("gateway"))) {
            assertThat(client.request("TRACE", "/", FrameClient.END_STREAM)
                            .whole()
                            .status())
                    .isEqualTo(405);
            counts(scene, "requests_total", "1.0");
            counts(scene, "requests_active", "0.0");
        }
    }
}
