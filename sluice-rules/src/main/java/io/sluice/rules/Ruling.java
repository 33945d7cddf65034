package io.sluice.rules;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the rules say about a request, and what is owed to them once it has ended.
 *
 * <p>A door looks at {@link #outcome}: {@code ALLOWED} and {@code REDUCED} go on, {@code DELAYED} goes on after {@link #delayNanos}, all others end here. It calls
 * {@link #cancel} if the client went away while it was delayed, and {@link #ended} with what the answer said.
 */
public interface Ruling {
    /** The answer to a request. */
    enum Outcome {
        /** No rule counted it: on the allow list, or nothing matched. Carries no fields. */
        UNLIMITED,
        ALLOWED,
        DELAYED,
        /** Allowed beyond the limit, marked. */
        REDUCED,
        REFUSED,
        /** Refused in a way that the client cannot tell. */
        DECOY,
        /** On the deny list: 403, no fields. */
        DENIED;

        /** Whether the request goes on to the application. */
        public boolean passes() {
            return this == UNLIMITED || this == ALLOWED || this == DELAYED || this == REDUCED;
        }
    }

    Outcome outcome();

    /** The rule that was binding; null where none counted. */
    @Nullable
    Rule rule();

    /** Of all enforced rules together; null where none counted. */
    @Nullable
    Decision decision();

    /** The enforced rules that counted, in the file's order, with the limits that held: what a client may be told. */
    List<Counted> counted();

    /** The key of the binding rule in its readable form, {@code login|ip:203.0.113.9}; null where none counted. Made when asked for. */
    @Nullable
    String key();

    /** How long a delayed request waits before it goes on. */
    long delayNanos();

    /** The client went away before its request went on: its permits come back. */
    void cancel();

    /** The names of response headers that {@link #ended} needs; usually none. */
    List<String> awaited();

    /** The response has ended, with these headers: costs that only it knows are settled. */
    void ended(Attributes response);

    /** A rule and the limits that held for this client's plan. */
    record Counted(Rule rule, List<Limit> limits) {}
}
