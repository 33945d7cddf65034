package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testkit.http.RawAnswer;
import io.sluice.testkit.http.RawHttp;
import io.sluice.testkit.keys.Shows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys that hold for a whole file: {@code version}, {@code paths}, {@code headers}, and {@code store} in memory. */
class FileKeysTest {
    private static final int MANY = 500;
    private static final String RULE = "rules: { one: { match: /api, per: ip, limit: 1/min } }\n";

    private static JettyDoor open(Path folder, String text) throws Exception {
        FilterHolder holder = new FilterHolder(RateLimitFilter.class);
        Path file = Files.writeString(folder.resolve("rules.yaml"), text);
        holder.setInitParameter("rules", file.toString());
        return JettyDoor.start(holder, true, JettyDoor::serve);
    }

    @Test
    @Shows("version=1")
    void anotherVersionOpensNoDoor(@TempDir Path folder) throws Exception {
        try (JettyDoor door = open(folder, "version: 1\n" + RULE)) {
            RawHttp client = RawHttp.to(door.port());
            assertThat(List.of(client.get("/api").status(), client.get("/api").status()))
                    .containsExactly(200, 429);
        }
        assertThatThrownBy(() -> open(folder, "version: 2\n" + RULE))
                .hasStackTraceContaining("rules.yaml:1:10: error: unknown version 2");
    }

    @Test
    @Shows("store.max-keys")
    void moreKeysThanMayBeKeptAreForgotten(@TempDir Path folder) throws Exception {
        String rule = "rules: { one: { per: api-key, limit: 1/day } }\n";
        assertThat(forgotten(folder, rule)).isZero();
        assertThat(forgotten(folder, "store: { max-keys: 10 }\n" + rule)).isPositive();
    }

    /** Of many clients that have used up their limit, how many may come again. */
    private static int forgotten(Path folder, String rules) throws Exception {
        int allowed = -MANY;
        try (JettyDoor door = open(folder, "version: 1\n" + rules)) {
            for (int i = 0; i < 2 * MANY; i++) {
                RawAnswer answer = RawHttp.to(door.port()).get("/", "X-Api-Key: k" + i % MANY);
                allowed += answer.status() == 200 ? 1 : 0;
            }
        }
        return allowed;
    }

    @Test
    @Shows({"paths.case=ignore", "paths.case=sensitive"})
    void caseMakesAnotherPathOrNot() throws Exception {
        assertThat(Behind.rules("paths: { case: ignore }\n" + RULE).statuses("/api", "/API"))
                .containsExactly(200, 429);
        assertThat(Behind.rules("paths: { case: sensitive }\n" + RULE).statuses("/api", "/API"))
                .containsExactly(200, 200);
    }

    @Test
    @Shows({"paths.trailing-slash=ignore", "paths.trailing-slash=keep"})
    void aSlashAtTheEndMakesAnotherPathOrNot() throws Exception {
        assertThat(Behind.rules("paths: { trailing-slash: ignore }\n" + RULE).statuses("/api", "/api/"))
                .containsExactly(200, 429);
        assertThat(Behind.rules("paths: { trailing-slash: keep }\n" + RULE).statuses("/api", "/api/"))
                .containsExactly(200, 200);
    }

    private static List<String> fields(String headers) throws Exception {
        return Behind.rules("headers: " + headers + "\n" + RULE).last("/api", "/api").headerLines().stream()
                .filter(line -> line.matches("(?i)(x-|ratelimit|retry-).*"))
                .toList();
    }

    @Test
    @Shows({
        "headers=ietf",
        "headers=ietf-06",
        "headers=ietf-07",
        "headers=x-ratelimit",
        "headers=x-delta",
        "headers=github",
        "headers=envoy",
        "headers=kong",
        "headers=retry-after-only",
        "headers=none"
    })
    void presetsSayWhichFieldsAnAnswerHas() throws Exception {
        String inAMinute = "" + (FilterScene.START / 1_000_000_000 + 60);
        assertThat(fields("ietf")).contains("RateLimit: \"one\";r=0;t=60");
        assertThat(fields("ietf-06")).contains("RateLimit-Remaining: 0", "RateLimit-Reset: 60");
        assertThat(fields("ietf-07")).contains("RateLimit: limit=1, remaining=0, reset=60");
        assertThat(fields("x-ratelimit")).contains("X-RateLimit-Reset: " + inAMinute);
        assertThat(fields("x-delta")).contains("X-RateLimit-Reset: 60");
        assertThat(fields("github")).contains("X-RateLimit-Used: 1", "X-RateLimit-Resource: one");
        assertThat(fields("envoy")).contains("X-Envoy-RateLimited: true");
        assertThat(fields("kong")).contains("X-RateLimit-Limit-Minute: 1");
        assertThat(fields("retry-after-only")).containsExactly("Retry-After: 60");
        assertThat(fields("none")).isEmpty();
    }

    @Test
    @Shows("headers[]")
    void presetsStandTogether() throws Exception {
        assertThat(fields("[ietf, x-delta]")).contains("RateLimit: \"one\";r=0;t=60", "X-RateLimit-Reset: 60");
        assertThat(fields("[ietf]")).doesNotContain("X-RateLimit-Reset: 60");
    }
}
