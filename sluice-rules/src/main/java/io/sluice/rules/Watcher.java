package io.sluice.rules;

import io.sluice.core.Decision;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sees every decision of a {@link RuleEngine}: for metrics and for whoever looks after the limits. Called on the thread that decides, so it is quick, never
 * blocks and never throws.
 */
public interface Watcher {
    /** Looks at nothing. */
    Watcher NONE = new Watcher() {};

    /**
     * A request has been decided. Refused, delayed and so on is what the binding rule says; where it passes, every rule of {@link Ruling#counted} let it pass.
     * {@link Ruling#key} is made when asked for, so a watcher asks where it matters only.
     *
     * @param plan null if the rules know no plans
     * @param nanos when, in the monotonic time of the engine's clock: so that nobody has to look at the clock again
     */
    default void decided(Ruling ruling, @Nullable String plan, long nanos) {}

    /**
     * A rule in shadow, or one that is not enforced for this key, has been asked about a request that passed.
     *
     * @param decision what it would have said
     * @param key its key in readable form, made when asked for
     */
    default void shadowed(Rule rule, @Nullable String plan, Decision decision, Supplier<String> key) {}

    /** How long one decision took, from attributes to ruling; told of a sample of them. */
    default void took(long nanos) {}
}
