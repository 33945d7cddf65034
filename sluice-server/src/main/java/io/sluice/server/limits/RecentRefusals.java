package io.sluice.server.limits;

import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import io.sluice.rules.Watcher;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The last requests that were not let through, and why: which rule, which key, which limit, when again. Bounded in memory, and in time: of a flood only the first
 * {@value #MOST_IN_A_SLOT} in a tenth of a second are written down, the others are counted.
 */
public final class RecentRefusals implements Watcher {
    static final int MOST = 500;
    static final int MOST_IN_A_SLOT = 20;

    private static final long SLOT_NANOS = 100_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final int LONGEST_KEY = 300;

    private final Clock clock;
    private final AtomicLong left = new AtomicLong();
    private final Deque<Refused> latest = new ArrayDeque<>();
    private volatile long slot = Long.MIN_VALUE;
    private final AtomicLong skipped = new AtomicLong();

    public RecentRefusals(Clock clock) {
        this.clock = clock;
    }

    /**
     * A request that was not let through.
     *
     * @param outcome refused, decoy or denied
     * @param rule null for the deny list, like key and limit
     * @param limit the one that was binding
     * @param retryAfterSeconds null where no wait would help
     */
    public record Refused(
            Instant at,
            String outcome,
            @Nullable String rule,
            @Nullable String key,
            @Nullable String limit,
            @Nullable Long retryAfterSeconds) {}

    @Override
    public void decided(Ruling ruling, @Nullable String plan, long nanos) {
        if (ruling.outcome().passes()) {
            return;
        }
        if (mayWrite(nanos)) {
            add(refused(ruling));
        } else {
            skipped.incrementAndGet();
        }
    }

    /** A few too many where two threads begin a slot together; that does no harm. */
    private boolean mayWrite(long nanos) {
        long now = nanos / SLOT_NANOS;
        if (now != slot) {
            slot = now;
            left.set(MOST_IN_A_SLOT);
        }
        return left.get() > 0 && left.decrementAndGet() >= 0;
    }

    private Refused refused(Ruling ruling) {
        Rule rule = ruling.rule();
        Decision decision = ruling.decision();
        return new Refused(
                now(),
                ruling.outcome().name().toLowerCase(Locale.ROOT),
                rule == null ? null : rule.name(),
                shortened(ruling.key()),
                decision == null ? null : decision.binding().toString(),
                decision == null || decision.never() ? null : Math.max(1, decision.retryAfterSeconds()));
    }

    private Instant now() {
        long nanos = clock.wallNanos();
        return Instant.ofEpochSecond(nanos / SECOND, nanos % SECOND);
    }

    private static @Nullable String shortened(@Nullable String key) {
        return key == null || key.length() <= LONGEST_KEY ? key : key.substring(0, LONGEST_KEY);
    }

    private void add(Refused refused) {
        synchronized (latest) {
            if (latest.size() == MOST) {
                latest.removeFirst();
            }
            latest.addLast(refused);
        }
    }

    /** The latest first. */
    public List<Refused> latest() {
        synchronized (latest) {
            List<Refused> all = new ArrayList<>(latest);
            Collections.reverse(all);
            return all;
        }
    }

    /** How many were counted only, since the start. */
    public long skipped() {
        return skipped.get();
    }
}
