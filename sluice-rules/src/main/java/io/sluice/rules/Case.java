package io.sluice.rules;

import io.sluice.rules.Gathered.Lines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request whose decision takes more than one look: what was gathered about it, kept. */
final class Case {
    final Attributes attributes;
    final @Nullable String plan;
    final Combination combination;
    /** The terms that look on, in the order of {@link #shadowCharges}. */
    final List<Terms> shadows = new ArrayList<>();

    private final List<Charge> charges;
    private final List<Charge> shadowCharges;

    Case(Attributes attributes, Combination combination, Gathered gathered) {
        this.attributes = attributes;
        this.plan = gathered.plan;
        this.combination = combination;
        this.charges = charges(gathered.enforced);
        this.shadowCharges = charges(gathered.shadows);
        for (int i = 0; i < gathered.shadows.count; i++) {
            shadows.add(gathered.shadows.terms[i]);
        }
    }

    private List<Charge> charges(Lines lines) {
        List<Charge> all = new ArrayList<>();
        for (int i = 0; i < lines.count; i++) {
            all.add(new Charge(lines.terms[i].counter, key(lines.terms[i], lines.keys[i]), lines.permits[i]));
        }
        return all;
    }

    private RuleKey key(Terms terms, long hash) {
        LiveRule rule = terms.rule;
        return new RuleKey(hash, () -> rule.shape.text(rule.rule.name(), attributes));
    }

    List<Charge> charges() {
        return charges;
    }

    Charge charge(int i) {
        return charges.get(i);
    }

    List<Charge> shadowCharges() {
        return shadowCharges;
    }

    /** The charges with one of them counted elsewhere: as one permit, because it is the request that counts there. */
    List<Charge> replaced(int i, Counter by) {
        List<Charge> others = new ArrayList<>(charges);
        others.set(i, new Charge(by, charge(i).key(), 1));
        return others;
    }
}
