package io.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.conformance.ConformanceCase.Line;
import io.sluice.core.Charges;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import io.sluice.core.Reservation;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Plays a case on limiters of its own, in virtual time. */
final class Player {
    private static final String FOR_EVER = "36500day";

    private final ManualClock clock = new ManualClock();
    private final Map<String, RateLimiter> limiters = new LinkedHashMap<>();
    private final Map<String, Reservation> reservations = new HashMap<>();

    Player(ConformanceCase played) {
        played.limits()
                .forEach((name, text) -> limiters.put(
                        name,
                        RateLimiter.builder()
                                .clock(clock)
                                .limits(Limit.parse(text))
                                .build()));
    }

    void play(Line line) {
        clock.moveTo(line.atNanos());
        for (int i = 0; i < line.times(); i++) {
            try {
                ask(line, Target.in(line.words(), limiters));
            } catch (AssertionError e) {
                throw new AssertionError(line.text() + ": " + e.getMessage(), e);
            }
        }
    }

    private void ask(Line line, List<Target> targets) {
        switch (line.verb()) {
            case "together", "loop" -> count(line, targets.get(0));
            case "wait" -> await(line, targets.get(0));
            case "cancel" -> reservations.get(line.setting("id", "")).cancel();
            case "reconfigure" ->
                limiters.get(line.words().get(1))
                        .reconfigure(Limit.parse(line.text().split(" ", 4)[3]));
            default -> check(line, targets);
        }
    }

    private void check(Line line, List<Target> targets) {
        Target first = targets.get(0);
        long before = first.limiter().peek(first.key(), 0).remaining();
        Decision decision = decide(line, targets);
        line.expected().forEach(text -> Expectation.parse(text).check(decision, before, targets));
    }

    private Decision decide(Line line, List<Target> targets) {
        Target it = targets.get(0);
        return switch (line.verb()) {
            case "acquire" -> acquire(targets);
            case "upto" -> it.limiter().tryAcquireUpTo(it.key(), it.permits());
            case "peek" -> it.limiter().peek(it.key(), it.permits());
            case "refund" -> it.limiter().refund(it.key(), it.permits());
            case "reset" -> it.limiter().reset(it.key());
            case "block" -> it.limiter().block(it.key());
            case "reserve" -> reserve(line, it);
            default -> throw new AssertionError("unknown verb " + line.verb());
        };
    }

    private static Decision acquire(List<Target> targets) {
        for (Target target : targets) {
            Decision seen = target.limiter().peek(target.key(), target.permits());
            if (target.looksOnly() && !seen.allowed()) {
                return seen;
            }
        }
        List<Target> charged =
                targets.stream().filter(target -> !target.looksOnly()).toList();
        Target first = targets.get(0);
        if (charged.isEmpty()) {
            return first.limiter().peek(first.key(), first.permits());
        }
        return charged.size() == 1 ? acquire(charged.get(0)) : charges(charged).tryAcquire();
    }

    private static Decision acquire(Target one) {
        return one.limiter().tryAcquire(one.key(), one.permits());
    }

    private static Charges charges(List<Target> targets) {
        Target first = targets.get(0);
        Charges charges = Charges.of(first.limiter(), first.key(), first.permits());
        for (Target target : targets.subList(1, targets.size())) {
            charges = charges.and(target.limiter(), target.key(), target.permits());
        }
        return charges;
    }

    private Decision reserve(Line line, Target it) {
        Duration within = Duration.ofNanos(Durations.nanos(line.setting("within", FOR_EVER)));
        Reservation made = it.limiter().reserve(it.key(), it.permits(), within);
        reservations.put(line.setting("id", ""), made);
        return made.decision();
    }

    /** Waits in virtual time: the future must be done when the delay has passed, and not before. */
    private void await(Line line, Target it) {
        Duration within = Duration.ofNanos(Durations.nanos(line.setting("within", FOR_EVER)));
        CompletableFuture<Decision> waiting = it.limiter().acquireAsync(it.key(), it.permits(), within);
        if (line.expected().contains("cancelled")) {
            clock.advanceNanos(Durations.nanos(line.setting("cancel", "")));
            assertThat(waiting.cancel(false)).isTrue();
            return;
        }
        long delay = clock.alarms().isEmpty() ? 0 : clock.alarms().get(0) - clock.nanos();
        assertThat(waiting.isDone()).isEqualTo(delay == 0);
        clock.advanceNanos(delay);
        line.expected().forEach(text -> Expectation.parse(text).check(waiting.join(), 0, List.of(it)));
    }

    private void count(Line line, Target it) {
        long allowed = line.verb().equals("together") ? together(line, it) : loop(line, it);
        String[] bounds = Expectation.parse(line.expected().get(0)).value().split("\\.\\.", 2);
        assertThat(allowed).isBetween(Long.parseLong(bounds[0]), Long.parseLong(bounds[bounds.length - 1]));
    }

    private static long together(Line line, Target it) {
        int threads = Integer.parseInt(line.words().get(1));
        return IntStream.range(0, threads)
                .parallel()
                .filter(i -> acquire(it).allowed())
                .count();
    }

    private long loop(Line line, Target it) {
        long every = Durations.nanos(line.setting("every", "0"));
        long until = Durations.nanos(line.setting("until", "0"));
        long count = every == 0 ? Long.parseLong(line.setting("count", "0")) : (until - line.atNanos()) / every + 1;
        long allowed = 0;
        for (long i = 0; i < count; i++) {
            clock.moveTo(line.atNanos() + i * every);
            allowed += acquire(it).allowed() ? 1 : 0;
        }
        return allowed;
    }
}
