package io.sluice.rules;

import io.sluice.core.CounterMemory;
import io.sluice.core.Limit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the counters of a rule set take at most: with as many keys as {@code max-keys} allows under every rule and plan, and every log full.
 *
 * @param maxKeys the most keys that each rule keeps counters for
 */
public record Capacity(long maxKeys, List<OfRule> rules) {
    private static final double MEGABYTE = 1 << 20;
    /** Tables have a few places more than they need. */
    private static final long ROUNDED_UP = 8;

    /**
     * A rule under the limits of one plan or client.
     *
     * @param name {@code api}, {@code api@premium} for a plan, {@code api=user:ann} for a client
     * @param keys the most that it counts; 1 where all requests share a counter
     * @param bytesPerKey in memory
     * @param bytes of all keys in memory
     * @param redisBytesPerKey of Redis by its own account, with names up to 30 bytes: an estimate
     */
    public record OfRule(
            String name, List<Limit> limits, long keys, long bytesPerKey, long bytes, long redisBytesPerKey) {}

    public Capacity {
        rules = List.copyOf(rules);
    }

    public static Capacity of(RuleSet set) {
        long maxKeys = set.store().maxKeys();
        List<OfRule> all = new ArrayList<>();
        for (Rule rule : set.rules()) {
            rule.limits()
                    .forEach((plan, limits) -> all.add(of(
                            rule,
                            plan.equals(Rule.EVERY_PLAN) ? rule.name() : rule.name() + "@" + plan,
                            limits,
                            rule.per().isEmpty() ? 1 : maxKeys)));
            rule.overrides().forEach((client, limits) -> all.add(of(rule, rule.name() + "=" + client, limits, 1)));
        }
        return new Capacity(maxKeys, all);
    }

    private static OfRule of(Rule rule, String name, List<Limit> limits, long keys) {
        long bytes = 0;
        long redis = 0;
        for (List<Limit> counter : RuleCounters.of(rule, limits)) {
            bytes += CounterMemory.worstCase(counter, keys);
            redis += RedisSize.ofKey(counter);
        }
        if (rule.block() != null) {
            bytes += CounterMemory.worstCase(List.of(Limit.perSecond(1)), keys);
        }
        return new OfRule(name, limits, keys, (bytes + keys - 1) / keys, bytes, redis);
    }

    /** In memory, of all rules together. */
    public long bytes() {
        return rules.stream().mapToLong(OfRule::bytes).sum();
    }

    /** The {@code max-keys} with which the counters of all rules fit into so many bytes; 0 if there is none. */
    public long keysThatFit(long memory) {
        long fixed = rules.stream()
                .filter(rule -> rule.keys() == 1)
                .mapToLong(OfRule::bytes)
                .sum();
        long perKey = rules.stream()
                .filter(rule -> rule.keys() > 1)
                .mapToLong(OfRule::bytesPerKey)
                .sum();
        long fitting = perKey == 0 ? maxKeys : (memory - fixed) / perKey - ROUNDED_UP;
        return Math.min(maxKeys, Math.max(0, fitting));
    }

    /** What to know where counters may take no more than so many bytes; empty if they fit. */
    public Optional<String> doubt(long memory) {
        if (bytes() <= memory) {
            return Optional.empty();
        }
        long fitting = keysThatFit(memory);
        return Optional.of(String.format(
                Locale.ROOT,
                "with max-keys %d counters can take %s, and %s are there for them: %d keys fit; beyond that keys are"
                        + " forgotten, those with least debt first. Set max-keys to %d, or give more heap (-Xmx)",
                maxKeys,
                megabytes(bytes()),
                megabytes(memory),
                fitting,
                Math.max(1, fitting)));
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f MB", (double) bytes / MEGABYTE);
    }
}
