package io.sluice.server.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.http.HttpRequest;
import io.sluice.http.HttpRules;
import io.sluice.http.Verdict;
import io.sluice.http.answer.Cors;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import io.sluice.server.Until;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Rules that decide about requests, at a time in our hands: 2026-11-15T18:44:54.123456789Z. */
final class LogScene implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    final ManualClock clock = new ManualClock(1_794_768_294_123_456_789L);
    final RuleEngine engine;
    private final HttpRules rules;

    LogScene(String text) {
        RuleSet read = rules(text);
        this.engine = new RuleEngine(read, read.store().inMemory(clock));
        this.rules = new HttpRules(engine, clock, new Cors(Set.of()));
    }

    static RuleSet rules(String text) {
        RuleFile read = RuleFile.parse("version: 1\n" + text, Path.of("rules.yaml"));
        assertThat(read.errors()).isEmpty();
        return Objects.requireNonNull(read.rules());
    }

    Verdict decide(HttpRequest request) {
        return rules.decide(request).toCompletableFuture().join();
    }

    Exchange exchange(HttpRequest request, int status) {
        return new Exchange(request, "HTTP/1.1", decide(request), null, null, status, 0, 12, 412_345);
    }

    static JsonNode json(String line) {
        return JSON.readTree(line);
    }

    static void until(BooleanSupplier condition) throws InterruptedException {
        Until.holds(condition);
    }

    @Override
    public void close() {
        engine.close();
    }
}
