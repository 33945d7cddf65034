package io.sluice.server.gateway.upstream;

import io.sluice.rules.TargetSettings;
import io.sluice.rules.UpstreamSettings;
import org.jspecify.annotations.Nullable;

/** What a rule file says about one target: while it says the same, what is known about the target is kept. */
record TargetTerms(
        String upstream,
        TargetSettings target,
        UpstreamSettings.@Nullable Health health,
        UpstreamSettings.@Nullable Breaker breaker,
        UpstreamSettings.Tls tls,
        String host) {
    static TargetTerms of(UpstreamSettings upstream, TargetSettings target) {
        return new TargetTerms(
                upstream.name(), target, upstream.health(), upstream.breaker(), upstream.tls(), upstream.host());
    }

    /** For logs. */
    @Override
    public String toString() {
        return target + " of upstream " + upstream;
    }
}
