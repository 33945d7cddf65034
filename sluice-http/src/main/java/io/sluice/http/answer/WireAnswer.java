package io.sluice.http.answer;

import io.sluice.http.HttpRequest;
import io.sluice.http.field.Field;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** An answer as HTTP/1.1 sends it, from the status line to the end of the body. */
public final class WireAnswer {
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private WireAnswer() {}

    /**
     * Puts it together.
     *
     * @param lines further whole lines of header fields
     */
    public static byte[] of(Answer answer, HttpRequest request, boolean keepAlive, byte[] lines) {
        boolean silent = request.method().equals("HEAD");
        byte[] body = answer.body();
        StringBuilder head = new StringBuilder("HTTP/1.1 ")
                .append(answer.status())
                .append(' ')
                .append(reason(answer.status()))
                .append("\r\n");
        for (Field field : answer.fields()) {
            head.append(field.name()).append(": ").append(field.value()).append("\r\n");
        }
        if (!silent && answer.status() != NO_CONTENT && answer.status() != NOT_MODIFIED) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        if (!keepAlive) {
            head.append("Connection: close\r\n");
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream(head.length() + lines.length + body.length + 2);
        all.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
        all.writeBytes(lines);
        all.write('\r');
        all.write('\n');
        if (answer.status() != NO_CONTENT && answer.status() != NOT_MODIFIED) {
            all.writeBytes(body);
        }
        return all.toByteArray();
    }

    /** May be empty: nobody goes by it. */
    static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case NO_CONTENT -> "No Content";
            case NOT_MODIFIED -> "Not Modified";
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 402 -> "Payment Required";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 429 -> "Too Many Requests";
            case 503 -> "Service Unavailable";
            default -> "";
        };
    }
}
