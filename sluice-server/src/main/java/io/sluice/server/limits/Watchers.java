package io.sluice.server.limits;

import io.sluice.core.Decision;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import io.sluice.rules.Watcher;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Two who look on. */
record Watchers(Watcher first, Watcher second) implements Watcher {
    @Override
    public void decided(Ruling ruling, @Nullable String plan, long nanos) {
        first.decided(ruling, plan, nanos);
        second.decided(ruling, plan, nanos);
    }

    @Override
    public void shadowed(Rule rule, @Nullable String plan, Decision decision, Supplier<String> key) {
        first.shadowed(rule, plan, decision, key);
        second.shadowed(rule, plan, decision, key);
    }

    @Override
    public void took(long nanos) {
        first.took(nanos);
        second.took(nanos);
    }
}
