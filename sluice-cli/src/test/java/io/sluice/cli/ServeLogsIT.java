package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.RedisServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.ObjectMapper;

/** What a server writes down while it runs as users run it, and where. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServeLogsIT {
    private static final String TIME = "\\{\"time\":\"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z\",";
    private static final Pattern ALLOWED = Pattern.compile(TIME
            + "\"ip\":\"127.0.0.1\",\"protocol\":\"HTTP/1.1\",\"method\":\"GET\",\"host\":\"127.0.0.1:\\d+\",\"path\":\"/\",\"status\":200,"
            + "\"bytesIn\":0,\"bytesOut\":[1-9]\\d*,\"durationMillis\":\\d+\\.\\d+,\"outcome\":\"allowed\",\"rule\":\"all\",\"remaining\":0,\"retryAfterSeconds\":0,"
            + "\"target\":\"127.0.0.1:\\d+\",\"error\":null}");
    private static final Pattern REFUSED = Pattern.compile(TIME
            + "\"ip\":\"127.0.0.1\",\"protocol\":\"HTTP/1.1\",\"method\":\"GET\",\"host\":\"127.0.0.1:\\d+\",\"path\":\"/\",\"status\":429,"
            + "\"bytesIn\":0,\"bytesOut\":[1-9]\\d*,\"durationMillis\":\\d+\\.\\d+,\"outcome\":\"refused\",\"rule\":\"all\",\"remaining\":0,\"retryAfterSeconds\":86\\d{3},"
            + "\"target\":null,\"error\":null}");
    private static final Pattern SAID =
            Pattern.compile(TIME + "\"level\":\"[A-Z]+\",\"logger\":\"\\S+\",\"message\":\".*\"}");

    /** What the program says; a virtual machine may have words of its own. */
    private static final Pattern LOGGED = Pattern.compile("^\\d{4}-\\d\\d-\\d\\dT");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();

    private int get(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return client.send(request, BodyHandlers.ofString()).statusCode();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stdout", "access.jsonl"})
    void everyLineIsAnObject(String where, @TempDir Path folder) throws Exception {
        Path rules = Files.writeString(folder.resolve("rules.yaml"), """
                version: 1
                rules:
                  all: { per: ip, limit: 1/day }
                server: { access-log: %s, log: json }
                """.formatted(where));
        try (ServeProcess server = ServeProcess.start("--rules", rules.toString())) {
            String page = server.url("gateway") + "/?secret=1";
            assertThat(get(page)).isEqualTo(200);
            assertThat(get(page)).isEqualTo(429);
            server.signal("TERM");
            assertThat(server.exitStatus()).isZero();
            Path file = folder.resolve(where);
            List<String> requests = Files.exists(file) ? Files.readAllLines(file) : server.output;
            assertThat(requests).hasSize(2);
            assertThat(requests.get(0)).matches(ALLOWED);
            assertThat(requests.get(1)).matches(REFUSED);
            assertThat(server.output)
                    .hasSize(where.equals("stdout") ? 2 : 0)
                    .allSatisfy(
                            line -> assertThat(JSON.readTree(line).isObject()).isTrue());
            assertThat(server.errors)
                    .isNotEmpty()
                    .allMatch(line -> SAID.matcher(line).matches())
                    .allSatisfy(
                            line -> assertThat(JSON.readTree(line).isObject()).isTrue())
                    .anyMatch(line -> line.contains("\"message\":\"limits: " + rules + ", 1 rule\""))
                    .anyMatch(line -> line.contains("\"message\":\"gateway listens on http://127.0.0.1:"));
            assertThat(server.errors).anyMatch(line -> line.endsWith("\"message\":\"drained\"}"));
        }
    }

    @Test
    void theGreetingLeavesStandardOutputToTheAccessLog() throws Exception {
        try (ServeProcess server = ServeProcess.start("--access-log", "stdout")) {
            assertThat(get(server.url("gateway"))).isEqualTo(200);
            server.signal("TERM");
            assertThat(server.exitStatus()).isZero();
            assertThat(server.output).hasSize(1);
            assertThat(JSON.readTree(server.output.get(0)).get("status").asInt())
                    .isEqualTo(200);
            assertThat(server.errors).contains("Limits: 5/s burst 10 for each client address", "Ctrl-C stops it.");
        }
    }

    @Test
    void withRedisThereIsNothingToWarnOf(@TempDir Path folder) throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            Path rules = Files.writeString(folder.resolve("rules.yaml"), """
                    version: 1
                    store: %s
                    clients: { ip: { trusted-proxies: [] } }
                    rules:
                      all: { per: ip, limit: 1/day }
                    """.formatted(redis.url()));
            try (ServeProcess server = ServeProcess.start("--rules", rules.toString())) {
                assertThat(get(server.url("gateway"))).isEqualTo(200);
                assertThat(get(server.url("gateway"))).isEqualTo(429);
                assertThat(server.output).contains("Limits: " + rules + ", 1 rule");
                assertThat(server.errors).isEmpty();
            }
        }
    }

    /** Envoy restarts, or gives up: as many calls as were under way end like this. */
    @Test
    void aGrpcClientThatLeavesBeforeItIsAnsweredIsNothingToWarnOf() throws Exception {
        try (ServeProcess server = ServeProcess.start()) {
            UnansweredCall.leaveFrom(URI.create(server.url("api")).getPort());
            server.signal("TERM");
            assertThat(server.exitStatus()).isZero();
            assertThat(server.errors)
                    .filteredOn(line -> LOGGED.matcher(line).find())
                    .isNotEmpty()
                    .allMatch(line -> line.contains("Z INFO Server: "));
        }
    }
}
