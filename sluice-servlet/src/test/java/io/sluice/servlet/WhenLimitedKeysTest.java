package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.http.RawAnswer;
import io.sluice.testkit.keys.Shows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code when-limited}: what becomes of requests beyond the limit. */
class WhenLimitedKeysTest {
    private static Behind limited(String keys, Path folder) {
        return Behind.rule("per: ip, limit: 1/s, when-limited: " + keys, folder);
    }

    /** Of three visits at once, how long each has to wait, in milliseconds; the others are refused. */
    private static List<Long> waits(String whenLimited) throws Exception {
        String rules = "rules: { one: { per: ip, limit: 1/s, when-limited: " + whenLimited + " } }\n";
        try (FilterScene scene = FilterScene.of(rules)) {
            assertThat(scene.client.get("/").status()).isEqualTo(200);
            List<CompletableFuture<RawAnswer>> later = new ArrayList<>();
            for (int i = 1; i <= 2; i++) {
                int asked = i;
                later.add(scene.getLater("/"));
                FilterScene.await(
                        "each waits or is answered",
                        () -> scene.clock.alarms().size()
                                        + later.stream()
                                                .filter(CompletableFuture::isDone)
                                                .count()
                                == asked);
            }
            List<Long> alarms = scene.clock.alarms();
            scene.clock.advance(Duration.ofMinutes(1));
            long passed =
                    later.stream().filter(one -> one.join().status() == 200).count();
            assertThat(passed).as("who waits is served").isEqualTo(alarms.size());
            return alarms.stream()
                    .map(at -> (at - FilterScene.START) / 1_000_000)
                    .toList();
        }
    }

    @Test
    @Shows({"rules.*.when-limited=refuse", "rules.*.when-limited=delay"})
    void refusesOrDelays() throws Exception {
        assertThat(waits("refuse")).isEmpty();
        assertThat(waits("delay")).containsExactly(1_000L, 2_000L);
    }

    @Test
    @Shows("rules.*.when-limited.delay.max")
    void refusesWhoWouldWaitTooLong() throws Exception {
        assertThat(waits("{ delay: { max: 2s } }")).containsExactly(1_000L, 2_000L);
        assertThat(waits("{ delay: { max: 1500ms } }")).containsExactly(1_000L);
        assertThat(waits("{ delay: { step: 100ms, max: 100ms } }")).containsExactly(100L);
    }

    @Test
    @Shows("rules.*.when-limited.delay.step")
    void delaysStepByStep() throws Exception {
        assertThat(waits("{ delay: { step: 100ms, max: 5s } }")).containsExactly(100L, 200L);
        assertThat(waits("{ delay: { step: 300ms, max: 5s } }")).containsExactly(300L, 600L);
    }

    @Test
    @Shows("rules.*.when-limited.delay.refuse=never")
    void holdsBackWhatIsNeverToBeRefused() throws Exception {
        assertThat(waits("{ delay: { step: 100ms, max: 100ms, refuse: never } }"))
                .containsExactly(100L, 100L);
    }

    @Test
    @Shows("rules.*.when-limited.decoy")
    void servesADecoy(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("decoy.json"), "{\"items\":[]}");
        RawAnswer decoy = limited("{ decoy: decoy.json }", folder).last("/", "/");
        assertThat(decoy.status()).isEqualTo(200);
        assertThat(decoy.body()).isEqualTo("{\"items\":[]}");
        assertThat(decoy.headers("X-RateLimit-Limit")).isEmpty();
        assertThat(limited("refuse", folder).last("/", "/").status()).isEqualTo(429);
    }

    @Test
    @Shows("rules.*.when-limited.reduced.extra")
    void letsSomeMorePassMarked(@TempDir Path folder) throws Exception {
        JettyDoor.Application telling = (request, response) ->
                response.getWriter().print(request.getAttribute(RateLimitFilter.REDUCED) == null ? "whole" : "reduced");
        assertThat(bodies(limited("{ reduced: { extra: 1 } }", folder).serving(telling)))
                .containsExactly("whole", "reduced", "429", "429");
        assertThat(bodies(limited("{ reduced: { extra: 2 } }", folder).serving(telling)))
                .containsExactly("whole", "reduced", "reduced", "429");
    }

    private static List<String> bodies(Behind door) throws Exception {
        return door.answers("/", "/", "/", "/").stream()
                .map(answer -> answer.status() == 200 ? answer.body() : "" + answer.status())
                .toList();
    }

    @Test
    @Shows({"rules.*.when-limited.status", "rules.*.when-limited.body"})
    void answersWithAnotherStatusAndBody(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("limited.html"), "<p>Later.</p>");
        RawAnswer problem = limited("{ status: 403 }", folder).last("/", "/");
        assertThat(problem.status()).isEqualTo(403);
        assertThat(problem.headers("Content-Type")).containsExactly("application/problem+json");
        RawAnswer page = limited("{ status: 503, body: limited.html }", folder).last("/", "/");
        assertThat(page.status()).isEqualTo(503);
        assertThat(page.headers("Content-Type")).containsExactly("text/html;charset=utf-8");
        assertThat(page.body()).isEqualTo("<p>Later.</p>");
    }
}
