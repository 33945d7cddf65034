package io.sluice.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** nginx, Caddy and HAProxy as they are installed here, configured as docs/doors.md says, in front of an application. Only their patience with the service is greater: on a busy machine they would open. */
class RealProxiesTest {
    /** By its status, a proxy would take the service for gone. */
    private static final String CLOSED = """
              closed:
                match: /closed
                limit: 1/min
                when-limited: { status: 503 }
            """;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, String> seen = new ConcurrentHashMap<>();

    @TempDir
    private Path folder;

    private ApiScene scene;
    private HttpServer application;
    private int front;
    private DoorsDoc doc;

    @BeforeEach
    void open() throws Exception {
        scene = new ApiScene(DoorsDoc.rules() + CLOSED);
        application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        application.createContext("/", exchange -> {
            exchange.getRequestHeaders()
                    .forEach((name, values) -> seen.put(name.toLowerCase(java.util.Locale.ROOT), values.get(0)));
            exchange.sendResponseHeaders(200, 5);
            exchange.getResponseBody().write("hello".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            exchange.close();
        });
        application.start();
        front = RealProgram.freePort();
        doc = new DoorsDoc(scene.port(), application.getAddress().getPort(), front);
    }

    @AfterEach
    void close() {
        application.stop(0);
        scene.close();
    }

    private HttpResponse<String> get(String target, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + front + target))
                .timeout(Duration.ofSeconds(30));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String field(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    /** 200s, then 429 that says when, then 200 again. */
    private HttpResponse<String> limitedAndBack() throws Exception {
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> allowed = get("/pages/" + i + "?deny_status=200", "X-Spoofed", "1");
            assertThat(allowed.statusCode()).as(allowed.body()).isEqualTo(200);
            assertThat(allowed.body()).isEqualTo("hello");
        }
        HttpResponse<String> refused = get("/pages/x?deny_status=200");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(429);
        assertThat(field(refused, "Retry-After")).isEqualTo("20");
        assertThat(field(refused, "RateLimit")).startsWith("\"pages\";r=0;t=20");
        assertThat(field(refused, "Content-Type")).startsWith("application/problem+json");
        assertThat(refused.body()).contains("\"retryAfterSeconds\":20");
        assertThat(get("/elsewhere").statusCode()).isEqualTo(200);
        assertThat(get("/closed").statusCode()).isEqualTo(200);
        assertThat(get("/closed").statusCode()).isEqualTo(429);
        scene.clock.advance(Duration.ofSeconds(20));
        assertThat(get("/pages/y").statusCode()).isEqualTo(200);
        return refused;
    }

    @Test
    void nginxByAuthRequest() throws Exception {
        String around = """
                daemon off;
                master_process off;
                pid nginx.pid;
                events {}
                http {
                    access_log off;
                    client_body_temp_path body;
                    proxy_temp_path proxy;
                    fastcgi_temp_path fastcgi;
                    uwsgi_temp_path uwsgi;
                    scgi_temp_path scgi;
                """;
        String config = doc.example("nginx").replace("http {\n", around).replace("_timeout 1s;", "_timeout 30s;");
        Files.writeString(folder.resolve("nginx.conf"), config);
        try (RealProgram nginx = RealProgram.start(
                folder, front, "nginx", "-p", folder.toString(), "-c", "nginx.conf", "-e", "stderr")) {
            assertThat(nginx).isNotNull();
            limitedAndBack();
            scene.clock.advance(Duration.ofMinutes(1));
            HttpResponse<String> allowed = get("/pages/1", "X-Forwarded-For", "203.0.113.9");
            assertThat(field(allowed, "RateLimit")).startsWith("\"pages\";r=2");
            assertThat(field(allowed, "RateLimit-Policy")).isEqualTo("\"pages\";q=3;w=60");
            assertThat(get("/pages/1", "X-Forwarded-Uri", "/elsewhere", "X-Forwarded-For", "203.0.113.9")
                            .headers()
                            .firstValue("RateLimit"))
                    .as("a client cannot say where it goes")
                    .hasValue("\"pages\";r=1;t=20");
            scene.door().close();
            assertThat(get("/pages/1").statusCode()).as("the service is gone").isEqualTo(200);
        }
    }

    @Test
    void caddyByForwardAuth() throws Exception {
        Files.writeString(folder.resolve("Caddyfile"), "{\n\tadmin off\n\tauto_https off\n}\n" + doc.example("caddy"));
        try (RealProgram caddy =
                RealProgram.start(folder, front, "caddy", "run", "--config", "Caddyfile", "--adapter", "caddyfile")) {
            assertThat(caddy).isNotNull();
            HttpResponse<String> refused = limitedAndBack();
            assertThat(refused.body()).contains("\"rule\":\"pages\"");
            assertThat(seen.get("ratelimit")).as("what the application is told").startsWith("\"pages\";r=0");
        }
    }

    @Test
    void haproxyByLua() throws Exception {
        Files.writeString(
                folder.resolve("sluice.lua"), doc.example("lua").replace("timeout = 1000", "timeout = 30000"));
        Files.writeString(folder.resolve("haproxy.cfg"), doc.example("haproxy"));
        try (RealProgram haproxy = RealProgram.start(folder, front, "haproxy", "-db", "-f", "haproxy.cfg")) {
            assertThat(haproxy).isNotNull();
            HttpResponse<String> refused = limitedAndBack();
            assertThat(refused.body()).contains("\"rule\":\"pages\"");
            assertThat(field(get("/pages/1"), "RateLimit")).startsWith("\"pages\";r=0");
            scene.door().close();
            assertThat(get("/pages/1").statusCode()).as("the service is gone").isEqualTo(200);
        }
    }
}
