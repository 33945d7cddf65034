package io.sluice.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.http.Detours;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** No way of writing a path leads around a limit, however a proxy hands it on. */
class DetoursTest {
    private ApiScene scene;
    private RawClient client;

    @BeforeEach
    void open() throws IOException {
        scene = new ApiScene(Detours.RULES.replace("version: 1\n", ""));
        client = new RawClient(scene.port());
        for (String limited : Detours.LIMITED) {
            assertThat(authorize("/v1/authorize", "X-Original-URI: " + limited)).isEqualTo(200);
        }
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        scene.close();
    }

    private int authorize(String target, String field) throws IOException {
        return status("GET " + target + " HTTP/1.1\r\nHost: sluice\r\n" + field + "\r\n\r\n");
    }

    private int status(String request) throws IOException {
        client.send(request);
        return Integer.parseInt(client.answer().substring(9, 12));
    }

    @ParameterizedTest
    @MethodSource("io.sluice.testkit.http.Detours#targets")
    void whereNginxNamesIt(String target) throws IOException {
        assertThat(authorize("/v1/authorize", "X-Original-URI: " + target)).isIn(400, 429);
    }

    @ParameterizedTest
    @MethodSource("io.sluice.testkit.http.Detours#targets")
    void whereCaddyNamesIt(String target) throws IOException {
        assertThat(authorize("/v1/authorize", "X-Forwarded-Uri: " + target)).isIn(400, 429);
    }

    @ParameterizedTest
    @MethodSource("io.sluice.testkit.http.Detours#paths")
    void whereItStandsBehindTheEndpoint(String path) throws IOException {
        if (path.startsWith("/")) {
            assertThat(authorize("/v1/authorize" + path, "X: y")).isIn(400, 429);
        }
    }

    @ParameterizedTest
    @MethodSource("io.sluice.testkit.http.Detours#targets")
    void inAQuestion(String target) throws IOException {
        String body = JsonMapper.shared()
                .createObjectNode()
                .put("method", "GET")
                .put("path", target)
                .toString();
        String question = "{\"attributes\":" + body + "}";
        client.send("POST /v1/check HTTP/1.1\r\nHost: sluice\r\nContent-Type: application/json\r\nContent-Length: "
                + question.length() + "\r\n\r\n" + question);
        String answer = client.answer();
        assertThat(answer.startsWith("HTTP/1.1 400") || answer.contains("\"allowed\":false"))
                .as(answer)
                .isTrue();
    }
}
