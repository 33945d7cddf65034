package io.sluice.cli.rules;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.http.answer.Waits;
import io.sluice.rules.Explanation;
import io.sluice.rules.Explanation.Explained;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import java.util.List;
import java.util.Locale;

/** What the rules say about a request, for people and for programs. */
record Shown(String asked, Explanation why, Ruling ruling) {
    private static final List<String> HEADINGS = List.of("rule", "key", "limit", "cost", "answer");

    String text() {
        String plan = why.plan() == null ? "" : "plan " + why.plan() + "\n";
        Table table = new Table(HEADINGS);
        for (Explained one : why.rules()) {
            table.add(row(one));
        }
        String rules = why.listed() == null ? "\n" + table + "\n" : "";
        return asked + "\n" + plan + rules + verdict() + "\n";
    }

    private static List<String> row(Explained one) {
        String name = one.rule().name() + (one.counts() && !one.enforced() ? " (shadow)" : "");
        return one.counts()
                ? List.of(
                        name, String.valueOf(one.key()), limits(one), Long.toString(one.cost()), answer(one.decision()))
                : List.of(name, "-", "-", "-", "does not count: " + one.why());
    }

    private static String limits(Explained one) {
        return String.join("; ", one.limits().stream().map(Limit::toString).toList());
    }

    private static String answer(@org.jspecify.annotations.Nullable Decision decision) {
        if (decision == null) {
            return "";
        }
        return decision.allowed() ? "allowed, of " + decision.remaining() + " left" : "refused" + wait(decision);
    }

    private static String wait(Decision decision) {
        return decision.never() ? ", whenever it asks" : ", again in " + decision.retryAfterSeconds() + " s";
    }

    /** The answer to the whole. */
    private String verdict() {
        if (why.listed() != null) {
            return word() + (why.listed() == Ruling.Outcome.DENIED ? ": on the deny list" : ": on the allow list");
        }
        Rule rule = ruling.rule();
        return word() + (rule == null ? ": no rule counts it" : " by rule " + rule.name());
    }

    private String word() {
        return ruling.outcome().name().toLowerCase(Locale.ROOT);
    }

    String json() {
        List<String> rules = why.rules().stream().map(Shown::json).toList();
        Rule rule = ruling.rule();
        return new Json()
                .field("request", asked)
                .field("plan", why.plan())
                .field("outcome", word())
                .field("rule", rule == null ? null : rule.name())
                .raw("rules", "[" + String.join(",", rules) + "]")
                .end();
    }

    private static String json(Explained one) {
        Json json = new Json().field("rule", one.rule().name()).field("counts", one.counts());
        Decision decision = one.decision();
        if (!one.counts() || decision == null) {
            return json.field("why", one.why()).end();
        }
        json.field("enforced", one.enforced())
                .field("key", one.key())
                .field("limit", limits(one))
                .field("cost", one.cost())
                .field("allowed", decision.allowed())
                .field("remaining", decision.remaining());
        Waits.of(decision).forEach((name, wait) -> json.raw(name, String.valueOf(wait)));
        return json.end();
    }
}
