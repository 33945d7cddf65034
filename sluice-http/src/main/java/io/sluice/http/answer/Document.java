package io.sluice.http.answer;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An error for programs and people.
 *
 * @param exceeded null where no limit was
 */
record Document(
        String type,
        String title,
        int status,
        String detail,
        @Nullable Exceeded exceeded) {

    /**
     * The limit that was exceeded.
     *
     * @param quota the limit's name in the fields
     * @param retryAfterSeconds a number or null, as JSON
     * @param blockedUntil null where that is never, and where it is not blocked
     */
    record Exceeded(
            String rule,
            String quota,
            String retryAfterSeconds,
            boolean blocked,
            @Nullable Instant blockedUntil,
            @Nullable String docs) {}

    static Document of(int status, String title, String detail) {
        return new Document("about:blank", title, status, detail, null);
    }

    /** Of a limit that was exceeded. */
    static Document exceeded(int status, String detail, Exceeded exceeded) {
        return new Document(
                "https://iana.org/assignments/http-problem-types#quota-exceeded",
                status == 429 ? "Too Many Requests" : "Quota Exceeded",
                status,
                detail,
                exceeded);
    }

    /** The same of an answer with another status; without a type, the title is what that status is called. */
    Document under(int other) {
        if (exceeded != null) {
            return exceeded(other, detail, exceeded);
        }
        String called = WireAnswer.reason(other);
        return of(other, called.isEmpty() ? title : called, detail);
    }

    String in(Format format) {
        return switch (format) {
            case PROBLEM -> problem();
            case JSON -> json();
            case HTML -> html();
            case TEXT ->
                exceeded == null || exceeded.docs == null ? detail + "\n" : detail + "\n" + exceeded.docs + "\n";
        };
    }

    private String problem() {
        JsonText json = new JsonText()
                .member("type", type)
                .member("title", title)
                .raw("status", Integer.toString(status))
                .member("detail", detail);
        if (exceeded != null) {
            json.raw("violated-policies", "[\"" + JsonText.escaped(exceeded.quota) + "\"]");
        }
        return withLimit(json).toString();
    }

    private String json() {
        JsonText json = new JsonText()
                .member("error", title)
                .raw("status", Integer.toString(status))
                .member("message", detail);
        return withLimit(json).toString();
    }

    private JsonText withLimit(JsonText json) {
        if (exceeded != null) {
            json.member("rule", exceeded.rule).raw("retryAfterSeconds", exceeded.retryAfterSeconds);
            if (exceeded.blocked) {
                json.raw("blocked", "true");
            }
            if (exceeded.blockedUntil != null) {
                json.member("blockedUntil", exceeded.blockedUntil.toString());
            }
            if (exceeded.docs != null) {
                json.member("docs", exceeded.docs);
            }
        }
        return json;
    }

    private String html() {
        String docs = exceeded == null || exceeded.docs == null
                ? ""
                : "<p><a href=\"" + HtmlText.escaped(exceeded.docs) + "\">More about this limit</a></p>\n";
        return "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>" + HtmlText.escaped(title)
                + "</title></head>\n<body>\n<h1>" + HtmlText.escaped(title) + "</h1>\n<p>" + HtmlText.escaped(detail)
                + "</p>\n" + docs + "</body>\n</html>\n";
    }
}
