package io.sluice.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** An application, and a real proxy in front of it that asks a service before it passes a request on, as docs/doors.md says. */
final class ProxyScene implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The fields of the last request that the application got, by their names in lower case. */
    final Map<String, String> seen = new ConcurrentHashMap<>();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Path folder;
    private final int front;
    private final HttpServer application;
    private final DoorsDoc doc;

    /** With the port of the service to ask. */
    ProxyScene(Path folder, int service) throws IOException {
        this.folder = folder;
        this.front = RealProgram.freePort();
        this.application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        this.doc = new DoorsDoc(service, application.getAddress().getPort(), front, RealProgram.freePort());
        application.createContext("/", exchange -> {
            seen.clear();
            exchange.getRequestHeaders()
                    .forEach((name, values) -> seen.put(name.toLowerCase(Locale.ROOT), values.get(0)));
            byte[] body = ("hello" + new String(exchange.getRequestBody().readAllBytes(), UTF_8)).getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        application.start();
    }

    /** Which of the variants of a recipe. */
    enum OnFailure {
        OPEN,
        CLOSED
    }

    /** nginx, caddy or haproxy. */
    RealProgram start(String proxy, OnFailure variant, UnaryOperator<String> change) throws Exception {
        String example = change.apply(variant == OnFailure.OPEN ? doc.example(proxy) : doc.closedExample(proxy));
        return switch (proxy) {
            case "nginx" -> nginx(example);
            case "caddy" -> caddy(example);
            case "haproxy" -> haproxy(example, change.apply(doc.example("lua")));
            default -> throw new IllegalArgumentException(proxy);
        };
    }

    private RealProgram nginx(String example) throws Exception {
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
        Files.writeString(folder.resolve("nginx.conf"), example.replace("http {\n", around));
        return RealProgram.start(folder, front, "nginx", "-p", folder.toString(), "-c", "nginx.conf", "-e", "stderr");
    }

    private RealProgram caddy(String example) throws Exception {
        Files.writeString(folder.resolve("Caddyfile"), "{\n\tadmin off\n\tauto_https off\n}\n" + example);
        return RealProgram.start(folder, front, "caddy", "run", "--config", "Caddyfile", "--adapter", "caddyfile");
    }

    private RealProgram haproxy(String example, String lua) throws Exception {
        Files.writeString(folder.resolve("sluice.lua"), lua);
        Files.writeString(folder.resolve("haproxy.cfg"), example);
        return RealProgram.start(folder, front, "haproxy", "-db", "-f", "haproxy.cfg");
    }

    HttpResponse<String> get(String target, String... headers) throws IOException, InterruptedException {
        return send(request(target).GET(), headers);
    }

    HttpResponse<String> post(String target, String body) throws IOException, InterruptedException {
        return send(request(target).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + front + target))
                .timeout(Duration.ofSeconds(30));
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String... headers)
            throws IOException, InterruptedException {
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    static String field(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    /** The body of a problem document. */
    static JsonNode problem(HttpResponse<String> response) {
        assertThat(field(response, "Content-Type")).startsWith("application/problem+json");
        return JSON.readTree(response.body());
    }

    @Override
    public void close() {
        application.stop(0);
    }
}
