package io.sluice.server.gateway.upstream;

import io.netty.channel.EventLoop;
import io.sluice.rules.UpstreamSettings.Health;
import io.sluice.server.net.Loops;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Asks a target once whether it answers: for its health check, or else for any answer to {@code GET /}. */
final class TargetCheck {
    private static final Health ANY_ANSWER =
            new Health("/", Duration.ofSeconds(1), Duration.ofSeconds(5), 1, 1, 100, 999);

    private TargetCheck() {}

    /** What is wrong, for people; null if nothing is. */
    static CompletableFuture<@Nullable String> of(LiveTarget target, Loops loops) {
        Health settings =
                target.terms().health() == null ? ANY_ANSWER : target.terms().health();
        EventLoop loop = loops.group().next();
        CompletableFuture<@Nullable String> fault = new CompletableFuture<>();
        Probe probe = new Probe(target, settings, loop, loops.connecting());
        loop.execute(() -> probe.send(answer -> fault.complete(
                answer.status() >= settings.leastStatus() && answer.status() <= settings.mostStatus()
                        ? null
                        : target + " cannot be used: " + answer)));
        return fault;
    }
}
