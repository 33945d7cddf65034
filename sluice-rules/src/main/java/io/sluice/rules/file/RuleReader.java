package io.sluice.rules.file;

import io.sluice.core.Limit;
import io.sluice.rules.Rule;
import io.sluice.rules.file.Node.Entry;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.match.Match;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one rule. */
final class RuleReader {
    private final MatchReader matches;
    private final PerReader pers;
    private final LimitReader limits;
    private final CostReader costs;
    private final WhenLimitedReader answers;
    private final BlockReader blocks;
    private final ActiveReader schedules;
    private final ClientText clients;
    private final Problems problems;

    RuleReader(AttributeNames names, PlanNames plans, NamedFiles files, Problems problems) {
        this.matches = new MatchReader(names, problems);
        this.pers = new PerReader(names, problems);
        this.limits = new LimitReader(plans, problems);
        this.costs = new CostReader(problems);
        this.answers = new WhenLimitedReader(files, problems);
        this.blocks = new BlockReader(problems);
        this.schedules = new ActiveReader(problems);
        this.clients = new ClientText(names);
        this.problems = problems;
    }

    Rule read(String name, Settings said) {
        Match match = matches.read(said.get("match"));
        return new Rule(
                name,
                match,
                pers.read(said.get("per"), match),
                limits.byPlan(said.get("limit")),
                overrides(said.under("overrides")),
                costs.read(said.get("cost")),
                answers.read(said.get("when-limited")),
                blocks.read(said.get("block")),
                said.text("mode", "enforce").equals("shadow") ? Rule.Mode.SHADOW : Rule.Mode.ENFORCE,
                (int) said.number("priority", 0),
                schedules.read(said.get("active")),
                PercentText.read(said.text("enforce"), "share of keys", problems),
                docs(said.text("docs")),
                message(said.get("message")),
                refunds(said));
    }

    private Map<String, List<Limit>> overrides(Settings said) {
        Map<String, List<Limit>> overrides = new LinkedHashMap<>();
        for (Entry entry : said.entries()) {
            overrides.put(clients.read(entry.key()), limits.all(entry.value()));
        }
        return overrides;
    }

    private static Set<Rule.RefundOn> refunds(Settings said) {
        if (!said.has("refund-on")) {
            return Rule.USUAL_REFUNDS;
        }
        Set<Rule.RefundOn> refunds = EnumSet.noneOf(Rule.RefundOn.class);
        for (Scalar text : Settings.texts(said.get("refund-on"))) {
            refunds.add(text.value().equals("5xx") ? Rule.RefundOn.SERVER_ERROR : Rule.RefundOn.BREAKER);
        }
        return refunds;
    }

    private @Nullable String docs(@Nullable Scalar text) {
        if (text == null) {
            return null;
        }
        if (!isWebPage(text.value())) {
            problems.error(text.place(), text.shown() + " is no URL", "write https://example.com/limits");
        }
        return text.value();
    }

    private static boolean isWebPage(String text) {
        try {
            URI uri = new URI(text);
            return uri.getHost() != null && ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private Map<String, String> message(@Nullable Node node) {
        Map<String, String> byLanguage = new LinkedHashMap<>();
        Scalar one = Settings.text(node);
        if (one != null) {
            byLanguage.put("", template(one));
        }
        for (Entry entry : new Settings(node).entries()) {
            Scalar text = Settings.text(entry.value());
            if (text != null) {
                byLanguage.put(entry.name().equals("default") ? "" : entry.name(), template(text));
            }
        }
        return byLanguage;
    }

    private String template(Scalar text) {
        if (TemplateText.hasOldName(text.value())) {
            problems.error(text.place(), TemplateText.OLD_NAME, TemplateText.NEW_NAME);
        }
        return text.value();
    }
}
