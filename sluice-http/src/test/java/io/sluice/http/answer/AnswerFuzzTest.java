package io.sluice.http.answer;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sluice.http.TestRequest;
import io.sluice.http.TestRules;
import io.sluice.http.TestRuling;
import io.sluice.http.field.Standing;
import io.sluice.rules.WhenLimited;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs the inputs kept in the resources; {@code JAZZER_FUZZ=1} looks for more. */
class AnswerFuzzTest {
    @FuzzTest(maxDuration = "2m")
    void everyClientIsAnswered(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        WhenLimited.Body body =
                new WhenLimited.Body(Path.of("body"), text.contains("<") ? "text/html" : "x/json", text);
        Standing standing = Standing.of(TestRuling.refused(
                1, 1, TestRules.rule("r", new WhenLimited.Status(503, body), Map.of("de", text), null, "1/s")));
        TestRequest request = TestRequest.get("/")
                .with("Accept", text)
                .with("Accept-Language", text)
                .with("Origin", text)
                .with("Content-Type", text);
        Answer answer = new Answers(new Cors(Set.of("https://app.example"))).refused(request, standing, List.of(), 0);
        assertThat(answer.status()).isIn(200, 503);
        assertThat(new Answers(Cors.NONE).denied(request).status()).isIn(200, 403);
    }
}
