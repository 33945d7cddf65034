package io.sluice.server.api;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.rules.Attributes;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import java.util.List;

/** What was decided by limits that were given: as if a rule of their name had said so. */
final class GivenRuling implements Ruling {
    private final GivenCharge binding;
    private final List<Counted> counted;
    private final Decision decision;

    private GivenRuling(GivenCharge binding, List<Counted> counted, Decision decision) {
        this.binding = binding;
        this.counted = counted;
        this.decision = decision;
    }

    /** About all of these at once; the first is binding where none holds the binding limit. */
    static GivenRuling of(List<GivenCharge> charges, Decision decision) {
        if (charges.size() == 1) {
            return new GivenRuling(charges.get(0), charges.get(0).given().counted(), decision);
        }
        List<Counted> counted = charges.stream()
                .map(GivenCharge::given)
                .distinct()
                .flatMap(given -> given.counted().stream())
                .toList();
        return new GivenRuling(binding(charges, decision.binding()), counted, decision);
    }

    @SuppressWarnings("ReferenceEquality") // two names may have equal limits
    private static GivenCharge binding(List<GivenCharge> charges, Limit limit) {
        return charges.stream()
                .filter(charge -> charge.given().limits().limits().stream().anyMatch(each -> each == limit))
                .findFirst()
                .orElse(charges.get(0));
    }

    @Override
    public Outcome outcome() {
        if (!decision.allowed()) {
            return Outcome.REFUSED;
        }
        return decision.delayNanos() > 0 ? Outcome.DELAYED : Outcome.ALLOWED;
    }

    @Override
    public Rule rule() {
        return binding.given().rule();
    }

    @Override
    public Decision decision() {
        return decision;
    }

    @Override
    public List<Counted> counted() {
        return counted;
    }

    @Override
    public String key() {
        return binding.key();
    }

    @Override
    public long delayNanos() {
        return decision.delayNanos();
    }

    /** A place in a queue stays taken: the caller was told of it, and nobody tells us what became of it. */
    @Override
    public void cancel() {}

    @Override
    public List<String> awaited() {
        return List.of();
    }

    @Override
    public void ended(Attributes response) {}
}
