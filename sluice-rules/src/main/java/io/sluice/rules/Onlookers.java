package io.sluice.rules;

import io.sluice.core.Question.Verb;
import io.sluice.core.Together;
import io.sluice.rules.Gathered.Lines;

/** Asks rules in shadow about a request that passed, one by one, and tells the watcher what they would have said. */
final class Onlookers {
    private final Teller teller;
    private final Watcher watcher;

    Onlookers(Teller teller, Watcher watcher) {
        this.teller = teller;
        this.watcher = watcher;
    }

    void look(Attributes attributes, Gathered gathered) {
        Lines lines = gathered.shadows;
        for (int i = 0; i < lines.count; i++) {
            Together alone = lines.terms[i].alone;
            if (alone == null) {
                look(new Case(attributes, Combination.EMPTY, gathered));
                return;
            }
            look(lines.terms[i], alone, lines.keys[i], lines.permits[i], attributes, gathered);
        }
    }

    private void look(Terms terms, Together alone, long key, long permits, Attributes attributes, Gathered gathered) {
        gathered.oneKey[0] = key;
        gathered.onePermits[0] = permits;
        var decision = alone.tryAcquire(gathered.oneKey, gathered.onePermits);
        if (watcher != Watcher.NONE) {
            LiveRule rule = terms.rule;
            watcher.shadowed(
                    rule.rule,
                    gathered.plan,
                    decision,
                    () -> rule.shape.text(rule.rule.name(), attributes).toString());
        }
    }

    void look(Case one) {
        for (int i = 0; i < one.shadows.size(); i++) {
            Rule rule = one.shadows.get(i).rule.rule;
            Charge charge = one.shadowCharges().get(i);
            teller.ask(Verb.TRY_ACQUIRE, charge)
                    .thenAccept(decision -> watcher.shadowed(
                            rule, one.plan, decision, () -> charge.key().text().toString()));
        }
    }
}
