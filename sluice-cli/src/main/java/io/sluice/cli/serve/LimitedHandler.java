package io.sluice.cli.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.RateLimiter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;

/**
 * Asks the limiter before the application. The key is the address the connection comes from: what a header says about it
 * could be anybody's claim.
 */
final class LimitedHandler implements HttpHandler {
    private static final long SECOND = 1_000_000_000;

    private final RateLimiter limiter;
    private final Clock clock;
    private final Executor threads;

    LimitedHandler(RateLimiter limiter, Clock clock, Executor threads) {
        this.limiter = limiter;
        this.clock = clock;
        this.threads = threads;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        Decision decision =
                limiter.tryAcquire(exchange.getRemoteAddress().getAddress().getHostAddress());
        addLimitHeaders(exchange.getResponseHeaders(), decision);
        if (!decision.allowed()) {
            refuse(exchange, decision);
        } else if (decision.delayNanos() == 0) {
            welcome(exchange, decision);
        } else {
            clock.schedule(decision.delayNanos(), () -> threads.execute(() -> welcomeLater(exchange, decision)));
        }
    }

    private void addLimitHeaders(Headers headers, Decision decision) {
        headers.set("X-RateLimit-Limit", Long.toString(decision.limit()));
        headers.set("X-RateLimit-Remaining", Long.toString(decision.remaining()));
        if (decision.resetAfterNanos() != Long.MAX_VALUE) {
            long reset = clock.wallNanos() + decision.resetAfterNanos();
            headers.set("X-RateLimit-Reset", Long.toString((reset + SECOND - 1) / SECOND));
        }
        headers.set("Cache-Control", "no-store");
    }

    private static void refuse(HttpExchange exchange, Decision decision) throws IOException {
        if (!decision.never()) {
            exchange.getResponseHeaders().set("Retry-After", Long.toString(retryAfterSeconds(decision)));
        }
        answer(exchange, 429, "application/problem+json", problem(decision));
    }

    private static long retryAfterSeconds(Decision decision) {
        return Math.max(1, decision.retryAfterSeconds());
    }

    private static String problem(Decision decision) {
        String retryAfter = decision.never() ? "null" : Long.toString(retryAfterSeconds(decision));
        return "{\"type\":\"about:blank\",\"title\":\"Too Many Requests\",\"status\":429,\"detail\":\""
                + LimitWords.refusal(decision) + "\",\"retryAfter\":" + retryAfter + "}\n";
    }

    private static void welcomeLater(HttpExchange exchange, Decision decision) {
        try {
            welcome(exchange, decision);
        } catch (IOException e) {
            // The client has left; there is nobody to tell.
            exchange.close();
        }
    }

    private static void welcome(HttpExchange exchange, Decision decision) throws IOException {
        String accept = String.valueOf(exchange.getRequestHeaders().getFirst("Accept"));
        boolean html = accept.contains("text/html");
        answer(
                exchange,
                200,
                html ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
                html ? DemoPage.html(decision) : DemoPage.text(decision));
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, head ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body, 0, head ? 0 : body.length);
        }
    }
}
