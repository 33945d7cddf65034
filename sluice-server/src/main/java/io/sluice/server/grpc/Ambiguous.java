package io.sluice.server.grpc;

import io.sluice.core.Decision;
import io.sluice.rules.Attributes;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of a request whose path servers read differently: it might be one that a rule is about, so it does not pass. */
enum Ambiguous implements Ruling {
    PATH;

    @Override
    public Outcome outcome() {
        return Outcome.DENIED;
    }

    @Override
    public @Nullable Rule rule() {
        return null;
    }

    @Override
    public @Nullable Decision decision() {
        return null;
    }

    @Override
    public List<Counted> counted() {
        return List.of();
    }

    @Override
    public @Nullable String key() {
        return null;
    }

    @Override
    public long delayNanos() {
        return 0;
    }

    @Override
    public void cancel() {}

    @Override
    public List<String> awaited() {
        return List.of();
    }

    @Override
    public void ended(Attributes response) {}
}
