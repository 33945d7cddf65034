package io.sluice.http.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TemplateTest {
    private static final Map<String, String> VALUES =
            Map.of("rule", "a\"b<c>&'\\", "x", "{{rule}}", "retryAfterSeconds", "12");

    @Test
    void fillsInAndEscapesForTheContentType() {
        assertThat(Template.fill("{{rule}} {{ retryAfterSeconds }}", "text/plain", VALUES))
                .isEqualTo("a\"b<c>&'\\ 12");
        assertThat(Template.fill("{{rule}}", "text/html; charset=utf-8", VALUES))
                .isEqualTo("a&quot;b&lt;c&gt;&amp;&#39;\\");
        assertThat(Template.fill("{{rule}}", "application/xml", VALUES)).contains("&lt;");
        assertThat(Template.fill("{{rule}}", "Application/Problem+JSON", VALUES))
                .isEqualTo("a\\\"b\\u003cc>&'\\\\");
    }

    @Test
    void leavesWhatItDoesNotKnow() {
        assertThat(Template.fill("{{nobody}} {{ {{rule", "text/plain", VALUES)).isEqualTo("{{nobody}} {{ {{rule");
        assertThat(Template.fill("{{ {{retryAfterSeconds}} }}", "text/plain", VALUES))
                .isEqualTo("{{ 12 }}");
    }

    @Test
    void doesNotLookAtWhatItFilledIn() {
        assertThat(Template.fill("{{x}}", "text/plain", VALUES)).isEqualTo("{{rule}}");
    }
}
