package io.sluice.rules;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.RateLimiter;
import io.sluice.core.Together;
import io.sluice.rules.Gathered.Lines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Terms that hold together for some request: what follows from them alone, worked out once. */
final class Combination {
    /** In place of an index: none of them. */
    static final int NONE = -1;

    private final Terms[] terms;
    private final List<Ruling.Counted> counted;
    private final @Nullable Together together;
    /** Whether a refusal is a refusal, and nothing else has to be asked or done. */
    private final boolean plain;

    private final boolean queues;
    private final boolean settles;

    /** Of no terms. */
    static final Combination EMPTY = new Combination(new Terms[0]);

    Combination(Terms[] terms) {
        this.terms = terms;
        this.counted = Arrays.stream(terms).map(one -> one.counted).toList();
        this.queues = Arrays.stream(terms).anyMatch(one -> one.queues);
        RateLimiter[] limiters = Arrays.stream(terms)
                .map(one -> one.counter.limiter())
                .filter(Objects::nonNull)
                .toArray(RateLimiter[]::new);
        this.together =
                limiters.length > 0 && limiters.length == terms.length && !queues ? Together.of(limiters) : null;
        this.settles = Arrays.stream(terms).anyMatch(one -> one.settles);
        this.plain = Arrays.stream(terms).allMatch(one -> isPlain(one.rule.rule)) && samePriorities();
    }

    private static boolean isPlain(Rule rule) {
        WhenLimited then = rule.whenLimited();
        return rule.block() == null
                && (then instanceof WhenLimited.Refuse
                        || then instanceof WhenLimited.Decoy
                        || then instanceof WhenLimited.Status);
    }

    private boolean samePriorities() {
        return Arrays.stream(terms)
                        .mapToInt(one -> one.rule.rule.priority())
                        .distinct()
                        .count()
                <= 1;
    }

    int size() {
        return terms.length;
    }

    Terms terms(int i) {
        return terms[i];
    }

    List<Ruling.Counted> counted() {
        return counted;
    }

    /** All limiters at once; null where they are not in memory, or a queue is among them, whose places can be given back. */
    @Nullable
    Together together() {
        return together;
    }

    boolean plain() {
        return plain;
    }

    /** Those of its charges, in the order of the terms, that come back for this reason. */
    List<Charge> refunded(List<Charge> charges, Rule.RefundOn why) {
        List<Charge> back = new ArrayList<>();
        for (int i = 0; i < Math.min(terms.length, charges.size()); i++) {
            if (terms[i].rule.rule.refundOn().contains(why)) {
                back.add(charges.get(i));
            }
        }
        return back;
    }

    /** Whether an answer says what a request cost. */
    boolean settles() {
        return settles;
    }

    boolean queues() {
        return queues;
    }

    boolean isOf(Lines lines) {
        if (lines.count != terms.length) {
            return false;
        }
        for (int i = 0; i < terms.length; i++) {
            if (lines.terms[i] != terms[i]) {
                return false;
            }
        }
        return true;
    }

    int bindingOrFirst(Decision decision) {
        return Math.max(0, binding(decision));
    }

    /** Whose limit was binding: by the object, else by what it says; {@link #NONE} if a store answered with another limit than it was asked with. */
    @SuppressWarnings("ReferenceEquality") // two rules may have equal limits
    int binding(Decision decision) {
        if (terms.length == 1) {
            return 0;
        }
        Limit binding = decision.binding();
        for (int i = 0; i < terms.length; i++) {
            for (Limit limit : terms[i].limits()) {
                if (limit == binding) {
                    return i;
                }
            }
        }
        for (int i = 0; i < terms.length; i++) {
            if (terms[i].limits().contains(binding)) {
                return i;
            }
        }
        return NONE;
    }
}
