package io.sluice.server.api;

import io.sluice.core.Decision;
import io.sluice.rules.Attributes;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import java.util.List;

/** What was decided by limits that were given: as if a rule of their name had said so. */
final class GivenRuling implements Ruling {
    private final Given given;
    private final String key;
    private final Decision decision;

    GivenRuling(Given given, String key, Decision decision) {
        this.given = given;
        this.key = key;
        this.decision = decision;
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
        return given.rule();
    }

    @Override
    public Decision decision() {
        return decision;
    }

    @Override
    public List<Counted> counted() {
        return given.counted();
    }

    @Override
    public String key() {
        return key;
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
