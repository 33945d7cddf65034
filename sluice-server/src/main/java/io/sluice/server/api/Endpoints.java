package io.sluice.server.api;

import io.sluice.server.http1.RequestHead;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What the API answers to, but for {@link ForwardedRequest#PATH}. */
final class Endpoints {
    private static final String CHECK = "/v1/check";
    private static final String OPENAPI = "/v1/openapi.json";
    private static final String OVERVIEW = """
            Sluice decides whether a request may pass now.

            POST /v1/check          decides about attributes, or about a limit and a key; one question or many
            ANY  /v1/authorize      decides for a proxy: 200, or 429 (?deny_status=403) with rate fields
            GET  /v1/openapi.json   describes both
            gRPC envoy.service.ratelimit.v3.RateLimitService, health and reflection, on this port
            """;

    private final CheckApi check;
    private final String openapi = resource("openapi.json");

    Endpoints(CheckApi check) {
        this.check = check;
    }

    private static String resource(String name) {
        try (InputStream in = Endpoints.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the archive");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is wrong with a request can be told before its body comes; null if nothing is. */
    @Nullable
    Reply refusal(RequestHead head) {
        return switch (head.path()) {
            case CHECK -> head.method().equals("POST") ? contentType(head) : notAllowed("POST");
            case OPENAPI, "/" -> isRead(head) ? null : notAllowed("GET, HEAD");
            default ->
                Problem.of(404, "There is nothing here; GET / tells what there is.")
                        .reply();
        };
    }

    private static boolean isRead(RequestHead head) {
        return head.method().equals("GET") || head.method().equals("HEAD");
    }

    private static @Nullable Reply contentType(RequestHead head) {
        String type = head.header("Content-Type");
        String media = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return media.equals("application/json") || media.endsWith("+json")
                ? null
                : Problem.of(415, "Send JSON, and say so: Content-Type: application/json.")
                        .reply()
                        .with("Accept-Post", "application/json");
    }

    private static Reply notAllowed(String allowed) {
        return Problem.of(405, "Use " + allowed + ".").reply().with("Allow", allowed);
    }

    CompletionStage<Reply> answer(RequestHead head, byte[] body) {
        return switch (head.path()) {
            case CHECK -> check.ask(body);
            case OPENAPI -> CompletableFuture.completedStage(Reply.json(openapi));
            default -> CompletableFuture.completedStage(Reply.of(200, "text/plain; charset=utf-8", OVERVIEW));
        };
    }
}
