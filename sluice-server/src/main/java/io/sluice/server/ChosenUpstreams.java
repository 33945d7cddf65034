package io.sluice.server;

import io.sluice.rules.RuleSet;
import io.sluice.rules.TargetSettings;
import io.sluice.rules.UpstreamSettings;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the gateway sends requests: what a flag says goes before what the rule file says, and that before the demo application.
 *
 * @param instead null: as the rules say
 * @param last whether it gives way to upstreams of the rules
 */
record ChosenUpstreams(@Nullable UpstreamSettings instead, boolean last) {
    static ChosenUpstreams of(List<TargetSettings> targets) {
        return new ChosenUpstreams(
                targets.isEmpty()
                        ? null
                        : new UpstreamSettings(
                                "upstream",
                                targets,
                                UpstreamSettings.Balance.ROUND_ROBIN,
                                null,
                                null,
                                1,
                                UpstreamSettings.Times.USUAL,
                                UpstreamSettings.Limits.USUAL,
                                UpstreamSettings.Tls.USUAL,
                                UpstreamSettings.KEEP),
                false);
    }

    static ChosenUpstreams demo(String url) {
        return new ChosenUpstreams(UpstreamSettings.of("demo", TargetSettings.parse(url)), true);
    }

    /** The same rules with these upstreams. */
    RuleSet in(RuleSet rules) {
        return instead == null || (last && !rules.upstreams().isEmpty())
                ? rules
                : new RuleSet(
                        rules.source(),
                        rules.store(),
                        rules.headers(),
                        rules.clients(),
                        rules.paths(),
                        rules.plan(),
                        rules.allow(),
                        rules.deny(),
                        rules.rules(),
                        List.of(instead),
                        List.of(),
                        rules.server());
    }

    String shown(RuleSet rules) {
        return in(rules).upstreams().stream()
                .flatMap(upstream -> upstream.targets().stream())
                .map(TargetSettings::toString)
                .collect(Collectors.joining(", "));
    }
}
