package io.sluice.server.api;

import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.Question;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import io.sluice.rules.Ruling;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Limits that the question itself brings along, instead of those of the rules. Each name has counters of its own, apart from those of rules; so that callers cannot fill the
 * memory with them, there are only so many names. A new one takes the place of the one that was asked about least recently, once nothing that was used under that still counts:
 * nobody gets permits back because others use many names.
 */
public final class GivenLimits {
    /** Distinct names at most. */
    public static final int MOST = 1_000;

    /** A change carries over what every key has used, so it is not for every question. */
    private static final long LEAST_NANOS_BETWEEN_CHANGES = 1_000_000_000;

    /** What to do where no name can be forgotten. */
    private static final String TOO_MANY = "there are " + MOST
            + " different limits already, and all of them still count; use one of them, give limits that may share counters"
            + " the same name, or write a rule";

    private final Store store;
    /** From the least recently used to the most. Guarded by itself. */
    private final Map<String, Given> known = new LinkedHashMap<>(16, 0.75f, true);

    public GivenLimits(Store store) {
        this.store = store;
    }

    /**
     * The counters of a name, with these limits from now on. What was used stays used where the algorithms stay.
     *
     * @throws NotGivenException if there are too many names already, or the name was asked about with other limits just now
     */
    public Given named(String name, List<Limit> limits) throws NotGivenException {
        long now = store.clock().nanos();
        synchronized (known) {
            Given found = known.get(name);
            if (found == null) {
                found = Given.of(added(name, limits, now), now);
                known.put(name, found);
            } else if (!found.limits().limits().equals(limits)) {
                found = Given.of(changed(found, limits, now), now);
                known.put(name, found);
            }
            found.usedAt(now);
            return found;
        }
    }

    private LimitSet added(String name, List<Limit> limits, long now) throws NotGivenException {
        if (known.size() >= MOST && !forgetOne(now)) {
            throw new NotGivenException(TOO_MANY);
        }
        return new LimitSet(name, limits, null);
    }

    private static LimitSet changed(Given before, List<Limit> limits, long now) throws NotGivenException {
        if (now - before.sinceNanos() < LEAST_NANOS_BETWEEN_CHANGES) {
            throw new NotGivenException(changedJustNow(before));
        }
        return before.limits().changedTo(limits.toArray(Limit[]::new));
    }

    private static String changedJustNow(Given before) {
        String name = before.rule().name();
        String limits = before.limits().limits().stream().map(Limit::toString).collect(Collectors.joining("; "));
        return "less than a second ago the limits of the name " + name + " became " + limits
                + ": a name has the same limits for all keys; where they differ, as by plan, give each a name of its own, such as "
                + name + "-free and " + name + "-premium, or leave the name out";
    }

    /** Also where counters are elsewhere: every store keeps something here for each name. */
    private boolean forgetOne(long now) {
        Iterator<Given> oldest = known.values().iterator();
        while (oldest.hasNext()) {
            Given given = oldest.next();
            if (given.isAsGoodAsNew(now)) {
                oldest.remove();
                store.forget(given.limits().name());
                return true;
            }
        }
        return false;
    }

    /** Takes the permits of all, or none. */
    CompletionStage<Ruling> decide(Map<GivenCharge, Long> permits) {
        List<GivenCharge> all = List.copyOf(permits.keySet());
        List<Question.Charge> charges = permits.entrySet().stream()
                .map(each -> charge(each.getKey().given(), each.getKey().key(), each.getValue()))
                .toList();
        return store.ask(new Question(Verb.TRY_ACQUIRE, charges, 1, 0, null))
                .thenApply(answer -> GivenRuling.of(all, answer.decision()));
    }

    private static Question.Charge charge(Given given, String key, long permits) {
        return new Question.Charge(given.limits(), key, Math.min(permits, Limit.MOST_PERMITS));
    }

    /** Takes permits or none; 0 looks. */
    public CompletionStage<Ruling> decide(Given given, String key, long permits) {
        return ask(Verb.TRY_ACQUIRE, given, key, permits);
    }

    /** Gives permits back, up to full. */
    public CompletionStage<Ruling> refund(Given given, String key, long permits) {
        return ask(Verb.REFUND, given, key, permits);
    }

    private CompletionStage<Ruling> ask(Verb verb, Given given, String key, long permits) {
        return store.ask(new Question(verb, List.of(charge(given, key, permits)), 1, 0, null))
                .thenApply(answer -> GivenRuling.of(List.of(new GivenCharge(given, key)), answer.decision()));
    }
}
