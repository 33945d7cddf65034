package io.sluice.rules;

import io.sluice.core.Store;
import java.util.concurrent.CompletionStage;

/** Decides by rules: hop two of every request, whichever door it came through. */
public final class RuleEngine implements AutoCloseable {
    private final Store store;
    private volatile RuleSet rules;

    public RuleEngine(RuleSet rules, Store store) {
        this.rules = rules;
        this.store = store;
    }

    /** Decides about one request, and charges it. Never throws and never blocks; complete at once where the store is in memory. */
    public CompletionStage<Ruling> decide(Attributes attributes) {
        return java.util.concurrent.CompletableFuture.failedStage(new UnsupportedOperationException());
    }

    /** The rules in force. */
    public RuleSet rules() {
        return rules;
    }

    /** Takes other rules into force, at once and whole. Counters of rules that keep their name, {@code per} and algorithm are kept. */
    public void replace(RuleSet others) {
        rules = others;
    }

    @Override
    public void close() {
        store.close();
    }
}
