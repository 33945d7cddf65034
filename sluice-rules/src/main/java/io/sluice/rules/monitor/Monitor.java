package io.sluice.rules.monitor;

import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.rules.PlanSettings;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Ruling;
import io.sluice.rules.Watcher;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Watches every decision of an engine, in bounded memory: about 4 MB, however many keys come. A request that passes costs a few counters, and one in
 * {@value #SAMPLED} the name of its key; one that is refused always costs that name.
 */
public final class Monitor implements Watcher {
    /** In place of a rule, for requests that no rule counted. */
    public static final String NO_RULE = "none";
    /** For all rules, or plans, beyond the most that are told apart. */
    public static final String OTHER = "other";

    private static final int MOST_RULES = 1_000;
    private static final int MOST_LIMITED = 100;
    private static final int SAMPLED = 16;

    private final Clock clock;
    private final Predicate<String> paid;
    private final int sampled;
    private final Map<String, RuleCounts> rules = new ConcurrentHashMap<>();
    private final LimitedKeys limited = new LimitedKeys();
    private final Acquaintances acquaintances = new Acquaintances();
    private final DoubtfulRefusals doubtful = new DoubtfulRefusals();
    private final Latencies latencies = new Latencies();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** Wants to know of each counter when it comes, and of each time a decision took. */
    interface Listener extends RuleCounts.Created {
        void created(String rule, RuleCounts counts);

        void took(long nanos);
    }

    /** @param paid which plans are paid for */
    public Monitor(Clock clock, Predicate<String> paid) {
        this(clock, paid, SAMPLED);
    }

    Monitor(Clock clock, Predicate<String> paid, int sampled) {
        this.clock = clock;
        this.paid = paid;
        this.sampled = sampled;
    }

    /** Of plans that these rules know, those that are paid for: neither the default one nor that of anonymous clients. */
    public static Predicate<String> paidPlans(Supplier<RuleSet> rules) {
        return plan -> {
            PlanSettings plans = rules.get().plan();
            return plans != null && !plan.equals(plans.standard()) && !plan.equals(plans.anonymous());
        };
    }

    @Override
    public void decided(Ruling ruling, @Nullable String plan, long nanos) {
        Rule binding = ruling.rule();
        Fate fate = Fate.of(ruling.outcome());
        RuleCounts counts = counts(binding == null ? NO_RULE : binding.name());
        counts.count(plan, fate);
        Decision decision = ruling.decision();
        if (binding == null || decision == null) {
            return;
        }
        counts.left(decision.remaining(), decision.limit());
        if (ruling.outcome().passes()) {
            passed(ruling, binding, plan, nanos);
        } else {
            refused(ruling.key(), plan, minute(nanos));
        }
    }

    private void passed(Ruling ruling, Rule binding, @Nullable String plan, long nanos) {
        List<Ruling.Counted> counted = ruling.counted();
        for (int i = 0; i < counted.size(); i++) {
            Rule rule = counted.get(i).rule();
            if (!rule.name().equals(binding.name())) {
                counts(rule.name()).count(plan, Fate.ALLOWED);
            }
        }
        if (ThreadLocalRandom.current().nextInt(sampled) == 0) {
            String client = client(ruling.key());
            if (client != null) {
                acquaintances.allowed(client, minute(nanos), sampled);
            }
        }
    }

    private void refused(@Nullable String key, @Nullable String plan, long minute) {
        if (key == null) {
            return;
        }
        RefusedKey seen = RefusedKey.of(key);
        limited.add(seen.name(), seen.nameHash(), minute);
        Acquaintance known = seen.hasClient() ? acquaintances.refused(seen.clientHash()) : null;
        if (known != null) {
            doubtful.refused(key, plan != null && paid.test(plan) ? plan : null, known, minute);
        }
    }

    /** What the rule counts by, without the rule; null where it counts everything together. */
    static @Nullable String client(@Nullable String key) {
        int end = key == null ? -1 : key.indexOf('|');
        return key == null || end < 0 ? null : key.substring(end + 1);
    }

    @Override
    public void shadowed(Rule rule, @Nullable String plan, Decision decision, Supplier<String> key) {
        RuleCounts counts = counts(rule.name());
        counts.count(plan, decision.allowed() ? Fate.SHADOW_ALLOWED : Fate.SHADOW_REFUSED);
        counts.left(decision.remaining(), decision.limit());
    }

    @Override
    public void took(long nanos) {
        latencies.add(nanos);
        for (Listener listener : listeners) {
            listener.took(nanos);
        }
    }

    private RuleCounts counts(String rule) {
        RuleCounts known = rules.get(rule);
        return known == null ? created(rules.size() < MOST_RULES ? rule : OTHER) : known;
    }

    private RuleCounts created(String rule) {
        RuleCounts fresh = new RuleCounts(rule, this::created);
        RuleCounts known = rules.putIfAbsent(rule, fresh);
        if (known != null) {
            return known;
        }
        listeners.forEach(listener -> listener.created(rule, fresh));
        return fresh;
    }

    private void created(String rule, String plan, Fate fate, LongAdder count) {
        listeners.forEach(listener -> listener.created(rule, plan, fate, count));
    }

    /** Is told of the counters that there are, and of those to come; perhaps twice of one that comes meanwhile. */
    void listen(Listener listener) {
        listeners.add(listener);
        rules.forEach((rule, counts) -> {
            listener.created(rule, counts);
            counts.each(listener);
        });
    }

    private static long minute(long nanos) {
        return TimeUnit.NANOSECONDS.toMinutes(nanos);
    }

    /** What has been seen so far. */
    public Report report() {
        List<Report.OfRule> ofRules = rules.values().stream()
                .map(RuleCounts::report)
                .sorted(Comparator.comparing(Report.OfRule::rule))
                .toList();
        return new Report(
                ofRules, limited.report(minute(clock.nanos()), MOST_LIMITED), doubtful.report(), latencies.report());
    }
}
