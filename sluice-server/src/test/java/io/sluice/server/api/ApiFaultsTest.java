package io.sluice.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Store;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A store that breaks its promise never to throw: who asks is told, and may ask again. */
class ApiFaultsTest {
    private static final String RULES = "rules: { all: { per: ip, limit: 1/s } }";

    private static final class Broken implements Store {
        @Override
        public CompletionStage<Answer> ask(Question question) {
            throw new IllegalStateException("broken");
        }

        @Override
        public Clock clock() {
            return new ManualClock();
        }

        @Override
        public void close() {}
    }

    @Test
    void aQuestionThatCannotBeAskedIsAnsweredWith500() throws Exception {
        try (ApiScene scene = new ApiScene(RULES, new Broken())) {
            isToldTwice(HttpRequest.newBuilder(scene.uri("/v1/check"))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"attributes\": {\"ip\": \"203.0.113.9\"}}")));
        }
    }

    @Test
    void soIsAProxyThatAsks() throws Exception {
        try (ApiScene scene = new ApiScene(RULES, new Broken())) {
            isToldTwice(HttpRequest.newBuilder(scene.uri("/v1/authorize")).header("X-Original-URI", "/items"));
        }
    }

    private static void isToldTwice(HttpRequest.Builder question) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest asked = question.version(HttpClient.Version.HTTP_1_1).build();
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> answer = client.send(asked, BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).contains("could not be answered");
        }
    }
}
