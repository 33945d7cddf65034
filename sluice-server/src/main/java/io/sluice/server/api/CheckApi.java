package io.sluice.server.api;

import io.sluice.core.Clock;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.Ruling;
import io.sluice.server.json.BadJsonException;
import io.sluice.server.json.StrictJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /v1/check}: one question or many at once. Several limits are one decision unless they are independent; requests are answered each by itself. */
final class CheckApi {
    /** Questions in one request at most. */
    static final int MOST = 1_000;

    private static final JsonMapper JSON = JsonMapper.shared();

    private final RuleEngine engine;
    private final GivenLimits given;
    private final CheckReader reader;
    private final CheckAnswer answer;

    CheckApi(RuleEngine engine, InForce inForce, GivenLimits given, Clock clock) {
        this.engine = engine;
        this.given = given;
        this.reader = new CheckReader(new AttributesReader(inForce));
        this.answer = new CheckAnswer(inForce, clock);
    }

    /** Complete at once where the store is in memory. */
    CompletionStage<Reply> ask(byte[] body) {
        JsonNode json;
        try {
            json = StrictJson.read(body);
        } catch (BadJsonException e) {
            return CompletableFuture.completedStage(
                    Problem.at(e.pointer(), e.detail()).reply());
        }
        return json.isObject() && json.has("checks") ? all(json) : one(json);
    }

    private CompletionStage<Reply> one(JsonNode json) {
        try {
            return decide(json, "").thenApply(decided -> Reply.json(decided + "\n"));
        } catch (ProblemException e) {
            return CompletableFuture.completedStage(e.problem.reply());
        }
    }

    private CompletionStage<Reply> all(JsonNode json) {
        JsonNode checks = json.get("checks");
        String wrong = wrong(json, checks);
        if (wrong != null) {
            return CompletableFuture.completedStage(Problem.at("/checks", wrong).reply());
        }
        boolean independent = json.path("independent").booleanValue(false);
        return independent || !byLimits(checks) ? eachByItself(checks) : together(checks);
    }

    /** Questions by rules are requests of their own. */
    private static boolean byLimits(JsonNode checks) {
        return checks.size() > 1 && checks.valueStream().anyMatch(check -> check.isObject() && check.has("limit"));
    }

    /** One decision, all or none, and so one answer. */
    private CompletionStage<Reply> together(JsonNode checks) {
        try {
            List<Check.ByLimits> all = reader.readTogether(checks, "/checks");
            Map<GivenCharge, Long> charges = new LinkedHashMap<>();
            for (int i = 0; i < all.size(); i++) {
                Check.ByLimits each = all.get(i);
                charges.merge(new GivenCharge(named(each, "/checks/" + i), each.key()), each.permits(), Long::sum);
            }
            return given.decide(charges).thenApply(ruling -> Reply.json(answer.of(ruling) + "\n"));
        } catch (ProblemException e) {
            return CompletableFuture.completedStage(e.problem.reply());
        }
    }

    private CompletionStage<Reply> eachByItself(JsonNode checks) {
        List<CompletableFuture<ObjectNode>> results = new ArrayList<>(checks.size());
        for (int i = 0; i < checks.size(); i++) {
            results.add(oneOfMany(checks.get(i), "/checks/" + i).toCompletableFuture());
        }
        return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                .thenApply(done -> Reply.json(listed(results) + "\n"));
    }

    private static @Nullable String wrong(JsonNode json, JsonNode checks) {
        if (!checks.isArray() || checks.isEmpty() || checks.size() > MOST) {
            return "checks is a list of 1 to " + MOST + " questions";
        }
        JsonNode independent = json.get("independent");
        if (independent != null && !independent.isBoolean()) {
            return "independent is true or false: whether each question is answered by itself";
        }
        return json.size() > (independent == null ? 1 : 2)
                ? "checks stands alone, or with independent; what else there is belongs into each question"
                : null;
    }

    private CompletionStage<ObjectNode> oneOfMany(JsonNode json, String at) {
        try {
            return decide(json, at);
        } catch (ProblemException e) {
            ObjectNode wrong = JSON.createObjectNode();
            wrong.set("error", e.problem.json());
            return CompletableFuture.completedStage(wrong);
        }
    }

    private static ObjectNode listed(List<CompletableFuture<ObjectNode>> results) {
        ObjectNode json = JSON.createObjectNode();
        ArrayNode all = json.putArray("results");
        results.forEach(result -> all.add(result.join()));
        return json;
    }

    private CompletionStage<ObjectNode> decide(JsonNode json, String at) throws ProblemException {
        return ruling(reader.read(json, at), at).thenApply(answer::of);
    }

    private CompletionStage<Ruling> ruling(Check check, String at) throws ProblemException {
        if (check instanceof Check.ByRules byRules) {
            return engine.decide(byRules);
        }
        Check.ByLimits byLimits = (Check.ByLimits) check;
        return given.decide(named(byLimits, at), byLimits.key(), byLimits.permits());
    }

    private Given named(Check.ByLimits check, String at) throws ProblemException {
        try {
            return given.named(check.name(), check.limits());
        } catch (NotGivenException e) {
            throw new ProblemException(at + "/limit", String.valueOf(e.getMessage()));
        }
    }
}
