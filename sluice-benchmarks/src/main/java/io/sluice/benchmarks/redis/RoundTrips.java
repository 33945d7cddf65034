package io.sluice.benchmarks.redis;

import io.sluice.testkit.RedisServer;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/**
 * How often Redis is asked for one decision. One caller asks one question at a time, so that what the server read from its
 * connections is the number of round trips.
 */
final class RoundTrips {
    private static final int DECISIONS = 500;
    /** What a client sends of its own accord, such as a heartbeat, shows as a fraction. */
    private static final double NOISE = 0.02;

    private final RedisReport report;
    private final PrintStream progress;

    RoundTrips(RedisReport report, PrintStream progress) {
        this.report = report;
        this.progress = progress;
    }

    /** The first decision of a key, a later one, and one for a key that is known to be refused. */
    record Counted(double cold, double warm, double refused) {
        List<Required> required() {
            return List.of(
                    figure("the first of a key", cold, 1),
                    figure("later", warm, 1),
                    figure("refused, once that is known", refused, 0));
        }

        private static Required figure(String when, double measured, double most) {
            return Required.atMost("round trips, " + when, "", OptionalDouble.of(measured), most + NOISE);
        }
    }

    List<Required> run(List<Entrant> entrants) throws InterruptedException {
        report.line("%n%-36s %11s %11s %11s", "round trips of a decision", "cold", "warm", "refused");
        List<Required> figures = new ArrayList<>();
        for (Entrant entrant : entrants) {
            progress.printf("[round trips] %s%n", entrant.title());
            Counted counted = count(entrant);
            report.line("  %-34s %11.3f %11.3f %11.3f", entrant.title(), counted.cold, counted.warm, counted.refused);
            if (entrant == Entrant.SLUICE) {
                if (counted.warm < 1 - NOISE) {
                    throw new RejectedException(entrant.title() + " decides without Redis");
                }
                figures.addAll(counted.required());
            }
        }
        return figures;
    }

    static Counted count(Entrant entrant) throws InterruptedException {
        List<String> keys =
                IntStream.range(0, DECISIONS).mapToObj(i -> "key:" + i).toList();
        try (RedisServer redis = RedisServer.start();
                ServerUse.Meter meter = new ServerUse.Meter(redis.url())) {
            double cold;
            double warm;
            try (Contender contender = entrant.open(redis.url(), Load.MANY_KEYS_1)) {
                ask(contender, List.of("the first of all"), true);
                cold = perDecision(meter, contender, keys, true);
                warm = perDecision(meter, contender, keys, true);
            }
            try (Contender contender = entrant.open(redis.url(), Load.HOT_KEY_REFUSED)) {
                ask(contender, List.of("refused"), true);
                ask(contender, List.of("refused"), false);
                List<String> same = keys.stream().map(key -> "refused").toList();
                return new Counted(cold, warm, perDecision(meter, contender, same, false));
            }
        }
    }

    private static double perDecision(ServerUse.Meter meter, Contender contender, List<String> keys, boolean expected)
            throws InterruptedException {
        ServerUse before = meter.read();
        ask(contender, keys, expected);
        return (meter.read().since(before).reads() - 1.0) / keys.size();
    }

    private static void ask(Contender contender, List<String> keys, boolean expected) throws InterruptedException {
        for (String key : keys) {
            try {
                boolean granted =
                        contender.tryAcquire(key).toCompletableFuture().get(10, TimeUnit.SECONDS);
                if (granted != expected) {
                    throw new RejectedException("the decision for " + key + " should have been " + expected);
                }
            } catch (ExecutionException | TimeoutException e) {
                throw new RejectedException("no decision for " + key + ": " + e);
            }
        }
    }
}
