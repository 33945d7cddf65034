package io.sluice.rules;

import io.sluice.core.Limit;
import io.sluice.rules.match.Condition;
import io.sluice.rules.match.Match;
import io.sluice.rules.match.PathPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A rule for a test: all as usual but for what the test is about. */
final class RuleBuilder {
    private final String name;
    private Match match = Match.EVERYTHING;
    private List<Per> per = List.of();
    private final Map<String, List<Limit>> limits = new LinkedHashMap<>();
    private final Map<String, List<Limit>> overrides = new HashMap<>();
    private Cost cost = Cost.ONE;
    private WhenLimited whenLimited = new WhenLimited.Refuse();
    private @Nullable Block block;
    private Rule.Mode mode = Rule.Mode.ENFORCE;
    private int priority;
    private @Nullable Active active;
    private double enforced = 100;

    private RuleBuilder(String name) {
        this.name = name;
    }

    static RuleBuilder rule(String name, String... limits) {
        RuleBuilder rule = new RuleBuilder(name);
        return limits.length == 0 ? rule : rule.limit(Rule.EVERY_PLAN, limits);
    }

    /** {@code POST /login}, {@code /api/**} or {@code otherwise}. */
    RuleBuilder match(String text) {
        if (text.equals("otherwise")) {
            match = Match.OTHERWISE;
            return this;
        }
        int space = text.indexOf(' ');
        Set<String> methods =
                space < 0 ? Set.of() : Set.of(text.substring(0, space).split("\\|", -1));
        match = new Match(Match.Scope.SOME, methods, PathPattern.parse(text.substring(space + 1)), List.of());
        return this;
    }

    RuleBuilder where(String attribute, String... globs) {
        List<Condition> conditions = new ArrayList<>(match.conditions());
        conditions.add(new Condition(Attribute.of(attribute), List.of(globs)));
        match = new Match(Match.Scope.SOME, match.methods(), match.path(), conditions);
        return this;
    }

    /** Each part {@code user or ip}, or {@code user or skip}. */
    RuleBuilder per(String... parts) {
        per = Arrays.stream(parts).map(RuleBuilder::part).toList();
        return this;
    }

    static Per part(String text) {
        List<Per.Choice> choices = new ArrayList<>();
        Per.OrElse orElse = Per.OrElse.IP;
        for (String choice : text.split(" or ", -1)) {
            if (choice.equals("skip")) {
                orElse = Per.OrElse.SKIP;
            } else {
                String[] bits = choice.split("/", -1);
                choices.add(new Per.Choice(
                        Attribute.of(bits[0]),
                        bits.length > 1 ? Integer.parseInt(bits[1]) : 32,
                        bits.length > 2 ? Integer.parseInt(bits[2]) : 0));
            }
        }
        return new Per(choices, orElse);
    }

    RuleBuilder limit(String plan, String... texts) {
        limits.put(plan, parsed(texts));
        return this;
    }

    RuleBuilder override(String client, String... texts) {
        overrides.put(client, parsed(texts));
        return this;
    }

    private static List<Limit> parsed(String... texts) {
        return Arrays.stream(texts)
                .map(text -> text.equals("unlimited") ? Limit.unlimited() : Limit.parse(text))
                .toList();
    }

    RuleBuilder cost(Cost cost) {
        this.cost = cost;
        return this;
    }

    RuleBuilder whenLimited(WhenLimited whenLimited) {
        this.whenLimited = whenLimited;
        return this;
    }

    RuleBuilder block(Duration first, double grow, Duration most) {
        this.block = new Block(first, grow, most);
        return this;
    }

    RuleBuilder block(Duration always) {
        return block(always, 1, always);
    }

    RuleBuilder shadow() {
        this.mode = Rule.Mode.SHADOW;
        return this;
    }

    RuleBuilder priority(int priority) {
        this.priority = priority;
        return this;
    }

    RuleBuilder active(Active active) {
        this.active = active;
        return this;
    }

    RuleBuilder enforced(double percent) {
        this.enforced = percent;
        return this;
    }

    Rule build() {
        return new Rule(
                name,
                match,
                per,
                limits,
                overrides,
                cost,
                whenLimited,
                block,
                mode,
                priority,
                active,
                enforced,
                null,
                Map.of());
    }
}
