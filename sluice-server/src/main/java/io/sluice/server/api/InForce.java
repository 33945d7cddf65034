package io.sluice.server.api;

import io.sluice.http.field.Fields;
import io.sluice.http.path.PathNormal;
import io.sluice.http.path.PathReadings;
import io.sluice.rules.Attributes;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;

/** What follows from the rules in force, worked out once for each set of them. */
public final class InForce {
    private final RuleEngine engine;
    private volatile Current current;

    private record Current(RuleSet rules, Fields fields, PathNormal paths) {
        static Current of(RuleSet rules) {
            return new Current(rules, Fields.of(rules.headers()), new PathNormal(rules.paths()));
        }
    }

    public InForce(RuleEngine engine) {
        this.engine = engine;
        this.current = Current.of(engine.rules());
    }

    /** In the dialects of the rule file. */
    public Fields fields() {
        return current().fields;
    }

    /** How paths are spelled. */
    public PathNormal paths() {
        return current().paths;
    }

    /** Whether a request may be decided by its path, in whichever way servers read it. */
    public boolean agree(String rawPath, Attributes attributes) {
        return PathReadings.agree(rawPath, attributes, engine);
    }

    @SuppressWarnings("ReferenceEquality") // other rules are another object, and comparing them would take long
    private Current current() {
        Current known = current;
        RuleSet rules = engine.rules();
        if (known.rules != rules) {
            known = Current.of(rules);
            current = known;
        }
        return known;
    }
}
