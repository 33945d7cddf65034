package io.sluice.server.api;

import io.sluice.core.Answer;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.Question;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import io.sluice.rules.Ruling;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Limits that the question itself brings along, instead of those of the rules. Each name has counters of its own, apart from those of rules; so that callers cannot fill the
 * memory with them, there are only so many names.
 */
public final class GivenLimits {
    /** Distinct names at most. */
    public static final int MOST = 1_000;

    private final Store store;
    private final Map<String, LimitSet> known = new ConcurrentHashMap<>();

    public GivenLimits(Store store) {
        this.store = store;
    }

    /**
     * The counters of a name, with these limits from now on. What was used stays used where the algorithms stay.
     *
     * @return null if there are too many names already
     */
    public @Nullable LimitSet named(String name, List<Limit> limits) {
        LimitSet found = known.get(name);
        if (found != null && found.limits().equals(limits)) {
            return found;
        }
        if (found == null && known.size() >= MOST) {
            return null;
        }
        return known.compute(name, (same, before) -> changed(same, before, limits));
    }

    private static LimitSet changed(String name, @Nullable LimitSet before, List<Limit> limits) {
        if (before == null) {
            return new LimitSet(name, limits, null);
        }
        return before.limits().equals(limits) ? before : before.changedTo(limits.toArray(Limit[]::new));
    }

    /** Takes permits or none; 0 looks. */
    public CompletionStage<Ruling> decide(LimitSet limits, String key, long permits) {
        return ask(Verb.TRY_ACQUIRE, limits, key, permits);
    }

    /** Gives permits back, up to full. */
    public CompletionStage<Ruling> refund(LimitSet limits, String key, long permits) {
        return ask(Verb.REFUND, limits, key, permits);
    }

    private CompletionStage<Ruling> ask(Verb verb, LimitSet limits, String key, long permits) {
        long taken = Math.min(permits, Limit.MOST_PERMITS);
        return store.ask(new Question(verb, List.of(new Question.Charge(limits, key, taken)), 1, 0, null))
                .thenApply(answer -> ruling(limits, key, answer));
    }

    private static Ruling ruling(LimitSet limits, String key, Answer answer) {
        return new GivenRuling(limits, key, answer.decision());
    }
}
