package io.sluice.server.api;

import io.sluice.core.Clock;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.Ruling;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /v1/check}: one question or many at once, each answered by itself. */
final class CheckApi {
    /** Questions in one request at most. */
    static final int MOST = 1_000;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

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
            json = JSON.readTree(body);
        } catch (JacksonException e) {
            return CompletableFuture.completedStage(Problem.at("", notJson(e)).reply());
        }
        return json.isObject() && json.has("checks") ? all(json) : one(json);
    }

    private static String notJson(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        String place = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
        return "the body is not one JSON value" + place + ": " + reason(e);
    }

    /** Without what the parser says about its own settings. */
    private static String reason(JacksonException e) {
        String message = e.getOriginalMessage();
        int aside = message.indexOf(" (start marker");
        return aside < 0 ? message : message.substring(0, aside);
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
        List<CompletableFuture<ObjectNode>> results = new ArrayList<>(checks.size());
        for (int i = 0; i < checks.size(); i++) {
            results.add(oneOfMany(checks.get(i), "/checks/" + i).toCompletableFuture());
        }
        return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                .thenApply(done -> Reply.json(together(results) + "\n"));
    }

    private static @Nullable String wrong(JsonNode json, JsonNode checks) {
        if (!checks.isArray() || checks.isEmpty() || checks.size() > MOST) {
            return "checks is a list of 1 to " + MOST + " questions";
        }
        return json.size() > 1 ? "checks stands alone; what else there is belongs into each question" : null;
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

    private static ObjectNode together(List<CompletableFuture<ObjectNode>> results) {
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
        try {
            Given limits = given.named(byLimits.name(), byLimits.limits());
            return given.decide(limits, byLimits.key(), byLimits.permits());
        } catch (NotGivenException e) {
            throw new ProblemException(at + "/limit", String.valueOf(e.getMessage()));
        }
    }
}
