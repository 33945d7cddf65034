package io.sluice.rules;

import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.MemoryStore;
import io.sluice.core.RateLimiter;
import io.sluice.core.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the counters of a rule set, and knows those of the one before: under a name whose {@code per} and algorithms stay, what was used stays used.
 *
 * <p>Names: {@code api} for a rule, {@code api@premium} for a plan of it, {@code api=user:ann} for a client of it; {@code /extra}, {@code /excess} (of
 * the second limit {@code /excess.2}) and {@code /offences} behind one of these for what goes with it.
 */
final class Counters {
    private static final Duration LONGEST_PERIOD = Duration.ofDays(366);
    private static final Duration SHORTEST_PERIOD = Duration.ofNanos(1_000);
    private static final long MOST_OFFENCES = 31;
    private static final Limit UNLIMITED = Limit.unlimited();

    private record Known(
            LimitSet limits, List<Per> per, @Nullable RateLimiter limiter) {
        long evictions() {
            return limiter == null ? 0 : limiter.usage().liveEvictions();
        }
    }

    private final @Nullable MemoryStore memory;
    private final Map<String, Known> before;
    private final Map<String, Known> known = new HashMap<>();
    private final Set<Limit> used = Collections.newSetFromMap(new IdentityHashMap<>());
    /** By counters that are gone. */
    private long evictions;

    private int terms;

    private Counters(@Nullable MemoryStore memory, Map<String, Known> before, long evictions) {
        this.memory = memory;
        this.before = before;
        this.evictions = evictions;
    }

    static Counters first(Store store) {
        return new Counters(store instanceof MemoryStore memory ? memory : null, Map.of(), 0);
    }

    /** For the rules that come next. */
    Counters next() {
        return new Counters(memory, known, evictions);
    }

    /** What the hashes of keys begin with. */
    long keyStart() {
        return memory == null ? Key.parts() : memory.parts();
    }

    int terms() {
        return terms;
    }

    Terms terms(LiveRule rule, String name, List<Limit> limits) {
        Rule said = rule.rule;
        Counter counter = counter(name, said.per(), limits);
        Limit extra = extra(said.whenLimited(), limits);
        Block block = said.block();
        return new Terms(
                rule,
                terms++,
                counter,
                extra == null ? null : counter(name + "/extra", said.per(), List.of(extra)),
                excess(name, said, limits),
                block == null || block.grow() <= 1
                        ? null
                        : counter(name + "/offences", said.per(), List.of(offences(block))));
    }

    static @Nullable Limit extra(WhenLimited whenLimited, List<Limit> limits) {
        long most = whenLimited instanceof WhenLimited.Reduced reduced ? reduced.extra() : 0;
        Duration longest =
                limits.stream().map(Limit::period).max(Duration::compareTo).orElse(LONGEST_PERIOD);
        return most == 0 ? null : Limit.of(Math.min(most, Limit.MOST_PERMITS), longest);
    }

    private List<Excess> excess(String name, Rule said, List<Limit> limits) {
        List<Excess> all = new ArrayList<>();
        if (said.whenLimited() instanceof WhenLimited.Slower slower) {
            for (int i = 0; i < limits.size(); i++) {
                Limit counted = Excess.limitOf(limits.get(i), slower.steps());
                String own = name + (i == 0 ? "/excess" : "/excess." + (i + 1));
                if (counted != null) {
                    all.add(new Excess(limits.get(i), counter(own, said.per(), List.of(counted))));
                }
            }
        }
        return all;
    }

    /** One is forgiven after each longest block. */
    static Limit offences(Block block) {
        Duration most = block.most().compareTo(LONGEST_PERIOD) > 0 ? LONGEST_PERIOD : block.most();
        return Limit.of(1, most.compareTo(SHORTEST_PERIOD) < 0 ? SHORTEST_PERIOD : most)
                .burst(MOST_OFFENCES);
    }

    private Counter counter(String name, List<Per> per, List<Limit> limits) {
        Known last = before.get(name);
        LimitSet set = last == null ? null : carried(last, per, limits);
        if (last != null && set == null) {
            forget(name, last);
        }
        set = set != null ? set : new LimitSet(name, distinct(limits), null);
        used.addAll(set.limits());
        RateLimiter limiter = memory == null ? null : memory.limiter(set);
        known.put(name, new Known(set, per, limiter));
        return new Counter(set, limiter);
    }

    /** The limits as a change of those before; null if what was used under those does not count under these. */
    private @Nullable LimitSet carried(Known last, List<Per> per, List<Limit> limits) {
        if (!last.per.equals(per) || !sameKinds(last.limits.limits(), limits)) {
            return null;
        }
        return last.limits.limits().equals(limits)
                ? last.limits
                : last.limits.changedTo(distinct(limits).toArray(Limit[]::new));
    }

    private void forget(String name, Known last) {
        if (memory != null) {
            evictions += last.evictions();
            memory.forget(name);
        }
    }

    private static boolean sameKinds(List<Limit> these, List<Limit> those) {
        return these.stream()
                .map(Limit::kind)
                .toList()
                .equals(those.stream().map(Limit::kind).toList());
    }

    /** A decision names its limit, and the limit must name its rule: so no two rules may have the same object. */
    private List<Limit> distinct(List<Limit> limits) {
        List<Limit> all = new ArrayList<>();
        for (Limit limit : limits) {
            all.add(used.contains(limit) && !limit.equals(UNLIMITED) ? Limit.parse(limit.toString()) : limit);
        }
        return all;
    }

    /** Forgets what only the rules before counted. */
    void dropOthers() {
        before.forEach((name, last) -> {
            if (!known.containsKey(name)) {
                forget(name, last);
            }
        });
    }

    MemoryUse use() {
        long keys = 0;
        long forgotten = evictions;
        for (Known one : known.values()) {
            if (one.limiter != null) {
                RateLimiter.Usage usage = one.limiter.usage();
                keys += usage.keys();
                forgotten += usage.liveEvictions();
            }
        }
        return new MemoryUse(keys, forgotten);
    }
}
