package io.sluice.benchmarks.soak;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Requests of all kinds on connections that are kept. */
final class KeepingClient implements SoakClient {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LARGEST = 100_000;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final URI gateway;
    private final Random random;

    KeepingClient(URI gateway, long seed) {
        this.gateway = gateway;
        this.random = new Random(seed);
    }

    @Override
    public String name() {
        return "keeping";
    }

    @Override
    public void round(Outcomes outcomes) throws IOException, InterruptedException {
        for (String path : List.of("/many/a", "/few/a", "/queue/a", "/many/b")) {
            outcomes.status(
                    name(),
                    send(HttpRequest.newBuilder(gateway.resolve(path)).GET()).statusCode());
        }
        byte[] body = new byte[random.nextInt(LARGEST)];
        random.nextBytes(body);
        HttpResponse<byte[]> echo =
                send(HttpRequest.newBuilder(gateway.resolve("/many/echo")).POST(BodyPublishers.ofByteArray(body)));
        outcomes.status(name(), echo.statusCode());
        if (echo.statusCode() == 200 && !Arrays.equals(echo.body(), body)) {
            outcomes.count(name(), "another body");
        }
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.timeout(PATIENCE).build(), BodyHandlers.ofByteArray());
    }
}
