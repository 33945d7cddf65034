package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.keys.Shows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Further keys of a rule: when it counts, for whom, and what it tells. */
class RuleKeysTest {
    private static final int KEYS = 50;

    /** What becomes of a request to a rule that lets nothing pass. */
    private static int status(String keys) throws Exception {
        return Behind.rule("per: ip, limit: 0/day" + keys).last("/").status();
    }

    private static List<String> waits(String block, String... visits) throws Exception {
        return Behind.rule("per: ip, limit: 1/min" + block).headers("Retry-After", visits);
    }

    @Test
    @Shows({"rules.*.block", "rules.*.block.for"})
    void aBlockOutlastsTheLimit() throws Exception {
        String[] visits = {"/", "/", "+60s", "/", "+60s", "/"};
        assertThat(waits("", visits)).containsExactly("-", "60", "-", "-");
        assertThat(waits(", block: 2m", visits)).containsExactly("-", "120", "60", "-");
        assertThat(waits(", block: { for: 2m }", visits)).containsExactly("-", "120", "60", "-");
        assertThat(waits(", block: { for: 3m }", visits)).containsExactly("-", "180", "120", "60");
    }

    @Test
    @Shows({"rules.*.block.grow", "rules.*.block.max"})
    void blocksOfRepeatOffendersGrow() throws Exception {
        String[] visits = {"/", "/", "+2m", "/", "/"};
        assertThat(waits(", block: { for: 2m }", visits)).containsExactly("-", "120", "-", "120");
        assertThat(waits(", block: { for: 2m, grow: 2 }", visits)).containsExactly("-", "120", "-", "240");
        assertThat(waits(", block: { for: 2m, grow: 3 }", visits)).containsExactly("-", "120", "-", "360");
        assertThat(waits(", block: { for: 2m, grow: 3, max: 3m }", visits)).containsExactly("-", "120", "-", "180");
    }

    @Test
    @Shows({"rules.*.mode=enforce", "rules.*.mode=shadow"})
    void aRuleInShadowRefusesNothing() throws Exception {
        assertThat(status(", mode: enforce")).isEqualTo(429);
        assertThat(status(", mode: shadow")).isEqualTo(200);
    }

    @Test
    @Shows("rules.*.enforce")
    void aShareOfKeysIsRefused() throws Exception {
        assertThat(refused("100%")).isEqualTo(KEYS);
        assertThat(refused("40%")).isBetween(KEYS / 10L, KEYS * 9L / 10);
        assertThat(refused("0%")).isZero();
    }

    private static long refused(String share) throws Exception {
        List<String> visits = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            visits.add("/ | X-Api-Key: k" + i);
        }
        return Behind.rule("per: api-key, limit: 0/day, enforce: " + share)
                .statuses(visits.toArray(String[]::new))
                .stream()
                .filter(status -> status == 429)
                .count();
    }

    @Test
    @Shows("rules.*.priority")
    void theHighestPriorityAnswers() throws Exception {
        String rules = """
                rules:
                  first: { per: ip, limit: 0/day, when-limited: { status: 503 }%s }
                  second: { per: ip, limit: 0/day, when-limited: { status: 403 }%s }
                """;
        assertThat(Behind.rules(rules.formatted(", priority: 2", ", priority: 1"))
                        .statuses("/"))
                .containsExactly(503);
        assertThat(Behind.rules(rules.formatted(", priority: 1", ", priority: 2"))
                        .statuses("/"))
                .containsExactly(403);
        assertThat(Behind.rules(rules.formatted(", priority: -1", "")).statuses("/"))
                .containsExactly(403);
    }

    @Test
    @Shows({"rules.*.active.days", "rules.*.active.days[]"})
    void aRuleCountsOnItsDays() throws Exception {
        assertThat(status(", active: { days: mon-fri }")).as("a Friday").isEqualTo(429);
        assertThat(status(", active: { days: 'sat,sun' }")).isEqualTo(200);
        assertThat(status(", active: { days: [mon, fri] }")).isEqualTo(429);
        assertThat(status(", active: { days: [mon, thu] }")).isEqualTo(200);
    }

    @Test
    @Shows({"rules.*.active.hours", "rules.*.active.zone"})
    void aRuleCountsInItsHoursOfItsZone() throws Exception {
        assertThat(status(", active: { hours: 0-1 }")).as("midnight").isEqualTo(429);
        assertThat(status(", active: { hours: 22-6 }")).isEqualTo(429);
        assertThat(status(", active: { hours: 2-3 }")).isEqualTo(200);
        assertThat(status(", active: { hours: 2-3, zone: Europe/Berlin }")).isEqualTo(429);
        assertThat(status(", active: { hours: 2-3, zone: UTC }")).isEqualTo(200);
    }

    private static String told(String keys, String visit) throws Exception {
        return Behind.rule("per: ip, limit: 0/day" + keys).last(visit).body();
    }

    @Test
    @Shows("rules.*.docs")
    void theAnswerLinksToThePage() throws Exception {
        assertThat(told(", docs: 'https://example.com/limits'", "/")).contains("https://example.com/limits");
        assertThat(told("", "/")).doesNotContain("https://example.com");
    }

    @Test
    @Shows({"rules.*.message", "rules.*.message.*"})
    void theAnswerSaysTheMessage() throws Exception {
        String german = "/ | Accept-Language: de-AT, de;q=0.9";
        assertThat(told("", german)).contains("Maximum 0 requests per day allowed.");
        assertThat(told(", message: Slow down.", german)).contains("Slow down.").doesNotContain("Maximum");
        String both = ", message: { de: Langsamer., default: Slow down. }";
        assertThat(told(both, german)).contains("Langsamer.");
        assertThat(told(both, "/ | Accept-Language: fr")).contains("Slow down.");
    }
}
