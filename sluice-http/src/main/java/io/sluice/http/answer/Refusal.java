package io.sluice.http.answer;

import io.sluice.http.HttpRequest;
import io.sluice.http.field.Standing;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a refused client is told, in every form. */
final class Refusal {
    private final Standing standing;
    private final @Nullable Instant blockedUntil;
    private final String message;

    private Refusal(Standing standing, @Nullable Instant blockedUntil, String message) {
        this.standing = standing;
        this.blockedUntil = blockedUntil;
        this.message = message;
    }

    static Refusal of(HttpRequest request, Standing standing, long wallNanos) {
        OptionalLong until = standing.blockedUntilEpochSeconds(wallNanos);
        Instant blockedUntil = until.isPresent() ? Instant.ofEpochSecond(until.getAsLong()) : null;
        Refusal plain = new Refusal(standing, blockedUntil, LimitWords.refusal(standing, blockedUntil));
        String message = Message.of(standing.rule().message(), request.headers("Accept-Language"), plain.message);
        return new Refusal(standing, blockedUntil, Template.fill(message, "text/plain", plain.values()));
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
        values.put("blocked", Boolean.toString(standing.blocked()));
        values.put("blockedUntil", blockedUntil == null ? "" : blockedUntil.toString());
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
                        standing.blocked(),
                        blockedUntil,
                        standing.rule().docs()));
    }
}
