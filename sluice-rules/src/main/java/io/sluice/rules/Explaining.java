package io.sluice.rules;

import io.sluice.core.Question.Verb;
import io.sluice.rules.Explanation.Explained;
import io.sluice.rules.key.KeyShape;
import io.sluice.rules.match.Match;
import io.sluice.rules.match.MatchIndex;
import io.sluice.rules.match.Matcher;
import io.sluice.rules.match.PathPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Says of every rule whether it counts for a request, why not, and what it would answer. */
final class Explaining {
    private final Snapshot now;
    private final Teller teller;
    private final Attributes attributes;
    private final Gathered gathered = Gathered.ofThread();

    Explaining(Snapshot now, Teller teller, Attributes attributes) {
        this.now = now;
        this.teller = teller;
        this.attributes = attributes;
    }

    CompletionStage<Explanation> explanation() {
        Ruling.Outcome listed = now.denies(attributes)
                ? Ruling.Outcome.DENIED
                : now.leavesOut(attributes) ? Ruling.Outcome.UNLIMITED : null;
        String plan = now.plan(attributes);
        long[] found = now.matching(attributes, gathered).clone();
        CompletionStage<List<Explained>> all = CompletableFuture.completedFuture(List.of());
        for (int i = 0; i < now.live().size(); i++) {
            boolean matches = MatchIndex.contains(found, i);
            all = all.thenCombine(explained(now.live().get(i), matches, plan), Explaining::and);
        }
        return all.thenApply(rules -> new Explanation(listed, plan, rules));
    }

    private static List<Explained> and(List<Explained> before, Explained next) {
        List<Explained> all = new ArrayList<>(before);
        all.add(next);
        return all;
    }

    private CompletionStage<Explained> explained(LiveRule live, boolean matches, @Nullable String plan) {
        Rule rule = live.rule;
        if (!matches) {
            return CompletableFuture.completedFuture(Explained.not(rule, whyNoMatch(live)));
        }
        Terms terms = live.terms(attributes, plan);
        if (terms == null) {
            return CompletableFuture.completedFuture(Explained.not(rule, "this client has no limit"));
        }
        long hash = live.shape.hash(attributes);
        if (hash == KeyShape.SKIPPED) {
            return CompletableFuture.completedFuture(Explained.not(rule, "the request has nothing that it counts per"));
        }
        RuleKey key = new RuleKey(hash, () -> live.shape.text(rule.name(), attributes));
        long cost = live.price.of(attributes, gathered);
        return teller.ask(Verb.PEEK, new Charge(terms.counter, key, cost))
                .thenApply(decision -> new Explained(
                        rule,
                        true,
                        "",
                        live.enforces(attributes),
                        key.text().toString(),
                        terms.limits(),
                        cost,
                        decision));
    }

    private String whyNoMatch(LiveRule live) {
        Match match = live.rule.match();
        PathPattern pattern = match.path();
        String path = attributes.get(Attribute.PATH);
        if (pattern != null && (path == null || !pattern.covers(path, now.rules.paths()))) {
            return "the path is not " + pattern;
        }
        String missing = new Matcher(match, now.rules.paths()).missing(attributes);
        if (!missing.isEmpty()) {
            return missing;
        }
        return live.isActive() ? "another rule matches" : "it is not active now";
    }
}
