package io.sluice.benchmarks.redis;

import io.sluice.core.Limit;
import io.sluice.redis.Consistency;
import io.sluice.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What Redis needs for a key by its own account, MEMORY USAGE, after one decision. */
final class KeyMemory {
    private static final String KEY = "10.1.2.3";
    private static final Load ONE_LIMIT = new Load("memory", 1, 1, 100, Duration.ofMinutes(1), 100);
    private static final Limit[] THREE_LIMITS = {Limit.perSecond(10), Limit.perMinute(100), Limit.perHour(1000)};

    private final RedisReport report;

    KeyMemory(RedisReport report) {
        this.report = report;
    }

    List<Required> run(List<Entrant> entrants) {
        report.line("%n%-36s %11s  %s", "memory of a key", "B", "names");
        List<Required> figures = new ArrayList<>();
        for (Entrant entrant : entrants) {
            OptionalDouble bytes = measure(entrant.title(), url -> entrant.open(url, ONE_LIMIT));
            if (entrant == Entrant.SLUICE) {
                figures.add(Required.atMost("memory of a key, one limit", "B", bytes, 80));
                OptionalDouble three = measure(entrant.title() + ", three limits", KeyMemory::threeLimits);
                figures.add(Required.atMost("memory of a key, three limits", "B", three, 120));
            }
        }
        return figures;
    }

    private static Contender threeLimits(String url) {
        return StoreContender.alone(url, Consistency.STRICT, THREE_LIMITS);
    }

    private interface Opening {
        Contender on(String url);
    }

    private OptionalDouble measure(String title, Opening opening) {
        try (RedisServer redis = RedisServer.start();
                Contender contender = opening.on(redis.url())) {
            if (!contender.tryAcquire(KEY).toCompletableFuture().join()) {
                throw new RejectedException(title + " refused the first permit");
            }
            List<String> names = redis.command("KEYS", "*" + KEY + "*");
            if (names.isEmpty()) {
                throw new RejectedException(title + " keeps nothing in Redis");
            }
            long bytes = names.stream().mapToLong(name -> usage(redis, name)).sum();
            report.line("  %-34s %11d  %s", title, bytes, String.join(" ", names));
            return OptionalDouble.of((double) bytes);
        }
    }

    private static long usage(RedisServer redis, String name) {
        return Long.parseLong(redis.command("MEMORY", "USAGE", name).get(0));
    }
}
