package io.sluice.rules;

import io.sluice.core.Clock;
import io.sluice.core.Limit;
import io.sluice.rules.key.KeyShape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A rule, made ready to be asked about requests. */
final class LiveRule {
    final Rule rule;
    final KeyShape shape;
    final Price price;
    final boolean shadow;

    private final @Nullable Schedule schedule;
    private final Enforced enforced;
    private final Map<String, Terms> byPlan = new HashMap<>();
    private final ByClient<Terms> byClient;
    private final @Nullable Terms otherwise;

    LiveRule(Rule rule, RuleSet rules, Counters counters, Clock clock) {
        this.rule = rule;
        this.shape = new KeyShape(
                rule.per(), rule.match().path(), rules.paths(), rules.clients().ipv6Prefix(), counters.keyStart());
        this.price = Price.of(rule.cost(), rules.paths());
        this.shadow = rule.mode() == Rule.Mode.SHADOW;
        Active active = rule.active();
        this.schedule = active == null ? null : new Schedule(active, clock);
        this.enforced = new Enforced(rule.enforced());
        rule.limits().forEach((plan, limits) -> byPlan.put(plan, terms(counters, name(plan), limits)));
        this.otherwise = byPlan.get(Rule.EVERY_PLAN);
        this.byClient = new ByClient<>(
                rule.overrides(), client -> terms(counters, rule.name() + "=" + client.getKey(), client.getValue()));
    }

    private String name(String plan) {
        return plan.equals(Rule.EVERY_PLAN) ? rule.name() : rule.name() + "@" + plan;
    }

    private Terms terms(Counters counters, String name, List<Limit> limits) {
        return counters.terms(this, name, limits);
    }

    boolean isActive() {
        return schedule == null || schedule.activeNow();
    }

    /** Whether the plan makes a difference. */
    boolean asksForPlan() {
        return byPlan.size() > 1 || otherwise == null;
    }

    /** What holds for the request; null if its client has no limit. */
    @Nullable
    Terms terms(Attributes attributes, @Nullable String plan) {
        Terms terms = byClient.find(attributes);
        if (terms == null) {
            terms = plan == null ? otherwise : byPlan.getOrDefault(plan, otherwise);
        }
        return terms == null || terms.unlimited ? null : terms;
    }

    /** Whether the rule refuses this request, or only looks on. */
    boolean enforces(Attributes attributes) {
        return !shadow && (enforced.always() || enforced.covers(shape.text(rule.name(), attributes)));
    }

    /** All its counters: of every plan and client. */
    List<Terms> all() {
        return java.util.stream.Stream.concat(byPlan.values().stream(), byClient.all().stream())
                .toList();
    }
}
