package io.sluice.benchmarks;

import io.sluice.core.Clock;
import io.sluice.core.Key;
import io.sluice.core.Store;
import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.Ruling;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** From attributes to the ruling, in memory, beside one decision of the core about the same users. */
public class RulesBenchmark {
    /** Of all keys: what eviction may cost. */
    private static final double MOST_FORGOTTEN = 0.0002;

    /** A request as a door holds it: read, and asked for by kind. */
    record Request(String path, String ip, String user) implements Attributes {
        @Override
        public @Nullable String get(Attribute attribute) {
            return switch (attribute.kind()) {
                case METHOD -> "GET";
                case PATH -> path;
                case IP -> ip;
                case NAMED -> attribute.name().equals("user") ? user : null;
                default -> null;
            };
        }

        /** About as many addresses as users. */
        static Request of(String user, int keys) {
            int number = (int) Math.floorMod(Key.and(Key.parts(), user), (long) keys);
            String ip = "10." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255);
            return new Request("/api/search/books", ip, user);
        }
    }

    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH calls setUp
    public static class Engine {
        @Param({"3", "300"})
        public int rules;

        private RuleEngine engine;
        private Request[] requests = {};

        @Setup
        public void setUp(Workload workload) {
            OtherTraffic.drive();
            engine = new RuleEngine(
                    RuleSets.of(rules, workload.traffic.rate().limit()), Store.memory(Clock.system(), workload.keys));
            String[] users = workload.requests();
            requests = new Request[users.length];
            for (int i = 0; i < users.length; i++) {
                requests[i] = Request.of(users[i], workload.keys);
            }
            workload.tolerate(MOST_FORGOTTEN);
            workload.introduce(user ->
                    ruling(engine, Request.of(user, workload.keys)).outcome().passes());
        }
    }

    @Benchmark
    public Ruling decide(Engine engine, Caller caller) {
        Ruling ruling = ruling(engine.engine, engine.requests[caller.nextIndex()]);
        caller.count(ruling.outcome().passes());
        return ruling;
    }

    private static Ruling ruling(RuleEngine engine, Request request) {
        return engine.decide(request).toCompletableFuture().join();
    }
}
