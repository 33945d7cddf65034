package io.sluice.redis.script;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.algorithm.Gcra;
import io.sluice.redis.batch.Entry;
import io.sluice.redis.batch.Parcel;
import io.sluice.redis.batch.Parcel.Result.Decided;
import io.sluice.redis.batch.RefusalState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Taking permits of many keys under one token bucket, leaky bucket or leaky queue, in one call: what {@code take.lua} is asked, and what it answers. */
public final class Take {
    private static final long EXACT = 1L << 53;
    private static final long MOST_PARTS = 1_000;
    private static final long NANOS_PER_MICRO = 1_000;

    private final Limit limit;
    private final LimitNames names;
    private final Rate rate;
    private final Gcra gcra;
    private final long tolerance;

    public Take(LimitSet limits, KeyNames names) {
        if (!fits(limits)) {
            throw new IllegalArgumentException(limits + " is for Ask");
        }
        this.limit = limits.limits().get(0);
        this.names = names.of(limits);
        this.rate = new Rate(limit);
        this.gcra = rate.gcra();
        this.tolerance = limit.capacity() * rate.cost();
    }

    /** Whether keys under these limits can be asked about in this way; requests for no permits cannot. */
    public static boolean fits(LimitSet limits) {
        return limits.previous() == null
                && limits.limits().size() == 1
                && fits(limits.limits().get(0));
    }

    private static boolean fits(Limit limit) {
        return switch (limit.kind()) {
            case TOKEN_BUCKET, LEAKY_BUCKET, LEAKY_QUEUE -> fits(limit, new Rate(limit));
            default -> false;
        };
    }

    private static boolean fits(Limit limit, Rate rate) {
        return limit.capacity() > 0
                && rate.cost() > 0
                && !rate.standsStill()
                && rate.k() <= MOST_PARTS
                && rate.cost() < EXACT / limit.capacity();
    }

    public static Script script() {
        return Scripts.TAKE;
    }

    /** No key may be in two entries, and no entry may ask for 0 permits. */
    public byte[][] keys(List<Entry> entries) {
        byte[][] keys = new byte[entries.size()][];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = names.counters(entries.get(i).key());
        }
        return keys;
    }

    public byte[][] args(List<Entry> entries, Moment moment) {
        long usual = cost(entries.get(0).permits());
        Arguments args = new Arguments()
                .add(moment.argument())
                .add(rate.k())
                .add(tolerance)
                .add(usual);
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            long cost = cost(entry.permits());
            if (cost != usual || entry.times() != 1) {
                args.add(i + 1).add(cost).add(entry.times());
            }
        }
        return args.toArray();
    }

    /** More than ever passes costs just that much. */
    private long cost(long permits) {
        if (permits == 0) {
            throw new IllegalArgumentException("0 permits are for Ask");
        }
        return permits > limit.capacity() ? tolerance + 1 : permits * rate.cost();
    }

    /** For each entry as many decisions as it has requests. */
    public List<Parcel.Result> results(List<Entry> entries, Moment moment, List<Object> reply) {
        List<Parcel.Result> all = new ArrayList<>(entries.size());
        Iterator<Object> elements = reply.iterator();
        for (Entry entry : entries) {
            Object first = elements.next();
            if (first instanceof byte[] text) {
                all.add(withoutPermits(entry, moment, text));
            } else if (entry.times() == 1) {
                all.add(single(entry.permits(), moment, (Long) first));
            } else {
                all.add(several(entry, moment, (Long) first, (Long) elements.next()));
            }
        }
        return all;
    }

    private Decided single(long permits, Moment moment, long ahead) {
        return ahead >= 0
                ? new Decided(List.of(allowed(permits, rate.units(ahead))), null)
                : refused(1, new Lead(permits, moment, rate.units(-1 - ahead)));
    }

    private Decided several(Entry entry, Moment moment, long granted, long ahead) {
        List<Decision> decisions = new ArrayList<>(entry.times());
        long cost = cost(entry.permits());
        for (long later = granted - 1; later >= 0; later--) {
            decisions.add(allowed(entry.permits(), rate.units(ahead - later * cost)));
        }
        if (granted == entry.times()) {
            return new Decided(decisions, null);
        }
        Decided refused =
                refused((int) (entry.times() - granted), new Lead(entry.permits(), moment, rate.units(ahead)));
        decisions.addAll(refused.decisions());
        return new Decided(decisions, refused.refusal());
    }

    private Decided withoutPermits(Entry entry, Moment moment, byte[] reply) {
        String text = new String(reply, StandardCharsets.ISO_8859_1);
        int colon = text.indexOf(':');
        if (colon < 0) {
            return refused(entry.times(), banned(text.equals("forever") ? Long.MAX_VALUE : Long.parseLong(text)));
        }
        long micros = Long.parseLong(text, 0, colon, 10);
        long parts = Long.parseLong(text, colon + 1, text.length(), 10);
        return refused(entry.times(), new Lead(entry.permits(), moment, rate.units(micros, parts)));
    }

    private static Decided refused(int times, RefusalState state) {
        return new Decided(Collections.nCopies(times, Objects.requireNonNull(state.after(0))), state);
    }

    private RefusalState banned(long micros) {
        long ban = micros == Long.MAX_VALUE ? micros : micros * NANOS_PER_MICRO;
        return nanos -> ban <= nanos ? null : Decision.blocked(limit, ban == Long.MAX_VALUE ? ban : ban - nanos);
    }

    /** How far a key is ahead, in memory's units: too far for so many permits. */
    private final class Lead implements RefusalState {
        private final long permits;
        private final Moment moment;
        private final long ahead;

        Lead(long permits, Moment moment, long ahead) {
            this.permits = permits;
            this.moment = moment;
            this.ahead = ahead;
        }

        @Override
        public @Nullable Decision after(long nanos) {
            long later = Math.max(0, ahead - rate.units(nanos / NANOS_PER_MICRO, 0));
            return gcra.passes(later, permits) ? null : refused(permits, moment, later);
        }
    }

    private Decision allowed(long permits, long ahead) {
        return Decision.allowed(
                limit, permits, gcra.remainingOf(ahead), gcra.resetAfterOf(ahead, 0), gcra.delayOf(ahead));
    }

    private Decision refused(long permits, Moment moment, long ahead) {
        long wait = moment.retryAfter(gcra.waitOf(ahead, 0, permits));
        return Decision.refused(limit, wait, gcra.remainingOf(ahead), gcra.resetAfterOf(ahead, 0));
    }
}
