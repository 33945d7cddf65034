package io.sluice.server.gateway.upstream;

import io.netty.handler.ssl.SslContext;
import io.sluice.core.Clock;
import io.sluice.rules.PathSettings;
import io.sluice.rules.RuleSet;
import io.sluice.rules.TargetSettings;
import io.sluice.rules.UpstreamSettings;
import io.sluice.server.net.Loops;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The upstreams and routes in force. Replaced whole with the rules; a target of which the new rules say the same as the old keeps its health, its breaker and its
 * counts.
 */
public final class UpstreamSets implements Upstreams, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(UpstreamSets.class.getName());
    private static final Duration LOOK_UP_EVERY = Duration.ofSeconds(30);
    private static final Duration LOOK_UP_SOON = Duration.ofSeconds(2);
    /** So that a server that has just started knows where to send the first request. */
    private static final Duration WAIT_FOR_NAMES = Duration.ofSeconds(1);

    private final Loops loops;
    private final Clock clock;
    private final Names names;
    private final ConnectionBudget budget;
    private Map<TargetTerms, Watched> watched = Map.of();
    private List<UpstreamSettings> settings = List.of();
    private volatile Routes routes = new Routes(List.of(), Map.of(), PathSettings.DEFAULT);
    private volatile List<LiveTarget> targets = List.of();

    UpstreamSets(Loops loops, Clock clock, Names names, int mostConnections) {
        this.loops = loops;
        this.clock = clock;
        this.names = names;
        this.budget = new ConnectionBudget(mostConnections);
    }

    /**
     * Begins to look after the upstreams of these rules.
     *
     * @param mostConnections to all targets together
     * @throws IllegalArgumentException as {@link #replace}
     */
    public static UpstreamSets start(RuleSet rules, Loops loops, Clock clock, int mostConnections) {
        Names names = new Names(InetAddress::getAllByName, LOOK_UP_EVERY, LOOK_UP_SOON);
        UpstreamSets sets = new UpstreamSets(loops, clock, names, mostConnections);
        try {
            sets.replace(rules);
            return sets;
        } catch (IllegalArgumentException e) {
            sets.close();
            throw e;
        }
    }

    /**
     * From now on the upstreams of these rules. Certificates are read again. Waits for names that are new, a second at most; not for event loops.
     *
     * @throws IllegalArgumentException if a certificate cannot be used: nothing has changed then
     */
    public synchronized void replace(RuleSet rules) {
        Map<TargetTerms, Watched> kept = new LinkedHashMap<>();
        Map<String, BalancedUpstream> upstreams = new LinkedHashMap<>();
        List<Runnable> taking = new ArrayList<>();
        for (UpstreamSettings upstream : rules.upstreams()) {
            List<LiveTarget> live = new ArrayList<>();
            ConnectionLimits limits = ConnectionLimits.of(upstream.limits());
            for (TargetSettings target : upstream.targets()) {
                TargetTerms terms = TargetTerms.of(upstream, target);
                Watched before = watched.get(terms);
                Watched one = before != null
                        ? before
                        : new Watched(new LiveTarget(terms, clock, new ConnectionSlots(budget, limits)));
                taking.add(() -> one.target.slots().limits(limits));
                if (target.scheme().tls()) {
                    SslContext tls = UpstreamTls.of(terms);
                    taking.add(() -> one.target.speak(tls));
                }
                kept.put(terms, one);
                live.add(one.target);
            }
            upstreams.put(upstream.name(), new BalancedUpstream(upstream, live));
        }
        taking.forEach(Runnable::run);
        take(rules, kept, new Routes(rules.routes(), upstreams, rules.paths()));
    }

    private void take(RuleSet rules, Map<TargetTerms, Watched> kept, Routes newRoutes) {
        Map<TargetTerms, Watched> before = watched;
        CompletableFuture<?>[] lookedUp = kept.values().stream()
                .filter(one -> !before.containsKey(one.target.terms()))
                .map(one -> one.begin(names, loops))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(lookedUp)
                .completeOnTimeout(null, WAIT_FOR_NAMES.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        watched = kept;
        targets = kept.values().stream().map(one -> one.target).toList();
        routes = newRoutes;
        before.forEach((terms, one) -> {
            if (!kept.containsKey(terms)) {
                one.close();
            }
        });
        tell(rules.upstreams());
    }

    private void tell(List<UpstreamSettings> now) {
        String changes = UpstreamChanges.between(settings, now);
        if (!changes.isEmpty() && !settings.isEmpty()) {
            LOG.log(System.Logger.Level.INFO, "upstreams: {0}", changes);
        }
        settings = List.copyOf(now);
    }

    @Override
    public @Nullable Upstream find(@Nullable String host, String path) {
        return routes.find(host, path);
    }

    /** How all targets are, in the order of the rule file. */
    public List<TargetState> states() {
        return targets.stream().map(LiveTarget::state).toList();
    }

    /** Asks each target once, and waits for what it says: what is wrong with them, a line for each. Not on an event loop. */
    public List<String> faults() {
        List<CompletableFuture<@Nullable String>> all =
                targets.stream().map(target -> TargetCheck.of(target, loops)).toList();
        return all.stream()
                .map(CompletableFuture::join)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Connections to targets that are open, or being opened. */
    public int connections() {
        return budget.open();
    }

    /** Requests that wait for a connection. */
    public int waiting() {
        return budget.waiting();
    }

    /** Requests that were refused because they got no connection. */
    public long refused() {
        return budget.refused();
    }

    @Override
    public synchronized void close() {
        Collection<Watched> all = watched.values();
        all.forEach(Watched::close);
        watched = Map.of();
        names.close();
    }

    /** A target and who looks after it. */
    private static final class Watched implements AutoCloseable {
        final LiveTarget target;
        private volatile boolean wanted = true;
        private @Nullable HealthCheck check;

        Watched(LiveTarget target) {
            this.target = target;
        }

        CompletableFuture<Void> begin(Names names, Loops loops) {
            CompletableFuture<Void> found = names.follow(target, () -> wanted);
            UpstreamSettings.Health health = target.terms().health();
            if (health != null) {
                check = new HealthCheck(target, health, loops);
            }
            return found;
        }

        @Override
        public void close() {
            wanted = false;
            if (check != null) {
                check.close();
            }
        }
    }
}
