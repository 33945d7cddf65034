package io.sluice.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rule file says, read and found to be right; a value. Defaults are filled in.
 *
 * @param source the file it was read from, for messages
 * @param headers names of the presets of header fields that answers carry
 * @param plan null if the file knows no plans
 * @param upstreams in the file's order; they, the routes and the server are the server's alone
 * @param routes the first that fits leads to an upstream; empty: everything goes to the only one
 */
public record RuleSet(
        String source,
        StoreSettings store,
        List<String> headers,
        ClientSettings clients,
        PathSettings paths,
        @Nullable PlanSettings plan,
        List<ListEntry> allow,
        List<ListEntry> deny,
        List<Rule> rules,
        List<UpstreamSettings> upstreams,
        List<RouteSettings> routes,
        ServerSection server) {
    public RuleSet {
        headers = List.copyOf(headers);
        allow = List.copyOf(allow);
        deny = List.copyOf(deny);
        rules = List.copyOf(rules);
        upstreams = List.copyOf(upstreams);
        routes = List.copyOf(routes);
    }

    /** Rules alone: what every door but the server reads. */
    public RuleSet(
            String source,
            StoreSettings store,
            List<String> headers,
            ClientSettings clients,
            PathSettings paths,
            @Nullable PlanSettings plan,
            List<ListEntry> allow,
            List<ListEntry> deny,
            List<Rule> rules) {
        this(
                source,
                store,
                headers,
                clients,
                paths,
                plan,
                allow,
                deny,
                rules,
                List.of(),
                List.of(),
                ServerSection.EMPTY);
    }

    /** The same, but everything goes to this upstream. */
    public RuleSet withOnly(UpstreamSettings upstream) {
        return new RuleSet(
                source, store, headers, clients, paths, plan, allow, deny, rules, List.of(upstream), List.of(), server);
    }
}
