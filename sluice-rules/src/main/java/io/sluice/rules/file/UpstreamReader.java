package io.sluice.rules.file;

import io.sluice.rules.TargetSettings;
import io.sluice.rules.UpstreamSettings;
import io.sluice.rules.UpstreamSettings.Balance;
import io.sluice.rules.UpstreamSettings.Breaker;
import io.sluice.rules.UpstreamSettings.Health;
import io.sluice.rules.UpstreamSettings.Limits;
import io.sluice.rules.UpstreamSettings.Times;
import io.sluice.rules.UpstreamSettings.Tls;
import io.sluice.rules.file.Node.Scalar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one of {@code upstreams}. */
final class UpstreamReader {
    private final NamedFiles files;
    private final Problems problems;
    private final DurationText durations;

    UpstreamReader(NamedFiles files, Problems problems) {
        this.files = files;
        this.problems = problems;
        this.durations = new DurationText(problems);
    }

    UpstreamSettings read(String name, Node upstream) {
        Settings said = new Settings(upstream);
        List<TargetSettings> targets = targets(Settings.text(upstream) == null ? said.get("targets") : upstream);
        return new UpstreamSettings(
                name,
                targets,
                said.text("balance", "round-robin").equals("least-connections")
                        ? Balance.LEAST_CONNECTIONS
                        : Balance.ROUND_ROBIN,
                said.has("health") ? health(said.under("health")) : null,
                breaker(said),
                (int) said.number("retries", 1),
                times(said.under("timeouts")),
                limits(said.under("limits")),
                tls(said, targets),
                said.text("host", UpstreamSettings.KEEP));
    }

    private List<TargetSettings> targets(@Nullable Node written) {
        List<TargetSettings> targets = new ArrayList<>();
        for (Scalar text : Settings.texts(written)) {
            try {
                TargetSettings target = TargetSettings.parse(text.value());
                if (targets.contains(target)) {
                    problems.error(text.place(), "target " + target + " comes twice", "name it once");
                }
                targets.add(target);
            } catch (IllegalArgumentException e) {
                problems.error(text.place(), e);
            }
        }
        return targets;
    }

    private Health health(Settings health) {
        StatusesText good = StatusesText.read(health.get("status"), problems);
        return new Health(
                health.text("path", "/"),
                durations.read(health.text("every"), Duration.ofSeconds(5)),
                durations.read(health.text("timeout"), Duration.ofSeconds(1)),
                (int) health.number("up-after", 2),
                (int) health.number("down-after", 3),
                good.least(),
                good.most());
    }

    private @Nullable Breaker breaker(Settings upstream) {
        if (!upstream.has("breaker") || upstream.text("breaker", "").equals("off")) {
            return null;
        }
        Settings said = upstream.under("breaker");
        int of = (int) said.number("of", Breaker.USUAL.of());
        int atLeast = (int) said.number("at-least", Math.min(of, Breaker.USUAL.atLeast()));
        if (atLeast > of) {
            problems.error(
                    said.place("at-least"),
                    "at-least " + atLeast + " is more than the last " + of + " requests that it looks at",
                    "write at most " + of);
        }
        return new Breaker(failures(said), of, atLeast, durations.read(said.text("open"), Breaker.USUAL.open()));
    }

    private double failures(Settings breaker) {
        Scalar text = breaker.text("failures");
        double percent =
                text == null ? Breaker.USUAL.failures() : PercentText.read(text, "share of requests", problems);
        if (text != null && percent == 0) {
            problems.error(text.place(), "a breaker at 0% would never close", "write 1% to 100%");
        }
        return percent;
    }

    private Times times(Settings said) {
        Times usual = Times.USUAL;
        return new Times(
                durations.read(said.text("connect"), usual.connect()),
                durations.read(said.text("answer"), usual.answer()),
                durations.read(said.text("idle"), usual.idle()),
                durations.read(said.text("keep-alive"), usual.keepAlive()),
                durations.read(said.text("tunnel"), usual.tunnel()));
    }

    private Limits limits(Settings said) {
        Limits usual = Limits.USUAL;
        return new Limits(
                (int) said.number("connections", usual.connections()),
                (int) said.number("queue", usual.queue()),
                durations.read(said.text("wait"), usual.longestWait()));
    }

    private Tls tls(Settings upstream, List<TargetSettings> targets) {
        if (!upstream.has("tls")) {
            return Tls.USUAL;
        }
        if (targets.stream().noneMatch(target -> target.scheme().tls())) {
            problems.error(
                    upstream.place("tls"),
                    "none of the targets is spoken to over TLS",
                    "write https:// or h2:// targets");
        }
        Settings said = upstream.under("tls");
        Path certificate = files.certificate(said.text("certificate"));
        Path key = files.privateKey(said.text("key"));
        if (said.has("certificate") != said.has("key")) {
            String missing = said.has("key") ? "certificate" : "key";
            problems.error(
                    said.place(), "missing " + missing, "a certificate and its key are needed, or neither of them");
        }
        Scalar name = said.text("server-name");
        return new Tls(
                files.certificate(said.text("ca")),
                certificate,
                key,
                name == null ? null : name.value(),
                said.flag("verify", true));
    }
}
