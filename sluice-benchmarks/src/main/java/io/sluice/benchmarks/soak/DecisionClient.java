package io.sluice.benchmarks.soak;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Asks the decision API, as applications and other proxies do. */
final class DecisionClient implements SoakClient {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String CHECK = """
            {"attributes": {"method": "GET", "path": "/few/x", "ip": "203.0.113.9"}}
            """;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI api;

    DecisionClient(URI api) {
        this.api = api;
    }

    @Override
    public String name() {
        return "decisions";
    }

    @Override
    public void round(Outcomes outcomes) throws IOException, InterruptedException {
        outcomes.count(
                name(),
                "check "
                        + send(HttpRequest.newBuilder(api.resolve("/v1/check"))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(CHECK))));
        outcomes.count(
                name(),
                "authorize "
                        + send(HttpRequest.newBuilder(api.resolve("/v1/authorize"))
                                .header("X-Forwarded-Method", "GET")
                                .header("X-Forwarded-Uri", "/few/y")
                                .header("X-Forwarded-For", "203.0.113.10")));
    }

    private int send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.timeout(PATIENCE).build(), BodyHandlers.discarding())
                .statusCode();
    }
}
