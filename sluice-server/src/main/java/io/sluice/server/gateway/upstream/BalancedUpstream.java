package io.sluice.server.gateway.upstream;

import io.sluice.rules.UpstreamSettings;
import io.sluice.rules.UpstreamSettings.Balance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Spreads requests over targets. */
final class BalancedUpstream implements Upstream {
    private final String name;
    private final LiveTarget[] targets;
    private final Balance balance;
    private final UpstreamTimes times;
    private final int retries;
    private final AtomicInteger turns = new AtomicInteger();

    BalancedUpstream(UpstreamSettings settings, List<LiveTarget> targets) {
        this.name = settings.name();
        this.targets = targets.toArray(LiveTarget[]::new);
        this.balance = settings.balance();
        this.retries = settings.retries();
        UpstreamSettings.Times said = settings.times();
        this.times = new UpstreamTimes(
                millis(said.connect()),
                millis(said.answer()),
                millis(said.idle()),
                millis(said.keepAlive()),
                millis(said.tunnel()));
    }

    /** Rounded up, since 0 would be no limit at all. */
    private static int millis(Duration time) {
        return (int) Math.min(Integer.MAX_VALUE, time.plusNanos(999_999).toMillis());
    }

    @Override
    public String name() {
        return name;
    }

    List<LiveTarget> targets() {
        return List.of(targets);
    }

    @Override
    public @Nullable Target begin(@Nullable Target not) {
        int turn = turns.getAndIncrement();
        LiveTarget idle = balance == Balance.LEAST_CONNECTIONS ? beginLeastBusy(turn, not) : null;
        return idle != null ? idle : beginInTurn(turn, not);
    }

    @SuppressWarnings("ReferenceEquality") // targets are objects with a life of their own
    private @Nullable LiveTarget beginInTurn(int turn, @Nullable Target not) {
        boolean spared = false;
        for (int i = 0; i < targets.length; i++) {
            LiveTarget target = at(turn + i);
            if (target == not) {
                spared = true;
            } else if (target.tryBegin()) {
                return target;
            }
        }
        return spared && not instanceof LiveTarget last && last.tryBegin() ? last : null;
    }

    /** One that is left alone has nothing under way: then the least busy of the others. */
    private @Nullable LiveTarget beginLeastBusy(int turn, @Nullable Target not) {
        List<LiveTarget> leftAlone = List.of();
        LiveTarget least = leastBusy(turn, not, leftAlone);
        while (least != null && !least.tryBegin()) {
            leftAlone = leftAlone.isEmpty() ? new ArrayList<>() : leftAlone;
            leftAlone.add(least);
            least = leastBusy(turn, not, leftAlone);
        }
        return least;
    }

    /** Of those that are equally busy whose turn it is. */
    @SuppressWarnings("ReferenceEquality")
    private @Nullable LiveTarget leastBusy(int turn, @Nullable Target not, List<LiveTarget> leftAlone) {
        LiveTarget least = null;
        for (int i = 0; i < targets.length; i++) {
            LiveTarget target = at(turn + i);
            if (target != not
                    && target.isUp()
                    && !leftAlone.contains(target)
                    && (least == null || target.underWay() < least.underWay())) {
                least = target;
            }
        }
        return least;
    }

    private LiveTarget at(int turn) {
        return targets[Math.floorMod(turn, targets.length)];
    }

    @Override
    public long retryAfterSeconds() {
        long nanos = Long.MAX_VALUE;
        for (LiveTarget target : targets) {
            nanos = Math.min(nanos, target.waitNanos());
        }
        return Math.max(1, (nanos + 999_999_999L) / 1_000_000_000L);
    }

    @Override
    public Unavailability unavailability() {
        return new Unavailability(targets[0].unavailability(), targets[0]);
    }

    @Override
    public UpstreamTimes times() {
        return times;
    }

    @Override
    public int retries() {
        return retries;
    }
}
