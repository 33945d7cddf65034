package io.sluice.http.answer;

import io.sluice.http.HttpRequest;
import io.sluice.http.field.Standing;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** What a refused client is told, in every form. */
final class Refusal {
    private final Standing standing;
    private final String message;

    private Refusal(Standing standing, String message) {
        this.standing = standing;
        this.message = message;
    }

    static Refusal of(HttpRequest request, Standing standing) {
        Refusal plain = new Refusal(standing, LimitWords.refusal(standing));
        String message = Message.of(standing.rule().message(), request.headers("Accept-Language"), plain.message);
        return new Refusal(standing, Template.fill(message, "text/plain", plain.values()));
    }

    String message() {
        return message;
    }

    /** For templates. */
    Map<String, String> values() {
        Map<String, String> values = new HashMap<>();
        values.put("retryAfterSeconds", retryAfterSeconds());
        values.put("rule", standing.rule().name());
        values.put("limit", Long.toString(standing.limit().capacity()));
        values.put("remaining", Long.toString(standing.remaining()));
        values.put("message", message);
        return values;
    }

    /** {@code null}, as JSON has it, where no wait would help. */
    private String retryAfterSeconds() {
        OptionalLong seconds = standing.retryAfterSeconds();
        return seconds.isPresent() ? Long.toString(seconds.getAsLong()) : "null";
    }

    Document document(int status) {
        return Document.exceeded(
                status,
                message,
                new Document.Exceeded(
                        standing.rule().name(),
                        standing.name(),
                        retryAfterSeconds(),
                        standing.rule().docs()));
    }
}
